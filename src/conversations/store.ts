import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import { insertRow } from '../db/insert-row.ts';
import { Failure } from '../domain/failure.ts';

const DAY_MS = 24 * 60 * 60_000;
/** For so long after a message of the customer the club may answer in free words; less what an answer takes on its way. */
const FREE_WORDS_MS = DAY_MS - 5 * 60_000;
/** A number that writes more within a day is not read any more. */
const MAX_MESSAGES_A_DAY = 200;
/** As long as the outbox keeps messages. */
const RETENTION_MS = 90 * DAY_MS;
const MAX_TEXT = 4096;

export interface ConversationRow {
  id: number;
  channel: string;
  /** The phone number. */
  address: string;
  /** As the customer calls themself. */
  name: string;
  last_in_at: number;
  last_at: number;
  waits: number;
}

export type MediaState = 'wanted' | 'waits' | 'receipt' | 'refused';

export interface ConversationMessageRow {
  id: number;
  conversation_id: number;
  from_club: number;
  text: string;
  provider_id: string | null;
  outbox_id: number | null;
  user_id: number | null;
  media: string | null;
  media_state: MediaState | null;
  payer_id: number | null;
  created_at: number;
}

export interface Received {
  channel: string;
  address: string;
  name: string;
  text: string;
  provider_id: string;
  /** The provider's name for a picture. */
  media: string | null;
  /** The reception has to read it. */
  waits: boolean;
}

/** Until when the club may answer a conversation in free words. */
export function freeUntil({ last_in_at }: Pick<ConversationRow, 'last_in_at'>): number {
  return last_in_at + FREE_WORDS_MS;
}

/** Chats with customers. Every change runs inside a transaction of `ClubDb`. */
export class ConversationStore {
  readonly #byId;
  readonly #byAddress;
  readonly #page;
  readonly #messages;
  readonly #messageById;
  readonly #wanted;
  readonly #countWaiting;

  constructor(db: Database) {
    this.#byId = db.prepare<ConversationRow, [number]>('SELECT * FROM conversation WHERE id = ?');
    this.#byAddress = db.prepare<ConversationRow, [string, string]>(
      'SELECT * FROM conversation WHERE channel = ? AND address = ?',
    );
    this.#page = db.prepare<ConversationRow, [number]>(
      'SELECT * FROM conversation ORDER BY waits DESC, last_at DESC, id DESC LIMIT ?',
    );
    this.#messages = db.prepare<ConversationMessageRow, [number]>(
      `SELECT * FROM (SELECT * FROM conversation_message WHERE conversation_id = ? ORDER BY id DESC LIMIT 100)
       ORDER BY id`,
    );
    this.#messageById = db.prepare<ConversationMessageRow, [number]>(
      'SELECT * FROM conversation_message WHERE id = ?',
    );
    this.#wanted = db.prepare<ConversationMessageRow, [number]>(
      "SELECT * FROM conversation_message WHERE media_state = 'wanted' AND id > ? ORDER BY id LIMIT 1",
    );
    this.#countWaiting = db.prepare<{ n: number }, []>(
      'SELECT count(*) AS n FROM conversation WHERE waits = 1',
    );
  }

  find(id: number): ConversationRow | null {
    return this.#byId.get(id);
  }

  require(id: number): ConversationRow {
    const found = this.find(id);
    if (!found) throw new Failure('not_found', 'There is no conversation with this number.');
    return found;
  }

  findByAddress(channel: string, address: string): ConversationRow | null {
    return this.#byAddress.get(channel, address);
  }

  /** Those that wait for the reception first, then the newest. */
  list(limit: number): ConversationRow[] {
    return this.#page.all(limit);
  }

  /** The newest messages of a conversation, oldest first. */
  messagesOf(conversationId: number): ConversationMessageRow[] {
    return this.#messages.all(conversationId);
  }

  findMessage(id: number): ConversationMessageRow | null {
    return this.#messageById.get(id);
  }

  /** The next picture after `id` that is to become a receipt. */
  nextWanted(afterId: number): ConversationMessageRow | null {
    return this.#wanted.get(afterId);
  }

  countWaiting(): number {
    return this.#countWaiting.get()?.n ?? 0;
  }

  /** Writes a message of a customer; null when it came before, or too many have come. */
  receive(tx: Transaction, message: Received): { conversation: ConversationRow; id: number } | null {
    const { channel, address, name } = message;
    if (tx.db.query('SELECT 1 FROM conversation_message WHERE provider_id = ?').get(message.provider_id))
      return null;
    const conversation = tx.db
      .query<ConversationRow, [string, string, string, number, number]>(
        `INSERT INTO conversation (channel, address, name, last_in_at, last_at, waits) VALUES (?1, ?2, ?3, ?4, ?4, ?5)
         ON CONFLICT (channel, address) DO UPDATE SET name = iif(?3 = '', name, ?3), last_in_at = ?4, last_at = ?4,
           waits = max(waits, ?5)
         RETURNING *`,
      )
      .get(channel, address, name.slice(0, 100), tx.now, message.waits ? 1 : 0);
    if (!conversation) throw new Error('no conversation');
    const today = tx.db
      .query<{ n: number }, [number, number]>(
        'SELECT count(*) AS n FROM conversation_message WHERE conversation_id = ? AND created_at > ?',
      )
      .get(conversation.id, tx.now - DAY_MS);
    if ((today?.n ?? 0) >= MAX_MESSAGES_A_DAY) return null;
    const id = this.#insert(tx, conversation.id, {
      text: message.text,
      provider_id: message.provider_id,
      media: message.media,
      media_state: message.media === null ? null : 'wanted',
    });
    return { conversation, id };
  }

  /** Writes what the club answers; the reception's own answer ends the waiting. */
  recordAnswer(
    tx: Transaction,
    { id }: Pick<ConversationRow, 'id'>,
    answer: { text: string; outbox_id: number; user_id: number | null },
  ): void {
    this.#insert(tx, id, { ...answer, from_club: 1 });
    const ends = answer.user_id === null ? '' : ', waits = 0';
    tx.db.query(`UPDATE conversation SET last_at = ?${ends} WHERE id = ?`).run(tx.now, id);
  }

  setWaits(tx: Transaction, id: number, waits: boolean): void {
    tx.db.query('UPDATE conversation SET waits = ? WHERE id = ?').run(waits ? 1 : 0, id);
    tx.emit({ kind: 'conversation.changed', conversation_id: id });
  }

  /** What becomes of a picture; `text` says why it was refused. */
  setMedia(
    tx: Transaction,
    { id, conversation_id }: Pick<ConversationMessageRow, 'id' | 'conversation_id'>,
    state: MediaState,
    { payer_id = null, text }: { payer_id?: number | null; text?: string } = {},
  ): void {
    tx.db
      .query(
        'UPDATE conversation_message SET media_state = ?, payer_id = ifnull(?, payer_id), text = ifnull(?, text) WHERE id = ?',
      )
      .run(state, payer_id, text ?? null, id);
    tx.emit({ kind: 'conversation.changed', conversation_id });
  }

  /** Removes the chats with a number; returns the numbers of the outbox's messages that answered in them. */
  removeByAddress(tx: Transaction, address: string): number[] {
    const answers = tx.db
      .query<{ id: number }, [string]>(
        `SELECT outbox_id AS id FROM conversation_message WHERE outbox_id IS NOT NULL
           AND conversation_id IN (SELECT id FROM conversation WHERE address = ?)`,
      )
      .all(address);
    tx.db.query('DELETE FROM conversation WHERE address = ?').run(address);
    return answers.map(({ id }) => id);
  }

  deleteExpired(tx: Transaction): void {
    tx.db.query('DELETE FROM conversation WHERE last_at < ?').run(tx.now - RETENTION_MS);
  }

  #insert(
    tx: Transaction,
    conversationId: number,
    message: Partial<Omit<ConversationMessageRow, 'id' | 'conversation_id' | 'created_at'>>,
  ): number {
    const { lastInsertRowid } = insertRow(tx.db, 'INSERT INTO conversation_message', {
      conversation_id: conversationId,
      from_club: message.from_club ?? 0,
      text: (message.text ?? '').slice(0, MAX_TEXT),
      provider_id: message.provider_id ?? null,
      outbox_id: message.outbox_id ?? null,
      user_id: message.user_id ?? null,
      media: message.media ?? null,
      media_state: message.media_state ?? null,
      created_at: tx.now,
    });
    tx.emit({ kind: 'conversation.changed', conversation_id: conversationId });
    return Number(lastInsertRowid);
  }
}
