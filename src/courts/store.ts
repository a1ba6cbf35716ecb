import type { Database } from 'bun:sqlite';
import type { Court, CourtPrice } from '../domain/court.ts';

export interface CourtRow {
  id: number;
  name: string;
  description: string;
  hourly_rate: number;
  features: string;
  image_url: string | null;
  active: number;
  /** A JSON list of all rates from a date on, in the order of their dates. */
  prices: string;
}

export const COURT_COLUMNS = `court.*, (
    SELECT json_group_array(json_object('id', id, 'from', from_date, 'hourly_rate', hourly_rate))
    FROM (SELECT * FROM court_price WHERE court_id = court.id ORDER BY from_date)) AS prices`;

/** Reads courts. */
export class CourtStore {
  readonly #active;
  readonly #all;
  readonly #byId;
  readonly #countActive;

  readonly #today;

  /** `today` is the business day whose rate counts. */
  constructor(db: Database, today: () => string) {
    this.#today = today;
    this.#active = db.prepare<CourtRow, []>(
      `SELECT ${COURT_COLUMNS} FROM court WHERE active = 1 ORDER BY position, id`,
    );
    this.#all = db.prepare<CourtRow, []>(`SELECT ${COURT_COLUMNS} FROM court ORDER BY position, id`);
    this.#byId = db.prepare<CourtRow, [number]>(`SELECT ${COURT_COLUMNS} FROM court WHERE id = ?`);
    this.#countActive = db.prepare<{ courts: number }, []>(
      'SELECT count(*) AS courts FROM court WHERE active = 1',
    );
  }

  countActive(): number {
    return this.#countActive.get()?.courts ?? 0;
  }

  listActive(): Court[] {
    return this.#toCourts(this.#active.all());
  }

  /** All courts, including retired ones. */
  listAll(): Court[] {
    return this.#toCourts(this.#all.all());
  }

  find(id: number): Court | null {
    const row = this.#byId.get(id);
    return row ? toCourt(row, this.#today()) : null;
  }

  #toCourts(rows: CourtRow[]): Court[] {
    const today = this.#today();
    return rows.map((row) => toCourt(row, today));
  }
}

export function toCourt(row: CourtRow, today: string): Court {
  const prices = row.prices === '[]' ? [] : (JSON.parse(row.prices) as CourtPrice[]);
  const hourly_rate = prices.findLast(({ from }) => from <= today)?.hourly_rate ?? row.hourly_rate;
  const upcoming_rates = prices.filter(({ from }) => from > today);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    hourly_rate,
    price_per_hour: hourly_rate,
    features: JSON.parse(row.features) as string[],
    image_url: row.image_url,
    active: row.active === 1,
    ...(upcoming_rates.length > 0 ? { upcoming_rates } : {}),
  };
}
