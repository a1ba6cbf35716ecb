import type { Transaction } from '../db/club-db.ts';
import { LINK_MESSAGE } from '../domain/account.ts';
import { invalidField } from '../domain/failure.ts';
import { hashToken, randomToken } from './sessions.ts';

export type Purpose = 'verify_email' | 'reset_password';

const HOUR = 60 * 60_000;
const LIFETIME: Record<Purpose, number> = { verify_email: 48 * HOUR, reset_password: HOUR };
const PATH: Record<Purpose, string> = { verify_email: '/verify', reset_password: '/reset-password' };

interface LinkRow {
  user_id: number;
  email: string;
}

/** Links that go out by mail: good for one use, for a while, for the address they were sent to. */
export class MailLinks {
  readonly #publicUrl: string;

  constructor(publicUrl: string) {
    this.#publicUrl = publicUrl;
  }

  /**
   * A new link; older ones of the same purpose end. Its secret stands behind `#`, which browsers send
   * nowhere: no log, no referrer and no advertising pixel gets to see it.
   */
  issue(tx: Transaction, purpose: Purpose, person: { id: number; email: string }): string {
    this.endAllOf(tx, purpose, person.id);
    const token = randomToken();
    tx.db
      .query('INSERT INTO mail_link (token, purpose, user_id, email, expire) VALUES (?, ?, ?, ?, ?)')
      .run(hashToken(token), purpose, person.id, person.email, tx.now + LIFETIME[purpose]);
    return `${this.#publicUrl}${PATH[purpose]}#token=${token}`;
  }

  /** Whose link this is, without using it up; throws when it is not valid. */
  read(tx: Transaction, purpose: Purpose, token: string): LinkRow {
    const row = tx.db
      .query<LinkRow, [string, string, number]>(
        'SELECT user_id, email FROM mail_link WHERE token = ? AND purpose = ? AND expire > ?',
      )
      .get(hashToken(token), purpose, tx.now);
    if (!row) throw invalidField('token', LINK_MESSAGE);
    return row;
  }

  endAllOf(tx: Transaction, purpose: Purpose, userId: number): void {
    tx.db.query('DELETE FROM mail_link WHERE user_id = ? AND purpose = ?').run(userId, purpose);
  }

  sweep(tx: Transaction): void {
    tx.db.query('DELETE FROM mail_link WHERE expire <= ?').run(tx.now);
  }
}
