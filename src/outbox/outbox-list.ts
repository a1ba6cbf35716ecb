import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import { Failure } from '../domain/failure.ts';
import { MESSAGE_STATES, type MessageState } from '../domain/outbox-message.ts';
import { CHANNELS } from './channels/table.ts';
import type { OutboxRow } from './outbox.ts';

const STORED_AS: Partial<Record<MessageState, OutboxRow['state']>> = { saved: 'sent', dropped: 'withdrawn' };
const DROP_REASONS = CHANNELS.map(({ limit }) => limit.dropped);
const IS_DROPPED = `state = 'withdrawn' AND reason IN ('${DROP_REASONS.join("', '")}')`;

export interface OutboxFilter {
  booking_id?: number;
  state?: MessageState;
  limit: number;
  /** Only messages with a smaller id. */
  cursor?: number;
}

/** Lists the outbox for admins and retries failed messages. */
export class OutboxList {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first; `next_cursor` is null on the last page. */
  list(filter: OutboxFilter): { rows: OutboxRow[]; next_cursor: number | null } {
    const { where, values } = whereClause(filter);
    const found = this.#db
      .query<OutboxRow, (string | number)[]>(`SELECT * FROM outbox ${where} ORDER BY id DESC LIMIT ?`)
      .all(...values, filter.limit + 1);
    const rows = found.slice(0, filter.limit);
    return {
      rows,
      next_cursor: found.length > filter.limit ? (rows.at(-1)?.id ?? null) : null,
    };
  }

  countByState(): Record<MessageState, number> {
    const counted = this.#db
      .query<{ state: MessageState; count: number }, []>(
        `SELECT CASE WHEN state = 'sent' AND reason IS NOT NULL THEN 'saved'
           WHEN ${IS_DROPPED} THEN 'dropped' ELSE state END AS state, COUNT(*) AS count FROM outbox GROUP BY 1`,
      )
      .all();
    const counts = Object.fromEntries(MESSAGE_STATES.map((state) => [state, 0])) as Record<
      MessageState,
      number
    >;
    for (const { state, count } of counted) counts[state] = count;
    return counts;
  }

  /** Queues a failed message again under the same Message-ID; it is retried for another day. */
  retry(tx: Transaction, id: number, actor: Actor): OutboxRow {
    const row = this.#find(id);
    if (!row) throw new Failure('not_found', 'There is no message with this number.');
    if (row.state !== 'failed' && row.state !== 'queued') {
      throw new Failure('wrong_state', `This message is already ${stateOf(row)}.`);
    }
    tx.db
      .query(
        `UPDATE outbox SET state = 'queued', attempts = 0, first_tried_at = NULL, next_at = 0, settled_at = NULL
         WHERE id = ?`,
      )
      .run(id);
    if (row.booking_id !== null) {
      recordAuditEntry(tx, actor, 'message_retried', 'booking', row.booking_id, {
        message: id,
        kind: row.kind,
      });
    }
    tx.emit({ kind: 'message.retried', outbox_id: id });
    const updated = this.#find(id);
    if (!updated) throw new Error('the updated message cannot be read');
    return updated;
  }

  #find(id: number): OutboxRow | null {
    return this.#db.query<OutboxRow, [number]>('SELECT * FROM outbox WHERE id = ?').get(id);
  }
}

function whereClause(filter: OutboxFilter): { where: string; values: (string | number)[] } {
  const parts: string[] = [];
  const values: (string | number)[] = [];
  const add = (sql: string, value: string | number | undefined) => {
    if (value === undefined) return;
    parts.push(sql);
    values.push(value);
  };
  add('booking_id = ?', filter.booking_id);
  add('state = ?', filter.state && (STORED_AS[filter.state] ?? filter.state));
  if (filter.state === 'sent') parts.push('reason IS NULL');
  if (filter.state === 'saved') parts.push('reason IS NOT NULL');
  if (filter.state === 'withdrawn') parts.push(`NOT (${IS_DROPPED})`);
  if (filter.state === 'dropped') parts.push(IS_DROPPED);
  add('id < ?', filter.cursor);
  return { where: parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '', values };
}

/**
 * A sent message with a reason was only saved as a file; a withdrawn one may have been dropped by its recipient's
 * limit.
 */
export function stateOf({ state, reason }: OutboxRow): MessageState {
  if (state === 'sent' && reason !== null) return 'saved';
  return state === 'withdrawn' && DROP_REASONS.includes(reason ?? '') ? 'dropped' : state;
}
