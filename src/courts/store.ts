import type { Database } from 'bun:sqlite';
import type { Court } from '../domain/court.ts';

export interface CourtRow {
  id: number;
  name: string;
  description: string;
  hourly_rate: number;
  features: string;
  image_url: string | null;
  active: number;
}

/** Reads courts. */
export class CourtStore {
  readonly #active;
  readonly #all;
  readonly #byId;
  readonly #countActive;

  constructor(db: Database) {
    this.#active = db.prepare<CourtRow, []>('SELECT * FROM court WHERE active = 1 ORDER BY position, id');
    this.#all = db.prepare<CourtRow, []>('SELECT * FROM court ORDER BY position, id');
    this.#byId = db.prepare<CourtRow, [number]>('SELECT * FROM court WHERE id = ?');
    this.#countActive = db.prepare<{ courts: number }, []>(
      'SELECT count(*) AS courts FROM court WHERE active = 1',
    );
  }

  countActive(): number {
    return this.#countActive.get()?.courts ?? 0;
  }

  listActive(): Court[] {
    return this.#active.all().map(toCourt);
  }

  /** All courts, including retired ones. */
  listAll(): Court[] {
    return this.#all.all().map(toCourt);
  }

  find(id: number): Court | null {
    const row = this.#byId.get(id);
    return row ? toCourt(row) : null;
  }
}

export function toCourt(row: CourtRow): Court {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    hourly_rate: row.hourly_rate,
    price_per_hour: row.hourly_rate,
    features: JSON.parse(row.features) as string[],
    image_url: row.image_url,
    active: row.active === 1,
  };
}
