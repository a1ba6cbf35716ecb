import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { CalendarFeed } from '../domain/api/feed-routes.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import type { NewFeed } from '../domain/calendar-feed.ts';
import { Failure } from '../domain/failure.ts';

type FeedRow = Omit<CalendarFeed, 'created_at'> & { created_at: number };

const MAX_FEEDS = 50;
const SELECT_FEEDS = `SELECT feed.id, label, audience, content, court_id, user.name AS user_name, feed.created_at
  FROM calendar_feed AS feed JOIN user ON user.id = feed.user_id`;

/** Calendar feeds; keys are stored only as digests. */
export class FeedStore {
  readonly #all;
  readonly #byDigest;

  constructor(db: Database) {
    this.#all = db.prepare<FeedRow, []>(`${SELECT_FEEDS} ORDER BY feed.id`);
    // A feed ends when its user is no longer an owner of the club.
    this.#byDigest = db.prepare<FeedRow, [string]>(
      `${SELECT_FEEDS} WHERE digest = ? AND user.role = 'owner'`,
    );
  }

  list(): CalendarFeed[] {
    return this.#all.all().map(toFeed);
  }

  /** The feed with this key; null if it never existed, was revoked or has lost its owner. */
  findByKey(key: string): CalendarFeed | null {
    const row = this.#byDigest.get(digestOf(key));
    return row ? toFeed(row) : null;
  }

  /** Adds a feed and returns it with its key, which can never be shown again. */
  create(
    tx: Transaction,
    input: NewFeed,
    owner: { id: number; name: string },
    actor: Actor,
  ): { feed: CalendarFeed; key: string } {
    if (this.#all.all().length >= MAX_FEEDS) {
      throw new Failure('wrong_state', `There are already ${MAX_FEEDS} feeds. Please revoke one first.`);
    }
    const key = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
    const { label, audience, content, court_id } = input;
    const row = tx.db
      .query<{ id: number }, (string | number | null)[]>(
        `INSERT INTO calendar_feed (digest, label, audience, content, court_id, user_id, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
      )
      .get(digestOf(key), label, audience, content, court_id, owner.id, tx.now);
    if (!row) throw new Error('insert returned no row');
    recordAuditEntry(tx, actor, 'feed_created', 'calendar_feed', row.id, { label, audience });
    const feed = { ...input, id: row.id, user_name: owner.name, created_at: clubTimestamp(tx.now) };
    return { feed, key };
  }

  /** Ends all of an owner's feeds. */
  revokeAllOf(tx: Transaction, userId: number, actor: Actor): void {
    const rows = tx.db
      .query<{ id: number }, [number]>('SELECT id FROM calendar_feed WHERE user_id = ?')
      .all(userId);
    for (const { id } of rows) this.revoke(tx, id, actor);
  }

  revoke(tx: Transaction, id: number, actor: Actor): void {
    const row = tx.db
      .query<{ label: string; audience: string }, [number]>(
        'DELETE FROM calendar_feed WHERE id = ? RETURNING label, audience',
      )
      .get(id);
    if (!row) throw new Failure('not_found', 'This feed no longer exists.');
    recordAuditEntry(tx, actor, 'feed_revoked', 'calendar_feed', id, row);
  }
}

function digestOf(key: string): string {
  return new Bun.CryptoHasher('sha256').update(key).digest('hex');
}

function toFeed(row: FeedRow): CalendarFeed {
  return { ...row, created_at: clubTimestamp(row.created_at) };
}
