import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { AdminCourt, CourtEdit } from '../domain/admin-api.ts';
import { Failure } from '../domain/failure.ts';
import { type CourtRow, toCourt } from './store.ts';

type AdminCourtRow = CourtRow & { version: number; upcoming: number };

const SELECT_COURTS = `SELECT court.*,
    (SELECT count(DISTINCT booking_id) FROM claim WHERE claim.court_id = court.id AND claim.date >= ?1) AS upcoming
  FROM court`;

/** All courts, retired ones too, as admins edit them. */
export class AdminCourtStore {
  readonly #allCourts;
  readonly #courtById;

  constructor(db: Database) {
    this.#allCourts = db.prepare<AdminCourtRow, [string]>(`${SELECT_COURTS} ORDER BY id`);
    this.#courtById = db.prepare<AdminCourtRow, [string, number]>(`${SELECT_COURTS} WHERE id = ?2`);
  }

  list(today: string): AdminCourt[] {
    return this.#allCourts.all(today).map(toAdminCourt);
  }

  /**
   * Changes the fields of the edit; existing bookings keep their rate. Throws `changed_meanwhile` when the
   * court has another version than the edit.
   */
  update(
    tx: Transaction,
    id: number,
    edit: CourtEdit & { image_url?: string | null },
    today: string,
    actor: Actor,
  ): AdminCourt {
    const court = this.require(id, today);
    if (edit.version !== undefined && edit.version !== court.version) {
      throw new Failure(
        'changed_meanwhile',
        'This court was changed in the meantime. Reload it and try again.',
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
    const changedKeys = (Object.keys(next) as (keyof typeof next)[]).filter(
      (key) => JSON.stringify(next[key]) !== JSON.stringify(court[key]),
    );
    if (changedKeys.length === 0) return court;
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
    const details = Object.fromEntries(changedKeys.map((key) => [key, { from: court[key], to: next[key] }]));
    recordAuditEntry(tx, actor, 'edited', 'court', id, details);
    tx.emit({ kind: 'court.changed', court_id: id });
    return this.require(id, today);
  }

  /** The court, or `not_found`. */
  require(id: number, today: string): AdminCourt {
    const row = this.#courtById.get(today, id);
    if (!row) throw new Failure('not_found', 'There is no court with this number.');
    return toAdminCourt(row);
  }
}

function toAdminCourt(row: AdminCourtRow): AdminCourt {
  return { ...toCourt(row), version: row.version, upcoming: row.upcoming };
}
