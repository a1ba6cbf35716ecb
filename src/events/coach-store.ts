import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Coach } from '../domain/api/event-routes.ts';
import { type CoachBusy, type CoachInput, sessionSlots } from '../domain/event.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { inPlayingOrder } from '../domain/slot.ts';

interface CoachRow extends Omit<Coach, 'active'> {
  active: number;
  link: number;
}

/** What takes up a coach's time. */
interface CoachHolder {
  slot: number;
  session_id: number | null;
  /** The event's title, or what the other hours are for. */
  title: string;
}

/** A class that was held in a coach's month. */
export interface CoachHours {
  coach: string;
  title: string;
  date: string;
  start_time: string;
  /** Minutes. */
  duration: number;
  players: number;
}

const COLUMNS = 'id, name, email, phone, active, link';

/** Coaches and their time; each half-hour can be taken only once. */
export class CoachStore {
  readonly #selectAll;
  readonly #selectById;
  readonly #selectHolders;
  readonly #selectHours;
  readonly #selectSessions;
  readonly #selectBusy;

  constructor(db: Database) {
    this.#selectAll = db.prepare<CoachRow, []>(`SELECT ${COLUMNS} FROM coach ORDER BY active DESC, name, id`);
    this.#selectById = db.prepare<CoachRow, [number]>(`SELECT ${COLUMNS} FROM coach WHERE id = ?`);
    this.#selectHolders = db.prepare<CoachHolder, [number, string]>(
      `SELECT coach_claim.slot, coach_claim.session_id, coalesce(event.title, coach_busy.note) AS title FROM coach_claim
         LEFT JOIN event_session ON event_session.id = coach_claim.session_id
         LEFT JOIN event ON event.id = event_session.event_id
         LEFT JOIN coach_busy ON coach_busy.id = coach_claim.busy_id
       WHERE coach_claim.coach_id = ? AND coach_claim.date = ?`,
    );
    // Claims tell who gave a class, even if the event has a different coach by now.
    this.#selectHours = db.prepare<CoachHours, [string]>(
      `SELECT coach.name AS coach, event.title, event_session.date, event_session.start_time, event_session.duration,
         (SELECT count(*) FROM event_attendance WHERE session_id = event_session.id AND came = 1) AS players
       FROM coach_claim JOIN event_session ON event_session.id = coach_claim.session_id
         JOIN event ON event.id = event_session.event_id JOIN coach ON coach.id = coach_claim.coach_id
       WHERE substr(coach_claim.date, 1, 7) = ? AND event.state <> 'draft'
       GROUP BY coach.id, event_session.id
       ORDER BY coach.name, coach.id, event_session.date, event_session.start_time`,
    );
    this.#selectSessions = db.prepare<{ session_id: number }, [number, string]>(
      `SELECT DISTINCT session_id FROM coach_claim
       WHERE coach_id = ? AND date >= ? AND session_id IS NOT NULL ORDER BY date, session_id LIMIT 500`,
    );
    this.#selectBusy = db.prepare<
      { id: number; date: string; note: string; slots: string },
      [number, string]
    >(
      `SELECT coach_busy.id, coach_busy.date, coach_busy.note, json_group_array(coach_claim.slot) AS slots
       FROM coach_busy JOIN coach_claim ON coach_claim.busy_id = coach_busy.id
       WHERE coach_busy.coach_id = ? AND coach_busy.date >= ? GROUP BY coach_busy.id ORDER BY coach_busy.date LIMIT 500`,
    );
  }

  list(): Coach[] {
    return this.#selectAll.all().map(toCoach);
  }

  find(id: number): CoachRow | null {
    return this.#selectById.get(id);
  }

  require(id: number): CoachRow {
    const coach = this.find(id);
    if (!coach) throw new Failure('not_found', 'There is no coach with this number.');
    return coach;
  }

  /** What takes up the coach's time on a day, by slot. */
  holdersOn(id: number, date: string): Map<number, CoachHolder> {
    return new Map(this.#selectHolders.all(id, date).map((holder) => [holder.slot, holder]));
  }

  /** The ids of a coach's dates from a day on. */
  sessionsFrom(id: number, date: string): number[] {
    return this.#selectSessions.all(id, date).map(({ session_id }) => session_id);
  }

  /** The classes of a month such as `2026-11`, past and future. */
  hoursOf(month: string): CoachHours[] {
    return this.#selectHours.all(month);
  }

  /** Other hours from a day on. */
  busyFrom(id: number, date: string): { id: number; date: string; note: string; slotIndexes: number[] }[] {
    return this.#selectBusy
      .all(id, date)
      .map(({ slots, ...busy }) => ({ ...busy, slotIndexes: inPlayingOrder(JSON.parse(slots) as number[]) }));
  }

  add(tx: Transaction, { name, email, phone }: CoachInput, actor: Actor): Coach {
    const { lastInsertRowid } = tx.db
      .query('INSERT INTO coach (name, email, phone, created_at) VALUES (?, ?, ?, ?)')
      .run(name, email, phone, tx.now);
    const id = Number(lastInsertRowid);
    recordAuditEntry(tx, actor, 'added', 'coach', id);
    tx.emit({ kind: 'coach.changed', coach_id: id });
    return toCoach(this.require(id));
  }

  edit(tx: Transaction, id: number, edit: CoachInput & { active: boolean }, actor: Actor): Coach {
    tx.db
      .query('UPDATE coach SET name = ?, email = ?, phone = ?, active = ? WHERE id = ?')
      .run(edit.name, edit.email, edit.phone, edit.active ? 1 : 0, id);
    recordAuditEntry(tx, actor, 'edited', 'coach', id, {});
    tx.emit({ kind: 'coach.changed', coach_id: id });
    return toCoach(this.require(id));
  }

  /** Ends the coach's current link and feed. */
  renewLink(tx: Transaction, id: number, actor: Actor): CoachRow {
    const { name } = this.require(id);
    tx.db.query('UPDATE coach SET link = link + 1 WHERE id = ?').run(id);
    recordAuditEntry(tx, actor, 'feed_created', 'coach', id, { label: name, audience: 'coach' });
    tx.emit({ kind: 'coach.changed', coach_id: id });
    return this.require(id);
  }

  addBusy(tx: Transaction, coachId: number, { note, ...time }: CoachBusy): number {
    this.require(coachId);
    const slots = sessionSlots(time);
    if (!slots) throw invalidField('duration', 'This runs past the end of the day at 6 AM.');
    const holders = this.holdersOn(coachId, time.date);
    const held = slots.map((slot) => holders.get(slot)).find((holder) => holder !== undefined);
    if (held) throw coachElsewhere(held.title);
    const { lastInsertRowid } = tx.db
      .query('INSERT INTO coach_busy (coach_id, date, note, created_at) VALUES (?, ?, ?, ?)')
      .run(coachId, time.date, note, tx.now);
    const id = Number(lastInsertRowid);
    tx.db
      .query(
        'INSERT INTO coach_claim (coach_id, date, slot, busy_id) SELECT ?, ?, value, ? FROM json_each(?)',
      )
      .run(coachId, time.date, id, JSON.stringify(slots));
    tx.emit({ kind: 'coach.changed', coach_id: coachId });
    return id;
  }

  removeBusy(tx: Transaction, id: number): void {
    const removed = tx.db
      .query<{ coach_id: number }, [number]>('DELETE FROM coach_busy WHERE id = ? RETURNING coach_id')
      .get(id);
    if (!removed) throw new Failure('not_found', 'These hours have already been removed.');
    tx.emit({ kind: 'coach.changed', coach_id: removed.coach_id });
  }
}

export function coachElsewhere(title: string): Failure {
  const text = title === '' ? 'The coach is busy at this time.' : `The coach has “${title}” at this time.`;
  return new Failure('slot_taken', text);
}

function toCoach({ id, name, email, phone, active }: CoachRow): Coach {
  return { id, name, email, phone, active: active === 1 };
}
