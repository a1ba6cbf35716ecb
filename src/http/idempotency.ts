import type { ClubDb, Transaction } from '../db/club-db.ts';
import { Failure } from '../domain/failure.ts';

/** A request's `Idempotency-Key`, and digests that tell a retry from a different request. */
export interface IdempotencyKey {
  keyHash: string;
  ownerId: number | null;
  bodyHash: string;
}

/** Null without an `Idempotency-Key`; throws `malformed` for an unusable one. */
export function readIdempotencyKey(
  request: Request,
  ownerId: number | null,
  body: unknown,
): IdempotencyKey | null {
  const key = request.headers.get('idempotency-key');
  if (key === null) return null;
  if (!/^[\x21-\x7e]{8,200}$/.test(key)) {
    throw new Failure('malformed', 'Idempotency-Key must be 8 to 200 visible ASCII characters.');
  }
  return { keyHash: sha256(key), ownerId, bodyHash: sha256(JSON.stringify(body)) };
}

/** Stores responses; a retry within 24 hours gets the first one again. */
export class IdempotencyStore {
  readonly #club: ClubDb;

  constructor(club: ClubDb) {
    this.#club = club;
  }

  /** The response stored for this key, or null; throws `key_reused` if the key belongs to another request. */
  findResponse(idempotencyKey: IdempotencyKey): string | null {
    const row = this.#club.db
      .query<{ owner: number | null; body: string; answer: string }, [string]>(
        'SELECT owner, body, answer FROM idempotency WHERE key = ?',
      )
      .get(idempotencyKey.keyHash);
    if (!row) return null;
    if (row.owner !== idempotencyKey.ownerId || row.body !== idempotencyKey.bodyHash) {
      throw new Failure(
        'key_reused',
        'This Idempotency-Key was used for a different request. Please start the booking again.',
      );
    }
    return row.answer;
  }

  /**
   * Returns a retried request's stored response; otherwise runs `work` and stores its response. Without a key, just
   * runs `work`.
   */
  runOnce(tx: Transaction, idempotencyKey: IdempotencyKey | null, work: () => string): string {
    const stored = idempotencyKey && this.findResponse(idempotencyKey);
    if (stored) return stored;
    const response = work();
    if (idempotencyKey) this.save(tx, idempotencyKey, response);
    return response;
  }

  save(tx: Transaction, idempotencyKey: IdempotencyKey, response: string): void {
    tx.db
      .query('INSERT INTO idempotency (key, owner, body, answer, created_at) VALUES (?, ?, ?, ?, ?)')
      .run(idempotencyKey.keyHash, idempotencyKey.ownerId, idempotencyKey.bodyHash, response, tx.now);
  }

  delete(tx: Transaction, idempotencyKey: IdempotencyKey): void {
    tx.db.query('DELETE FROM idempotency WHERE key = ?').run(idempotencyKey.keyHash);
  }

  /** Deletes the responses of a user, and those that mention one of the addresses. */
  deleteOf(tx: Transaction, person: { user_id: number | null; emails: readonly string[] }): void {
    tx.db.query('DELETE FROM idempotency WHERE owner = ?').run(person.user_id);
    const remove = tx.db.query('DELETE FROM idempotency WHERE instr(lower(answer), lower(?)) > 0');
    for (const email of person.emails) remove.run(email);
  }

  deleteExpired(tx: Transaction): void {
    tx.db.query('DELETE FROM idempotency WHERE created_at < ?').run(tx.now - 24 * 60 * 60_000);
  }
}

function sha256(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex');
}
