import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import { recordHistory } from '../db/history.ts';
import type { CourtEdit, DeskCourt } from '../domain/desk.ts';
import { Failure } from '../domain/failure.ts';
import { type CourtRow, toCourt } from './store.ts';

type DeskRow = CourtRow & { version: number; upcoming: number };

const SELECT = `SELECT court.*,
    (SELECT count(DISTINCT booking_id) FROM claim WHERE claim.court_id = court.id AND claim.date >= ?1) AS upcoming
  FROM court`;

/** All courts, closed ones too, for the people who may change them. */
export class CourtDesk {
  readonly #all;
  readonly #one;

  constructor(db: Database) {
    this.#all = db.prepare<DeskRow, [string]>(`${SELECT} ORDER BY id`);
    this.#one = db.prepare<DeskRow, [string, number]>(`${SELECT} WHERE id = ?2`);
  }

  list(today: string): DeskCourt[] {
    return this.#all.all(today).map(toDeskCourt);
  }

  /**
   * Changes what the edit names and leaves the rest; bookings keep the rate they were sold at. Throws
   * `changed_meanwhile` when the court is not at the edit's version any more.
   */
  edit(
    tx: Transaction,
    id: number,
    edit: CourtEdit & { image_url?: string | null },
    today: string,
    actor: Actor,
  ): DeskCourt {
    const court = this.require(id, today);
    if (edit.version !== undefined && edit.version !== court.version) {
      throw new Failure(
        'changed_meanwhile',
        'Somebody changed this court meanwhile. Look at it again first.',
      );
    }
    const next = {
      name: edit.name ?? court.name,
      description: edit.description ?? court.description,
      hourly_rate: edit.hourly_rate ?? court.hourly_rate,
      features: edit.features ?? court.features,
      image_url: edit.image_url === undefined ? court.image_url : edit.image_url,
      active: edit.active ?? court.active,
    };
    const changed = (Object.keys(next) as (keyof typeof next)[]).filter(
      (key) => JSON.stringify(next[key]) !== JSON.stringify(court[key]),
    );
    if (changed.length === 0) return court;
    tx.db
      .query(
        `UPDATE court SET name = ?, description = ?, hourly_rate = ?, features = ?, image_url = ?, active = ?,
           version = version + 1 WHERE id = ?`,
      )
      .run(
        next.name,
        next.description,
        next.hourly_rate,
        JSON.stringify(next.features),
        next.image_url,
        next.active ? 1 : 0,
        id,
      );
    const details = Object.fromEntries(changed.map((key) => [key, { from: court[key], to: next[key] }]));
    recordHistory(tx, actor, 'edited', 'court', id, details);
    tx.announce({ kind: 'court.changed', court_id: id });
    return this.require(id, today);
  }

  /** The court, or `not_found`. */
  require(id: number, today: string): DeskCourt {
    const row = this.#one.get(today, id);
    if (!row) throw new Failure('not_found', 'There is no court with this number.');
    return toDeskCourt(row);
  }
}

function toDeskCourt(row: DeskRow): DeskCourt {
  return { ...toCourt(row), version: row.version, upcoming: row.upcoming };
}
