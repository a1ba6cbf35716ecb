import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import { MESSAGE_STATES, type MessageState, type OutboxMessageView } from '../domain/outbox-message.ts';
import type { OutboxRow } from './outbox.ts';

type MessageRow = OutboxRow & { booking_email: string | null; booking_phone: string | null };

export interface OutboxFilter {
  booking_id?: number;
  state?: MessageState;
  limit: number;
  /** Only messages with a smaller id. */
  cursor?: number;
}

/** The desk's look at the outbox. */
export class OutboxList {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first, with the cursor of the next page or null. */
  list(filter: OutboxFilter): { notices: OutboxMessageView[]; next_cursor: number | null } {
    const { where, values } = whereClause(filter);
    const rows = this.#db
      .query<MessageRow, (string | number)[]>(`${SELECT} ${where} ORDER BY outbox.id DESC LIMIT ?`)
      .all(...values, filter.limit + 1);
    const pageRows = rows.slice(0, filter.limit);
    return {
      notices: pageRows.map(toView),
      next_cursor: rows.length > filter.limit ? (pageRows.at(-1)?.id ?? null) : null,
    };
  }

  countByState(): Record<MessageState, number> {
    const counted = this.#db
      .query<{ state: MessageState; count: number }, []>(
        'SELECT state, COUNT(*) AS count FROM outbox GROUP BY state',
      )
      .all();
    const counts = Object.fromEntries(MESSAGE_STATES.map((state) => [state, 0])) as Record<
      MessageState,
      number
    >;
    for (const { state, count } of counted) counts[state] = count;
    return counts;
  }

  /** Puts a failed message back, to be tried for another day with the same Message-ID. */
  retry(tx: Transaction, id: number, actor: Actor): OutboxMessageView {
    const row = this.#find(id);
    if (!row) throw new Failure('not_found', 'There is no message with this number.');
    if (row.state !== 'failed' && row.state !== 'queued') {
      throw new Failure('wrong_state', `This message is ${row.state} already.`);
    }
    tx.db
      .query(
        `UPDATE outbox SET state = 'queued', attempts = 0, first_tried_at = NULL, next_at = 0, settled_at = NULL
         WHERE id = ?`,
      )
      .run(id);
    if (row.booking_id !== null) {
      recordAuditEntry(tx, actor, 'notice_retried', 'booking', row.booking_id, {
        notice: id,
        kind: row.kind,
      });
    }
    tx.emit({ kind: 'notice.retried', outbox_id: id });
    const updated = this.#find(id);
    if (!updated) throw new Error('a message just written cannot be read');
    return toView(updated);
  }

  #find(id: number): MessageRow | null {
    return this.#db.query<MessageRow, [number]>(`${SELECT} WHERE outbox.id = ?`).get(id);
  }
}

const SELECT = `SELECT outbox.*, booking.email AS booking_email, booking.phone AS booking_phone
  FROM outbox LEFT JOIN booking ON booking.id = outbox.booking_id`;

function whereClause(filter: OutboxFilter): { where: string; values: (string | number)[] } {
  const parts: string[] = [];
  const values: (string | number)[] = [];
  const add = (sql: string, value: string | number | undefined) => {
    if (value === undefined) return;
    parts.push(sql);
    values.push(value);
  };
  add('outbox.booking_id = ?', filter.booking_id);
  add('outbox.state = ?', filter.state);
  add('outbox.id < ?', filter.cursor);
  return { where: parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '', values };
}

/** Never the details: they hold links that open accounts. */
function toView(row: MessageRow): OutboxMessageView {
  const bookingContact = row.channel === 'sms' ? row.booking_phone : row.booking_email;
  return {
    id: row.id,
    kind: row.kind,
    channel: row.channel,
    audience: row.audience,
    booking_id: row.booking_id,
    recipient: row.recipient ?? (row.audience === 'customer' ? bookingContact : null),
    state: row.state,
    reason: row.reason,
    attempts: row.attempts,
    created_at: clubTimestamp(row.created_at),
    due_at: row.state === 'queued' ? dueAt(row) : null,
    settled_at: row.settled_at === null ? null : clubTimestamp(row.settled_at),
  };
}

function dueAt(row: OutboxRow): string {
  return clubTimestamp(Math.max(row.created_at, row.not_before, row.next_at));
}
