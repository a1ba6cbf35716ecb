import type { Database } from 'bun:sqlite';
import { base32 } from 'oslo/encoding';
import { createTOTPKeyURI, generateHOTP } from 'oslo/otp';
import type { Transaction } from '../db/club-db.ts';
import { hashToken } from './tokens.ts';

const STEP_MS = 30_000;
/** A phone's clock may be one step ahead or behind. */
const DRIFT_STEPS = [0, -1, 1] as const;
/** More than the number of codes valid at one time; earlier ones have expired. */
const REMEMBERED_STEPS = 10;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;

interface TotpRow {
  user_id: number;
  secret: Uint8Array<ArrayBuffer>;
  confirmed_at: number | null;
  /** A JSON list of time steps, most recently used last. */
  used_steps: string;
}

/** Authenticator app codes (RFC 6238) and the recovery codes that go with them, which are stored as digests. */
export class TotpStore {
  readonly #select;
  readonly #countCodes;

  constructor(db: Database) {
    this.#select = db.prepare<TotpRow, [number]>('SELECT * FROM totp WHERE user_id = ?');
    this.#countCodes = db.prepare<{ n: number }, [number]>(
      'SELECT count(*) AS n FROM recovery_code WHERE user_id = ?',
    );
  }

  isSetUp(userId: number): boolean {
    return (this.#select.get(userId)?.confirmed_at ?? null) !== null;
  }

  recoveryCodesLeft(userId: number): number {
    return this.#countCodes.get(userId)?.n ?? 0;
  }

  /** Generates a new secret, which takes effect once the app's first code has confirmed it. */
  begin(
    tx: Transaction,
    user: { id: number; email: string },
    issuer: string,
  ): { secret: string; uri: string } {
    const secret = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
    tx.db.query('INSERT OR REPLACE INTO totp (user_id, secret) VALUES (?, ?)').run(user.id, secret);
    return {
      secret: base32.encode(secret, { includePadding: false }),
      uri: createTOTPKeyURI(issuer, user.email, secret),
    };
  }

  /** A code's time step, or null if it is wrong at `now`. `useStep` decides whether it can still be used. */
  async findStep(userId: number, code: string, now: number): Promise<number | null> {
    const row = this.#select.get(userId);
    if (!row) return null;
    const current = Math.floor(now / STEP_MS);
    for (const drift of DRIFT_STEPS) {
      if ((await generateHOTP(row.secret, current + drift)) === code) return current + drift;
    }
    return null;
  }

  /**
   * Uses up a step; false if this code or a later one was already used. One used by a clock that ran ahead is
   * remembered until its time comes, without blocking earlier ones.
   */
  useStep(tx: Transaction, userId: number, step: number): boolean {
    const row = this.#select.get(userId);
    if (!row) return false;
    const newest = Math.floor(tx.now / STEP_MS) + Math.max(...DRIFT_STEPS);
    const used = JSON.parse(row.used_steps) as number[];
    if (used.some((other) => other === step || (other > step && other <= newest))) return false;
    const known = used.filter((other, at) => other > newest || at > used.length - REMEMBERED_STEPS);
    tx.db
      .query('UPDATE totp SET used_steps = ? WHERE user_id = ?')
      .run(JSON.stringify([...known, step]), userId);
    return true;
  }

  confirm(tx: Transaction, userId: number): void {
    tx.db.query('UPDATE totp SET confirmed_at = ? WHERE user_id = ?').run(tx.now, userId);
  }

  /** Replaces the recovery codes and returns them; they can't be read again. */
  replaceRecoveryCodes(tx: Transaction, userId: number): string[] {
    this.#deleteCodes(tx, userId);
    const insert = tx.db.query('INSERT INTO recovery_code (digest, user_id) VALUES (?, ?)');
    return Array.from({ length: RECOVERY_CODES }, () => {
      const code = base32
        .encode(crypto.getRandomValues(new Uint8Array(10)), { includePadding: false })
        .toLowerCase();
      insert.run(recoveryDigest(userId, code), userId);
      return (code.match(/.{4}/g) ?? []).join('-');
    });
  }

  /** Uses up a recovery code; false if it doesn't match one. */
  useRecoveryCode(tx: Transaction, userId: number, code: string): boolean {
    const { changes } = tx.db
      .query('DELETE FROM recovery_code WHERE digest = ? AND user_id = ?')
      .run(recoveryDigest(userId, code), userId);
    return changes === 1;
  }

  remove(tx: Transaction, userId: number): void {
    tx.db.query('DELETE FROM totp WHERE user_id = ?').run(userId);
    this.#deleteCodes(tx, userId);
  }

  #deleteCodes(tx: Transaction, userId: number): void {
    tx.db.query('DELETE FROM recovery_code WHERE user_id = ?').run(userId);
  }
}

/** Hyphens in `code` are ignored; it has 80 random bits. */
function recoveryDigest(userId: number, code: string): string {
  return hashToken(`recovery code ${userId} ${code}`);
}
