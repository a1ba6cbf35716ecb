import type { Database } from 'bun:sqlite';
import type { ClubDb } from '../db/club-db.ts';
import type { Court, CourtPrice } from '../domain/court.ts';

export interface CourtRow {
  id: number;
  name: string;
  description: string;
  hourly_rate: number;
  features: string;
  image_url: string | null;
  active: number;
}

type CourtRate = CourtPrice & { court_id: number };

/** The rates of all courts from a date on; few clubs have any, so one query reads them all. */
export class CourtRates {
  readonly #select;

  constructor(db: Database) {
    this.#select = db.prepare<CourtRate, []>(
      'SELECT court_id, id, from_date AS "from", hourly_rate FROM court_price ORDER BY from_date',
    );
  }

  list(): CourtRate[] {
    return this.#select.all();
  }

  /** Adds to a court the rate that counts on `today` and those that are to come. */
  toCourts(rows: readonly CourtRow[], today: () => string): Court[] {
    const rates = this.list();
    return rows.map((row) => toCourt(row, rates, today));
  }
}

/** Reads courts. */
export class CourtStore {
  readonly #courts: () => { rows: CourtRow[]; rates: CourtRate[] };
  readonly #found: () => Map<number, { row: CourtRow | null; rates: CourtRate[] }>;
  readonly #selectById;
  readonly #rates;
  readonly #edited;
  readonly #today;

  /** `today` is the business day whose rate counts. */
  constructor(club: ClubDb, today: () => string) {
    const rows = club.db.prepare<CourtRow, []>('SELECT * FROM court ORDER BY position, id');
    const rates = new CourtRates(club.db);
    this.#rates = rates;
    this.#selectById = club.db.prepare<CourtRow, [number]>('SELECT * FROM court WHERE id = ?');
    this.#courts = club.untilChanged(() => ({ rows: rows.all(), rates: rates.list() }));
    this.#found = club.untilChanged(() => new Map());
    this.#edited = club.db.prepare<{ id: number }, []>('SELECT id FROM court WHERE version > 1 LIMIT 1');
    this.#today = today;
  }

  countActive(): number {
    return this.listActiveIds().length;
  }

  listActiveIds(): number[] {
    return this.#courts()
      .rows.filter(isActive)
      .map(({ id }) => id);
  }

  listActive(): Court[] {
    const { rows, rates } = this.#courts();
    return rows.filter(isActive).map((row) => toCourt(row, rates, this.#today));
  }

  /** All courts, including retired ones. */
  listAll(): Court[] {
    const { rows, rates } = this.#courts();
    return rows.map((row) => toCourt(row, rates, this.#today));
  }

  /** Whether an admin has changed any court. */
  hasEdited(): boolean {
    return this.#edited.get() !== null;
  }

  /** Reads one row, because each booking of a batch asks again. */
  find(id: number): Court | null {
    const found = this.#found();
    const known = found.get(id) ?? { row: this.#selectById.get(id), rates: this.#rates.list() };
    found.set(id, known);
    return known.row && toCourt(known.row, known.rates, this.#today);
  }
}

function isActive(row: CourtRow): boolean {
  return row.active === 1;
}

function toCourt(row: CourtRow, rates: readonly CourtRate[], today: () => string): Court {
  const prices = rates
    .filter(({ court_id }) => court_id === row.id)
    .map(({ court_id: _, ...price }): CourtPrice => price);
  const date = prices.length > 0 ? today() : '';
  const hourly_rate = prices.findLast(({ from }) => from <= date)?.hourly_rate ?? row.hourly_rate;
  const upcoming_rates = prices.filter(({ from }) => from > date);
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
