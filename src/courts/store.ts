import type { Database } from 'bun:sqlite';
import type { ClubCalendar } from '../calendar/club-calendar.ts';
import type { Court, CourtPrice } from '../domain/court.ts';
import { type Failure, invalidField } from '../domain/failure.ts';

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

/** All courts' rates from a date on; few clubs have any, so one query reads them all. */
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

  /** Adds to each court the rate in force on `today` and any later ones. */
  toCourts(rows: readonly CourtRow[], today: () => string): Court[] {
    const rates = this.list();
    return rows.map((row) => toCourt(row, rates, today));
  }
}

export class CourtStore {
  readonly #rates: CourtRates;
  readonly #selectAll;
  readonly #selectById;
  readonly #selectActiveIds;
  readonly #countActive;
  readonly #selectEdited;
  readonly #calendar: ClubCalendar;

  constructor(db: Database, calendar: ClubCalendar) {
    this.#rates = new CourtRates(db);
    this.#selectAll = db.prepare<CourtRow, []>('SELECT * FROM court ORDER BY position, id');
    this.#selectById = db.prepare<CourtRow, [number]>('SELECT * FROM court WHERE id = ?');
    this.#selectActiveIds = db.prepare<{ id: number }, []>(
      'SELECT id FROM court WHERE active = 1 ORDER BY position, id',
    );
    this.#countActive = db.prepare<{ count: number }, []>(
      'SELECT count(*) AS count FROM court WHERE active = 1',
    );
    this.#selectEdited = db.prepare<{ id: number }, []>('SELECT id FROM court WHERE version > 1 LIMIT 1');
    this.#calendar = calendar;
  }

  countActive(): number {
    return this.#countActive.get()?.count ?? 0;
  }

  listActiveIds(): number[] {
    return this.#selectActiveIds.all().map(({ id }) => id);
  }

  listActive(): Court[] {
    return this.listAll().filter(({ active }) => active);
  }

  /** Includes retired ones. */
  listAll(): Court[] {
    return this.#rates.toCourts(this.#selectAll.all(), () => this.#calendar.today());
  }

  /** True if an admin has changed any court. */
  hasEdited(): boolean {
    return this.#selectEdited.get() !== null;
  }

  find(id: number): Court | null {
    const row = this.#selectById.get(id);
    return row && toCourt(row, this.#rates.list(), () => this.#calendar.today());
  }

  /** Throws `invalid` for a court that is retired or does not exist. */
  requireActive(id: number): Court {
    const court = this.find(id);
    if (!court?.active) throw courtNotFound();
    return court;
  }
}

export function courtNotFound(): Failure {
  return invalidField('court_id', 'There is no such court. Please choose another one.');
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
