import type { Transaction } from '../db/club-db.ts';
import { INVALID_LINK_MESSAGE } from '../domain/account.ts';
import { invalidField } from '../domain/failure.ts';
import { hashToken, randomToken } from './tokens.ts';

export type EmailTokenPurpose = 'verify_email' | 'reset_password';

const HOUR = 60 * 60_000;
const LIFETIME_MS: Record<EmailTokenPurpose, number> = { verify_email: 48 * HOUR, reset_password: HOUR };
const PAGE_PATHS: Record<EmailTokenPurpose, string> = {
  verify_email: '/verify',
  reset_password: '/reset-password',
};

interface EmailTokenRow {
  user_id: number;
  email: string;
}

/** One-time links sent by email; each expires, and is tied to the address it was sent to. */
export class EmailTokenStore {
  readonly #publicUrl: string;

  constructor(publicUrl: string) {
    this.#publicUrl = publicUrl;
  }

  /**
   * Creates a link and deletes older ones with the same purpose. Browsers never send the part after `#`, so logs,
   * referrers and the advertising pixel don't see the token.
   */
  createLink(tx: Transaction, purpose: EmailTokenPurpose, user: { id: number; email: string }): string {
    this.deleteAllForUser(tx, purpose, user.id);
    const token = randomToken();
    tx.db
      .query('INSERT INTO email_token (token, purpose, user_id, email, expire) VALUES (?, ?, ?, ?, ?)')
      .run(hashToken(token), purpose, user.id, user.email, tx.now + LIFETIME_MS[purpose]);
    return `${this.#publicUrl}${PAGE_PATHS[purpose]}#token=${token}`;
  }

  /** Returns the token's row without using it up; throws if the token is not valid. */
  requireToken(tx: Transaction, purpose: EmailTokenPurpose, token: string): EmailTokenRow {
    const row = tx.db
      .query<EmailTokenRow, [string, string, number]>(
        'SELECT user_id, email FROM email_token WHERE token = ? AND purpose = ? AND expire > ?',
      )
      .get(hashToken(token), purpose, tx.now);
    if (!row) throw invalidField('token', INVALID_LINK_MESSAGE);
    return row;
  }

  deleteAllForUser(tx: Transaction, purpose: EmailTokenPurpose, userId: number): void {
    tx.db.query('DELETE FROM email_token WHERE user_id = ? AND purpose = ?').run(userId, purpose);
  }

  deleteExpired(tx: Transaction): void {
    tx.db.query('DELETE FROM email_token WHERE expire <= ?').run(tx.now);
  }
}
