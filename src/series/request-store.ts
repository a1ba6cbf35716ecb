import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import { insertRow } from '../db/insert-row.ts';
import type { SeriesRequest } from '../domain/api/series-routes.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import { LIST_LIMITS } from '../domain/list-limits.ts';
import type { SeriesRequestInput } from '../domain/series-input.ts';

/** How many open requests a member may have. */
const MAX_OPEN_REQUESTS = 3;

type RequestRow = Omit<SeriesRequest, 'created_at'> & { created_at: number };

const SELECT = `SELECT series_request.id, user_id, user.name, user.email, user.phone, court_id,
    court.name AS court_name, start_time, half_hours, every_weeks, from_date AS "from", dates, note,
    series_request.created_at
  FROM series_request JOIN user ON user.id = series_request.user_id JOIN court ON court.id = series_request.court_id`;

export class SeriesRequestStore {
  readonly #selectAll;
  readonly #selectByUser;

  constructor(db: Database) {
    this.#selectAll = db.prepare<RequestRow, []>(
      `${SELECT} ORDER BY series_request.id LIMIT ${LIST_LIMITS.inbox}`,
    );
    this.#selectByUser = db.prepare<RequestRow, [number]>(
      `${SELECT} WHERE user_id = ? ORDER BY series_request.id`,
    );
  }

  /** Oldest first. */
  list(): SeriesRequest[] {
    return this.#selectAll.all().map(toRequest);
  }

  listByUser(userId: number): SeriesRequest[] {
    return this.#selectByUser.all(userId).map(toRequest);
  }

  add(tx: Transaction, userId: number, input: SeriesRequestInput): SeriesRequest {
    if (this.listByUser(userId).length >= MAX_OPEN_REQUESTS) {
      throw new Failure(
        'wrong_state',
        `You have ${MAX_OPEN_REQUESTS} requests that we haven’t answered yet. Please wait for our answer, or call us.`,
      );
    }
    const { lastInsertRowid } = insertRow(tx.db, 'INSERT INTO series_request', {
      user_id: userId,
      court_id: input.court_id,
      start_time: input.start_time,
      half_hours: input.half_hours,
      every_weeks: input.every_weeks,
      from_date: input.from,
      dates: input.dates,
      note: input.note,
      created_at: tx.now,
    });
    const id = Number(lastInsertRowid);
    tx.emit({ kind: 'series.requested', request_id: id });
    const request = this.listByUser(userId).find((one) => one.id === id);
    if (!request) throw new Error('the request was written in this transaction');
    return request;
  }

  /** With `userId`, only removes a request by that member. */
  remove(tx: Transaction, id: number, userId?: number): void {
    const { changes } = tx.db
      .query('DELETE FROM series_request WHERE id = ?1 AND (?2 IS NULL OR user_id = ?2)')
      .run(id, userId ?? null);
    if (changes === 0)
      throw new Failure('not_found', 'This request was answered or withdrawn in the meantime.');
    tx.emit({ kind: 'series.requested', request_id: id });
  }

  decline(tx: Transaction, id: number, actor: Actor): SeriesRequest {
    const request = this.list().find((one) => one.id === id);
    this.remove(tx, id);
    if (!request) throw new Error('the request was removed in this transaction');
    recordAuditEntry(tx, actor, 'series_declined', 'user', request.user_id);
    return request;
  }
}

function toRequest(row: RequestRow): SeriesRequest {
  return { ...row, created_at: clubTimestamp(row.created_at) };
}
