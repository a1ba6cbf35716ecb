import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import type { Channel, MessageKind, MessageState } from '../domain/outbox-message.ts';

export interface OutboxRow {
  id: number;
  key: string;
  kind: MessageKind;
  channel: Channel;
  audience: 'customer' | 'club' | 'account';
  booking_id: number | null;
  user_id: number | null;
  contact_id: number | null;
  recipient: string | null;
  /** JSON: what the message needs and no other row holds. */
  details: string;
  message_id: string;
  /** 0 goes before 1: somebody waits in front of the form for it. */
  urgency: number;
  state: MessageState;
  reason: string | null;
  attempts: number;
  first_tried_at: number | null;
  not_before: number;
  next_at: number;
  lease_owner: string | null;
  leased_until: number | null;
  created_at: number;
  settled_at: number | null;
}

/** A message to write. `key` is unique for ever: the same word is never queued twice. */
export interface NewMessage {
  key: string;
  kind: MessageKind;
  channel: Channel;
  audience: OutboxRow['audience'];
  booking_id?: number;
  user_id?: number;
  contact_id?: number;
  recipient?: string;
  details?: object;
  not_before?: number;
}

/** A lease outlives every try; only a process that died lets one run out. */
export const LEASE_MS = 3 * 60_000;
/** Sent and withdrawn messages are kept this long for the desk. */
const RETENTION_MS = 90 * 24 * 60 * 60_000;
/** The longest wait between two tries. */
export const MAX_BACKOFF_MS = 15 * 60_000;

// A moment further away than any this program writes was written before the clock went back: it counts as come.
const DUE_CONDITION = `state = 'queued' AND channel = $channel AND not_before <= $now
  AND (next_at <= $now OR next_at > $now + ${MAX_BACKOFF_MS * 2})
  AND (leased_until IS NULL OR leased_until <= $now OR leased_until > $now + ${LEASE_MS})`;

/** The messages on their way out. Every change runs inside a transaction of `ClubDb`. */
export class Outbox {
  readonly #host: string;
  readonly #insert;
  readonly #due;
  readonly #nextDueAt;
  readonly #leased;

  /** `host` is what stands after the @ of the messages' ids. */
  constructor(db: Database, host: string) {
    this.#host = host;
    this.#insert = db.prepare<null, (string | number | null)[]>(
      `INSERT INTO outbox (key, kind, channel, audience, booking_id, user_id, contact_id, recipient, details,
         message_id, urgency, not_before, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
    );
    this.#due = db.prepare<{ one: number }, { channel: string; now: number }>(
      `SELECT 1 AS one FROM outbox WHERE ${DUE_CONDITION} LIMIT 1`,
    );
    this.#nextDueAt = db.prepare<{ at: number | null }, [string]>(
      `SELECT MIN(MAX(not_before, next_at, COALESCE(leased_until, 0))) AS at FROM outbox
       WHERE state = 'queued' AND channel = ?`,
    );
    this.#leased = db.prepare<{ one: number }, [number, string]>(
      "SELECT 1 AS one FROM outbox WHERE id = ? AND lease_owner = ? AND state = 'queued'",
    );
  }

  /** Queues a message with its Message-ID, which every try carries. False when its key is known already. */
  enqueue(tx: Transaction, message: NewMessage): boolean {
    const { changes, lastInsertRowid } = this.#insert.run(
      message.key,
      message.kind,
      message.channel,
      message.audience,
      message.booking_id ?? null,
      message.user_id ?? null,
      message.contact_id ?? null,
      message.recipient ?? null,
      JSON.stringify(message.details ?? {}),
      `${Bun.randomUUIDv7()}@${this.#host}`,
      message.audience === 'account' ? 0 : 1,
      message.not_before ?? 0,
      tx.now,
    );
    if (changes === 0) return false;
    tx.emit({ kind: 'notice.queued', outbox_id: Number(lastInsertRowid) });
    return true;
  }

  hasDue(channel: Channel, now: number): boolean {
    return this.#due.get({ channel, now }) !== null;
  }

  /** When the next message of a channel is due, or null when none waits. */
  nextDueAt(channel: Channel): number | null {
    return this.#nextDueAt.get(channel)?.at ?? null;
  }

  /**
   * Takes up to `limit` due messages for `owner`: nobody else gets them before the lease ends. A try counts
   * from here, so that a message which kills its process is not tried for ever. `busy` are ids this process
   * holds already, whatever the clock says about their lease.
   */
  leaseDue(
    tx: Transaction,
    input: { channel: Channel; owner: string; limit: number; busy: readonly number[] },
  ): OutboxRow[] {
    return tx.db
      .query<OutboxRow, Record<string, string | number>>(
        `UPDATE outbox SET lease_owner = $owner, leased_until = $until, attempts = attempts + 1,
           first_tried_at = COALESCE(first_tried_at, $now)
         WHERE id IN (SELECT id FROM outbox WHERE ${DUE_CONDITION}
           AND id NOT IN (SELECT value FROM json_each($busy)) ORDER BY urgency, id LIMIT $limit)
         RETURNING *`,
      )
      .all({
        channel: input.channel,
        now: tx.now,
        owner: input.owner,
        until: tx.now + LEASE_MS,
        busy: JSON.stringify(input.busy),
        limit: input.limit,
      })
      .sort((a, b) => a.urgency - b.urgency || a.id - b.id);
  }

  /** False when a message was withdrawn after `owner` took it. */
  isLeasedBy(id: number, owner: string): boolean {
    return this.#leased.get(id, owner) !== null;
  }

  /** It is out. Holds even when it was withdrawn while it travelled: what was said was said. */
  markSent(
    tx: Transaction,
    id: number,
    owner: string,
    delivery: { recipient: string; note: string | null },
  ): void {
    tx.db
      .query(
        `UPDATE outbox SET state = 'sent', recipient = ?, reason = ?, details = '{}', lease_owner = NULL,
           leased_until = NULL, settled_at = ? WHERE id = ? AND lease_owner = ?`,
      )
      .run(delivery.recipient, delivery.note, tx.now, id, owner);
  }

  scheduleRetry(tx: Transaction, id: number, owner: string, reason: string, nextAt: number): void {
    tx.db
      .query(
        `UPDATE outbox SET reason = ?, next_at = ?, lease_owner = NULL, leased_until = NULL
         WHERE id = ? AND lease_owner = ? AND state = 'queued'`,
      )
      .run(reason, nextAt, id, owner);
  }

  markFailed(tx: Transaction, id: number, owner: string, reason: string): void {
    this.#settle(tx, id, owner, 'failed', reason);
  }

  withdraw(tx: Transaction, id: number, owner: string, reason: string): void {
    this.#settle(tx, id, owner, 'withdrawn', reason);
  }

  /** Not now: it waits until `moment`, and this look at it was no try. */
  postpone(tx: Transaction, id: number, owner: string, notBefore: number): void {
    tx.db
      .query(
        `UPDATE outbox SET not_before = ?, attempts = attempts - 1,
           first_tried_at = CASE WHEN attempts > 1 THEN first_tried_at END, lease_owner = NULL, leased_until = NULL
         WHERE id = ? AND lease_owner = ? AND state = 'queued'`,
      )
      .run(notBefore, id, owner);
  }

  /** Takes back what a later event has overtaken. Its key is free again: the word may become true once more. */
  withdrawForBooking(
    tx: Transaction,
    bookingId: number,
    kinds: readonly MessageKind[],
    reason: string,
  ): void {
    tx.db
      .query(
        `UPDATE outbox SET state = 'withdrawn', reason = ?, details = '{}', settled_at = ?,
           key = key || ':withdrawn:' || id
         WHERE booking_id = ? AND state = 'queued' AND kind IN (SELECT value FROM json_each(?))`,
      )
      .run(reason, tx.now, bookingId, JSON.stringify(kinds));
  }

  /** Lets every message that waits out a pause of a channel go at once, after the channel works again. */
  retryNow(tx: Transaction, channel: Channel): void {
    tx.db
      .query(
        `UPDATE outbox SET next_at = 0 WHERE state = 'queued' AND channel = ? AND next_at > ? AND reason LIKE 'unreachable:%'`,
      )
      .run(channel, tx.now);
  }

  /** Frees the leases of processes that are gone. */
  releaseLeases(tx: Transaction, isGone: (owner: string) => boolean): void {
    const owners = tx.db
      .query<{ lease_owner: string }, []>(
        'SELECT DISTINCT lease_owner FROM outbox WHERE lease_owner IS NOT NULL',
      )
      .all();
    for (const { lease_owner } of owners) {
      if (!isGone(lease_owner)) continue;
      tx.db
        .query('UPDATE outbox SET lease_owner = NULL, leased_until = NULL WHERE lease_owner = ?')
        .run(lease_owner);
    }
  }

  /** Forgets what was sent or withdrawn a season ago. What failed stays until somebody looks at it. */
  deleteExpired(tx: Transaction): void {
    tx.db
      .query("DELETE FROM outbox WHERE state IN ('sent', 'withdrawn') AND settled_at < ?")
      .run(tx.now - RETENTION_MS);
  }

  #settle(tx: Transaction, id: number, owner: string, state: MessageState, reason: string): void {
    const details = state === 'withdrawn' ? ", details = '{}'" : '';
    tx.db
      .query(
        `UPDATE outbox SET state = ?, reason = ?, settled_at = ?, lease_owner = NULL, leased_until = NULL${details}
         WHERE id = ? AND lease_owner = ? AND state = 'queued'`,
      )
      .run(state, reason, tx.now, id, owner);
  }
}
