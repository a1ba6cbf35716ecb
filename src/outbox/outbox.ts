import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import { insertRow } from '../db/insert-row.ts';
import type { AccountMessage } from '../domain/account-message.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import type { MessageState } from '../domain/outbox-message.ts';
import type { Delivery } from './channels/channel.ts';
import { email as emailChannel } from './channels/email.ts';
import { channelOf } from './channels/table.ts';

/** Saved messages are stored as sent, and dropped ones as withdrawn, with a reason. */
type StoredState = Exclude<MessageState, 'saved' | 'dropped'>;

export interface OutboxRow {
  id: number;
  key: string;
  kind: string;
  channel: string;
  limit_key: string | null;
  /** The channel that failed to deliver it; null unless another took over. */
  passed_from: string | null;
  /** The provider's id for the sent message. */
  provider_id: string | null;
  audience: 'customer' | 'club' | 'account';
  booking_id: number | null;
  /** Null for a message that is not to a payer. */
  payer_id: number | null;
  user_id: number | null;
  contact_id: number | null;
  recipient: string | null;
  /** JSON: data of the message that is stored nowhere else. */
  details: string;
  message_id: string;
  /**
   * 0 is sent first: someone is waiting for an account message. 2 is sent last: reminders, news, and copies for the
   * club.
   */
  urgency: number;
  state: StoredState;
  reason: string | null;
  attempts: number;
  first_tried_at: number | null;
  not_before: number;
  next_at: number;
  created_at: number;
  settled_at: number | null;
}

/** A message to queue. `key` is unique, so the same message is never queued twice. */
export interface NewMessage {
  key: string;
  kind: string;
  channel: string;
  audience: OutboxRow['audience'];
  booking_id?: number;
  payer_id?: number;
  user_id?: number;
  contact_id?: number;
  recipient?: string;
  /** The mailbox or phone number to count messages by. Any beyond the limit are dropped. */
  limit_key?: string;
  /** Counts, but is never dropped. */
  required?: true;
  details?: object;
  not_before?: number;
  /** A reminder or news, sent after confirmations. */
  urgency?: 2 | undefined;
}

const URGENCIES = { account: 0, customer: 1, club: 2 } as const;

/**
 * The key of a mailbox's limit. Somebody who has paid, or confirmed the address, has a separate allowance, so that
 * strangers who type the address can't use it up.
 */
export function limitKeyOf(email: string, isConfirmed: boolean): string {
  return isConfirmed ? `confirmed ${mailboxOf(email)}` : mailboxOf(email);
}

/** Triggered by a visitor who registers an address. */
const BY_REGISTRATION: ReadonlySet<AccountMessage['kind']> = new Set(['verify_email', 'account_exists']);
/** How long admins can see sent and withdrawn messages. */
const RETENTION_MS = 90 * 24 * 60 * 60_000;
/** The newest messages stay whatever the clock says, because their keys prevent duplicates. */
const MIN_ROWS_KEPT = 500;
/** The latest `not_before` of a new message: a text message waits until morning. */
export const MAX_DELAY_MS = 24 * 60 * 60_000;
/** The longest wait between two attempts. */
export const MAX_BACKOFF_MS = 15 * 60_000;

const DUE_CONDITION = `state = 'queued' AND channel = $channel AND not_before <= $now AND next_at <= $now`;

/** Stores messages to send. All changes run inside a transaction of `ClubDb`. */
export class Outbox {
  readonly #db: Database;
  readonly #host: string;
  readonly #due;
  readonly #nextDueAt;
  readonly #isQueued;
  readonly #byKey;
  readonly #lastOfKind;
  readonly #lastToPayer;
  readonly #told;
  readonly #countByLimitKey;
  readonly #recentOfKind;

  /** `host` is the part of every Message-ID after the @. */
  constructor(db: Database, host: string) {
    this.#db = db;
    this.#host = host;
    this.#due = db.prepare<{ one: number }, { channel: string; now: number }>(
      `SELECT 1 AS one FROM outbox WHERE ${DUE_CONDITION} LIMIT 1`,
    );
    this.#nextDueAt = db.prepare<{ at: number | null }, [string]>(
      `SELECT MIN(MAX(not_before, next_at)) AS at FROM outbox
       WHERE state = 'queued' AND channel = ?`,
    );
    this.#isQueued = db.prepare<{ one: number }, [number]>(
      "SELECT 1 AS one FROM outbox WHERE id = ? AND state = 'queued'",
    );
    this.#byKey = db.prepare<{ id: number }, [string]>('SELECT id FROM outbox WHERE key = ?');
    const lastOfKind = (subject: 'booking_id' | 'payer_id') =>
      db.prepare<{ state: StoredState; at: number }, [number, string, string]>(
        `SELECT state, COALESCE(settled_at, created_at) AS at FROM outbox
         WHERE ${subject} = ? AND kind = ? AND channel IN (SELECT value FROM json_each(?)) AND state <> 'withdrawn'
         ORDER BY id DESC LIMIT 1`,
      );
    this.#lastOfKind = lastOfKind('booking_id');
    this.#lastToPayer = lastOfKind('payer_id');
    this.#told = db.prepare<{ one: number }, [number, string, number]>(
      `SELECT 1 AS one FROM outbox WHERE payer_id = ? AND kind IN (SELECT value FROM json_each(?))
       AND created_at >= ? AND state <> 'withdrawn' LIMIT 1`,
    );
    this.#recentOfKind = db.prepare<{ one: number }, [string, number]>(
      "SELECT 1 AS one FROM outbox WHERE kind = ? AND (state = 'queued' OR created_at > ?) LIMIT 1",
    );
    // A message waiting for the mail server counts however old it is: all of them leave together once it is back.
    this.#countByLimitKey = db.prepare<{ count: number }, [string, number]>(
      `SELECT count(*) AS count FROM outbox
       WHERE limit_key = ? AND (state = 'queued' OR state <> 'withdrawn' AND settled_at > ?)`,
    );
  }

  hasKey(key: string): boolean {
    return this.#byKey.get(key) !== null;
  }

  find(id: number): OutboxRow | null {
    return this.#db.query<OutboxRow, [number]>('SELECT * FROM outbox WHERE id = ?').get(id);
  }

  findId(key: string): number | null {
    return this.#byKey.get(key)?.id ?? null;
  }

  /**
   * Takes back the message with this key, which is no longer true. Returns true if it has been sent, so that only
   * another message puts it right.
   */
  takeBack(tx: Transaction, key: string, reason: string): boolean {
    const row = tx.db
      .query<{ id: number; state: StoredState }, [string]>('SELECT id, state FROM outbox WHERE key = ?')
      .get(key);
    if (row?.state === 'queued') this.withdraw(tx, row.id, reason);
    return row?.state === 'sent' || row?.state === 'delivered' || row?.state === 'read';
  }

  /** The newest message of a kind about a booking by one of the channels that was not withdrawn. */
  lastOfKind(
    bookingId: number,
    kind: string,
    channels: readonly string[],
  ): { state: StoredState; at: number } | null {
    return this.#lastOfKind.get(bookingId, kind, JSON.stringify(channels));
  }

  /** The same to or about a payer, who may owe for something else than a booking. */
  lastToPayer(
    payerId: number,
    kind: string,
    channels: readonly string[],
  ): { state: StoredState; at: number } | null {
    return this.#lastToPayer.get(payerId, kind, JSON.stringify(channels));
  }

  /** True if a payer was told something of these kinds since then, or will be. */
  hasTold(payerId: number, kinds: readonly string[], since: number): boolean {
    return this.#told.get(payerId, JSON.stringify(kinds), since) !== null;
  }

  /** True if one more message with `limitKey` is within its channel's limit. */
  hasRoom(now: number, limitKey: string, channel: string): boolean {
    const { messages, windowMs } = channelOf(channel).limit;
    return (this.#countByLimitKey.get(limitKey, now - windowMs)?.count ?? 0) < messages;
  }

  /**
   * Queues a message, with one Message-ID for all its attempts. Anything beyond the recipient's limit is dropped
   * rather than delayed, because a delayed flood is still a flood; the row tells admins. Returns false if the key
   * already exists.
   */
  enqueue(tx: Transaction, message: NewMessage): boolean {
    const { channel, limit_key = null } = message;
    const isDropped = limit_key !== null && !message.required && !this.hasRoom(tx.now, limit_key, channel);
    const row = {
      key: message.key,
      kind: message.kind,
      channel,
      audience: message.audience,
      booking_id: message.booking_id ?? null,
      payer_id: message.payer_id ?? null,
      user_id: message.user_id ?? null,
      contact_id: message.contact_id ?? null,
      recipient: message.recipient ?? null,
      details: JSON.stringify(isDropped ? {} : (message.details ?? {})),
      message_id: `${Bun.randomUUIDv7()}@${this.#host}`,
      urgency: message.urgency ?? URGENCIES[message.audience],
      not_before: message.not_before ?? 0,
      created_at: tx.now,
      limit_key: isDropped ? null : limit_key,
      state: isDropped ? 'withdrawn' : 'queued',
      reason: isDropped ? channelOf(channel).limit.dropped : null,
      settled_at: isDropped ? tx.now : null,
    };
    const { changes, lastInsertRowid } = insertRow(
      tx.db,
      'INSERT INTO outbox',
      row,
      'ON CONFLICT (key) DO NOTHING',
    );
    if (changes === 0) return false;
    if (!isDropped) tx.emit({ kind: 'message.queued', outbox_id: Number(lastInsertRowid) });
    return true;
  }

  /**
   * Queues an email to a person about their account. A registration can name any address, so its email counts among
   * those that strangers can trigger; a reset link, which somebody is waiting for, has a limit of its own.
   */
  enqueueAccountMessage(tx: Transaction, message: AccountMessage): void {
    const { kind, user_id, email, ...details } = message;
    this.enqueue(tx, {
      // Every request is a new message, so the key is random.
      key: `${kind}:${user_id}:${Bun.randomUUIDv7()}`,
      kind,
      channel: 'email',
      audience: 'account',
      ...(user_id === null ? {} : { user_id }),
      recipient: email,
      details,
      ...(BY_REGISTRATION.has(kind) ? { limit_key: mailboxOf(email) } : {}),
    });
  }

  /**
   * Redirects a booking's unsent emails from the address `from` to another, where they count like new ones; if the
   * reception corrects the address and `limitKey` is null, nothing is dropped.
   */
  readdress(
    tx: Transaction,
    bookingId: number,
    from: string,
    recipient: string,
    limitKey: string | null,
  ): void {
    const queued = tx.db
      .query<{ id: number; limit_key: string | null }, [number, string]>(
        `SELECT id, limit_key FROM outbox WHERE booking_id = ? AND recipient = ? AND state = 'queued'
           AND channel = 'email' AND audience = 'customer' ORDER BY id`,
      )
      .all(bookingId, from);
    const move = tx.db.query('UPDATE outbox SET recipient = ?, limit_key = NULL WHERE id = ?');
    for (const { id } of queued) move.run(recipient, id);
    if (limitKey === null) return;
    const count = tx.db.query('UPDATE outbox SET limit_key = ? WHERE id = ?');
    for (const { id } of queued.filter(({ limit_key }) => limit_key !== null)) {
      if (this.hasRoom(tx.now, limitKey, 'email')) count.run(limitKey, id);
      else this.withdraw(tx, id, emailChannel.limit.dropped);
    }
  }

  hasDue(channel: string, now: number): boolean {
    return this.#due.get({ channel, now }) !== null;
  }

  /** When a channel's next message is due; null if none is queued. */
  nextDueAt(channel: string): number | null {
    return this.#nextDueAt.get(channel)?.at ?? null;
  }

  /**
   * Takes up to `limit` due messages to send now. The attempt counts from here, so that a message that kills its
   * process isn't retried forever. A taken message stays queued, so that the next server sends what a killed one had
   * taken.
   */
  takeDue(tx: Transaction, input: { channel: string; limit: number }): OutboxRow[] {
    return tx.db
      .query<OutboxRow, Record<string, string | number>>(
        `UPDATE outbox SET attempts = attempts + 1, first_tried_at = COALESCE(first_tried_at, $now)
         WHERE id IN (SELECT id FROM outbox WHERE ${DUE_CONDITION} ORDER BY urgency, id LIMIT $limit)
         RETURNING *`,
      )
      .all({ channel: input.channel, now: tx.now, limit: input.limit })
      .sort((a, b) => a.urgency - b.urgency || a.id - b.id);
  }

  /** False if the message was withdrawn or dropped after it was taken. */
  isQueued(id: number): boolean {
    return this.#isQueued.get(id) !== null;
  }

  /**
   * Marks a taken message as sent, even if it was withdrawn during the attempt. If its address was corrected during
   * the attempt, the old address has got it for good; it stays queued so that the new address gets it too.
   */
  markSent(
    tx: Transaction,
    taken: Pick<OutboxRow, 'id' | 'recipient' | 'channel'>,
    delivery: Delivery,
  ): void {
    // Another channel may still have to compose it.
    const isOpen = channelOf(taken.channel).deliveredWithinMs !== undefined;
    tx.db
      .query(
        `UPDATE outbox SET state = 'sent', recipient = ?1, reason = ?2, details = iif(?6, details, '{}'), settled_at = ?3,
           provider_id = ?7
         WHERE id = ?4 AND (recipient IS ?5 OR recipient = ?1) AND channel = ?8 AND state IN ('queued', 'withdrawn')`,
      )
      .run(
        delivery.recipient,
        delivery.note,
        tx.now,
        taken.id,
        taken.recipient,
        isOpen ? 1 : 0,
        delivery.provider_id ?? null,
        taken.channel,
      );
  }

  /** Finds a sent message by its provider id; null if it was deleted or has moved to another channel. */
  findSent(channel: string, providerId: string): OutboxRow | null {
    return this.#db
      .query<OutboxRow, [string, string]>('SELECT * FROM outbox WHERE provider_id = ? AND channel = ?')
      .get(providerId, channel);
  }

  /**
   * Marks a message sent of which only the provider's report tells so; null when it is no message of that channel any
   * more. A later answer of the provider changes nothing.
   */
  noteSent(
    tx: Transaction,
    channel: string,
    providerId: string,
    { id, message_id }: { id: number; message_id: string },
  ): OutboxRow | null {
    return tx.db
      .query<OutboxRow, [number, string, number, string, string]>(
        `UPDATE outbox SET state = 'sent', reason = NULL, settled_at = ?1, provider_id = ?2
         WHERE id = ?3 AND message_id = ?4 AND channel = ?5 AND state = 'queued' RETURNING *`,
      )
      .get(tx.now, providerId, id, message_id, channel);
  }

  /** Records a provider's report. Reports can arrive twice and in any order, so none moves a message backwards. */
  markReached(tx: Transaction, id: number, state: 'delivered' | 'read'): void {
    const before = state === 'read' ? "'sent', 'delivered'" : "'sent'";
    tx.db
      .query(
        `UPDATE outbox SET state = ?, details = '{}', settled_at = ? WHERE id = ? AND state IN (${before})`,
      )
      .run(state, tx.now, id);
  }

  /** A channel's messages sent before `before` that nothing has been reported about. */
  listUnreported(channel: string, before: number): OutboxRow[] {
    return this.#db
      .query<OutboxRow, [string, number]>(
        `SELECT * FROM outbox WHERE state = 'sent' AND provider_id IS NOT NULL AND channel = ? AND settled_at < ?
         ORDER BY id LIMIT 100`,
      )
      .all(channel, before);
  }

  /** The messages after the id `after` that were due before `before`, still wait, and are in no attempt. */
  listLate(channel: string, { before, after }: { before: number; after: number }, now: number): OutboxRow[] {
    return this.#db
      .query<OutboxRow, [string, number, number, number]>(
        `SELECT * FROM outbox WHERE state = 'queued' AND channel = ? AND max(created_at, not_before) < ?
           AND id > ? AND passed_from IS NULL AND (attempts = 0 OR next_at > ?) ORDER BY id LIMIT 100`,
      )
      .all(channel, before, after, now);
  }

  /**
   * Hands a message that its channel has not delivered to a second and last one; false if it was handed on already.
   */
  passOn(
    tx: Transaction,
    { id, limit_key }: OutboxRow,
    next: { channel: string; recipient: string },
    reason: string,
  ): boolean {
    const { channel, recipient } = next;
    const key = limit_key === null ? null : channel === emailChannel.id ? mailboxOf(recipient) : recipient;
    if (key !== null && !this.hasRoom(tx.now, key, channel)) return false;
    const { changes } = tx.db
      .query(
        `UPDATE outbox SET state = 'queued', passed_from = channel, channel = ?1, recipient = ?2, reason = ?3,
           limit_key = ?5, provider_id = NULL, attempts = 0, first_tried_at = NULL,
           next_at = 0, not_before = 0, settled_at = NULL
         WHERE id = ?4 AND passed_from IS NULL AND state IN ('queued', 'sent')`,
      )
      .run(channel, recipient, reason, id, key);
    if (changes > 0) tx.emit({ kind: 'message.queued', outbox_id: id });
    return changes > 0;
  }

  /** Stops waiting for reports about a sent message. */
  endReports(tx: Transaction, id: number): void {
    tx.db
      .query("UPDATE outbox SET provider_id = NULL, details = '{}' WHERE id = ? AND state = 'sent'")
      .run(id);
  }

  /** A provider reports that a sent message did not arrive. */
  markUndelivered(tx: Transaction, id: number, reason: string): void {
    tx.db
      .query("UPDATE outbox SET state = 'failed', reason = ?, settled_at = ? WHERE id = ? AND state = 'sent'")
      .run(reason, tx.now, id);
  }

  scheduleRetry(tx: Transaction, id: number, reason: string, nextAt: number): void {
    tx.db
      .query("UPDATE outbox SET reason = ?, next_at = ? WHERE id = ? AND state = 'queued'")
      .run(reason, nextAt, id);
  }

  /**
   * Returns a message to the queue until `nextAt`, because the club can't send any for now; the attempt does not
   * count.
   */
  holdBack(tx: Transaction, id: number, reason: string, nextAt: number): void {
    tx.db
      .query(
        `UPDATE outbox SET reason = ?, next_at = ?, attempts = attempts - 1,
           first_tried_at = CASE WHEN attempts > 1 THEN first_tried_at END
         WHERE id = ? AND state = 'queued'`,
      )
      .run(reason, nextAt, id);
  }

  /** True if a message of this kind is waiting, or was queued since `since`. */
  hasRecent(kind: string, since: number): boolean {
    return this.#recentOfKind.get(kind, since) !== null;
  }

  markFailed(tx: Transaction, id: number, reason: string): void {
    this.#settle(tx, id, 'failed', reason);
  }

  withdraw(tx: Transaction, id: number, reason: string): void {
    this.#settle(tx, id, 'withdrawn', reason);
  }

  /** Returns a message to the queue until `notBefore` without counting an attempt. */
  postpone(tx: Transaction, id: number, notBefore: number): void {
    tx.db
      .query(
        `UPDATE outbox SET not_before = ?, attempts = attempts - 1,
           first_tried_at = CASE WHEN attempts > 1 THEN first_tried_at END
         WHERE id = ? AND state = 'queued'`,
      )
      .run(notBefore, id);
  }

  /**
   * Withdraws queued messages to a payer that a newer event replaces and, with the customer's, those to the club.
   * Frees their keys, because the same event may happen again.
   */
  withdrawForPayer(
    tx: Transaction,
    booking: { id: number; payer_id: number },
    payerId: number,
    kinds: readonly string[],
    reason: string,
  ): void {
    tx.db
      .query(
        `UPDATE outbox SET state = 'withdrawn', reason = ?, details = '{}', settled_at = ?,
           key = key || ':withdrawn:' || id
         WHERE booking_id = ? AND state = 'queued' AND coalesce(payer_id, ?) = ?
           AND kind IN (SELECT value FROM json_each(?))`,
      )
      .run(reason, tx.now, booking.id, booking.payer_id, payerId, JSON.stringify(kinds));
  }

  /** Makes waiting messages due at once, after a server that was unreachable or refusing has accepted one. */
  retryNow(tx: Transaction, channel: string): void {
    tx.db
      .query(
        `UPDATE outbox SET next_at = 0 WHERE state = 'queued' AND channel = ? AND next_at > ? AND (reason LIKE 'unreachable:%' OR reason LIKE 'limited:%')`,
      )
      .run(channel, tx.now);
  }

  /**
   * Marks every queued message that may have been sent as failed, including taken ones. One waiting for its next
   * attempt counts too, because a recovered mail server makes it due at once. Returns how many.
   */
  setAside(tx: Transaction, reason: string): number {
    return tx.db
      .query(
        `UPDATE outbox SET state = 'failed', reason = ?1, settled_at = ?2
         WHERE state = 'queued' AND not_before <= ?2`,
      )
      .run(reason, tx.now).changes;
  }

  remove(tx: Transaction, ids: readonly number[]): void {
    tx.db.query('DELETE FROM outbox WHERE id IN (SELECT value FROM json_each(?))').run(JSON.stringify(ids));
  }

  /** Deletes old sent and withdrawn messages. Failed messages stay until an admin retries them. */
  deleteExpired(tx: Transaction): void {
    tx.db
      .query(`DELETE FROM outbox WHERE state IN ('sent', 'delivered', 'read', 'withdrawn') AND settled_at < ?
           AND id <= (SELECT MAX(id) FROM outbox) - ${MIN_ROWS_KEPT}`)
      .run(tx.now - RETENTION_MS);
  }

  #settle(tx: Transaction, id: number, state: StoredState, reason: string): void {
    const details = state === 'withdrawn' ? ", details = '{}'" : '';
    tx.db
      .query(
        `UPDATE outbox SET state = ?, reason = ?, settled_at = ?${details} WHERE id = ? AND state = 'queued'`,
      )
      .run(state, reason, tx.now, id);
  }
}
