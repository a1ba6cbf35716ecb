import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import { type NewUser, preferencesOf, type UserRow } from '../db/user-row.ts';
import { DEFAULT_PREFERENCES, type Role } from '../domain/account.ts';
import type { Preferences } from '../domain/api/account-answers.ts';
import type { Club } from '../domain/club.ts';
import { changeConsents } from '../domain/consent.ts';
import { Failure } from '../domain/failure.ts';

const { sms_notifications: _, ...NEW_PREFERENCES } = DEFAULT_PREFERENCES;

export class UserStore {
  readonly #db: Database;
  readonly #byId;
  readonly #byEmail;

  constructor(db: Database) {
    this.#db = db;
    this.#byId = db.prepare<UserRow, [number]>('SELECT * FROM user WHERE id = ?');
    this.#byEmail = db.prepare<UserRow, [string]>('SELECT * FROM user WHERE email = ?');
  }

  find(id: number): UserRow | null {
    return this.#byId.get(id);
  }

  /** The user, or `not_found`. */
  require(id: number): UserRow {
    const user = this.find(id);
    if (!user) throw new Failure('not_found', 'There is no user with this number.');
    return user;
  }

  /** Case-insensitive. */
  findByEmail(email: string): UserRow | null {
    return this.#byEmail.get(email);
  }

  /** The id of the member with this confirmed address. */
  findConfirmed(email: string): number | null {
    const user = this.findByEmail(email);
    return user?.email_verified === 1 ? user.id : null;
  }

  findPreferences(id: number): Preferences | null {
    const row = this.#byId.get(id);
    return row && preferencesOf(row);
  }

  create(tx: Transaction, user: NewUser): UserRow {
    const { oauth } = user;
    const row = tx.db
      .query<UserRow, (string | number | null)[]>(
        `INSERT INTO user (email, password_hash, name, phone, preferences, email_verified, oauth_provider,
           oauth_id, first_name, last_name, profile_image_url, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
      )
      .get(
        user.email,
        user.password_hash,
        user.name,
        user.phone,
        JSON.stringify(NEW_PREFERENCES),
        user.email_verified ? 1 : 0,
        oauth?.provider ?? null,
        oauth?.id ?? null,
        oauth?.first_name ?? null,
        oauth?.last_name ?? null,
        oauth?.picture ?? null,
        tx.now,
        tx.now,
      );
    if (!row) throw new Error('insert returned no row');
    return row;
  }

  setProfile(tx: Transaction, id: number, profile: { name: string; phone: string | null }): void {
    tx.db
      .query('UPDATE user SET name = ?, phone = ?, updated_at = ? WHERE id = ?')
      .run(profile.name, profile.phone, tx.now, id);
  }

  /** Merges the given preferences into the stored ones; a channel that is chosen is a consent. */
  setPreferences(
    tx: Transaction,
    id: number,
    { sms_notifications, updates_by, ...preferences }: Preferences,
    club: Pick<Club, 'name' | 'channels'>,
  ): void {
    const choice = {
      ...(sms_notifications === undefined ? {} : { sms_notifications }),
      ...(updates_by ? { updates_by } : {}),
    };
    const consents = changeConsents(this.require(id).consents, choice, club, tx.now);
    tx.db
      .query(
        'UPDATE user SET preferences = json_patch(preferences, ?), consents = ?, updated_at = ? WHERE id = ?',
      )
      .run(JSON.stringify(preferences), JSON.stringify(consents), tx.now, id);
  }

  /** The members with this number, and these, want no more messages by a channel. */
  endConsents(tx: Transaction, channel: string, phone: string, ids: readonly number[]): void {
    tx.db
      .query(
        `UPDATE user SET consents = json_set(consents, '$.' || ?1 || '.ended', ?2)
         WHERE (phone = ?3 OR id IN (SELECT value FROM json_each(?4)))
           AND consents -> ('$.' || ?1) IS NOT NULL AND consents -> ('$.' || ?1 || '.ended') IS NULL`,
      )
      .run(channel, tx.now, phone, JSON.stringify(ids));
  }

  findPinHash(id: number): string | null {
    return this.find(id)?.pin_hash ?? null;
  }

  setPinHash(tx: Transaction, id: number, hash: string): void {
    tx.db.query('UPDATE user SET pin_hash = ?, updated_at = ? WHERE id = ?').run(hash, tx.now, id);
  }

  setPassword(tx: Transaction, id: number, hash: string): void {
    tx.db.query('UPDATE user SET password_hash = ?, updated_at = ? WHERE id = ?').run(hash, tx.now, id);
  }

  clearOAuthProvider(tx: Transaction, id: number, provider: string): void {
    tx.db
      .query(
        'UPDATE user SET oauth_provider = NULL, oauth_id = NULL, updated_at = ? WHERE id = ? AND oauth_provider = ?',
      )
      .run(tx.now, id, provider);
  }

  /**
   * Ends the links for a new password that were handed over, not emailed: a former owner could keep one, and with it take
   * over an account that has become an owner's.
   */
  setRole(tx: Transaction, id: number, role: Role | null): void {
    tx.db.query("DELETE FROM email_token WHERE purpose = 'reset_password' AND email = ''").run();
    tx.db.query('UPDATE user SET role = ?, updated_at = ? WHERE id = ?').run(role, tx.now, id);
  }

  hasAdmin(): boolean {
    return this.#db.query('SELECT 1 FROM user WHERE role IS NOT NULL LIMIT 1').get() !== null;
  }

  countOwners(): number {
    const row = this.#db
      .query<{ n: number }, []>("SELECT count(*) AS n FROM user WHERE role = 'owner'")
      .get();
    return row?.n ?? 0;
  }

  listOwners(): Pick<UserRow, 'id' | 'email' | 'name'>[] {
    return this.#db
      .query<Pick<UserRow, 'id' | 'email' | 'name'>, []>(
        "SELECT id, email, name FROM user WHERE role = 'owner' ORDER BY id",
      )
      .all();
  }

  setLastLogin(tx: Transaction, id: number): void {
    tx.db.query('UPDATE user SET last_login_at = ? WHERE id = ?').run(tx.now, id);
  }

  /** The user's sessions, passkeys, links and messages go with the row. */
  delete(tx: Transaction, id: number): void {
    tx.db.query('DELETE FROM user WHERE id = ?').run(id);
  }

  setEmailVerified(tx: Transaction, id: number): void {
    tx.db.query('UPDATE user SET email_verified = 1, updated_at = ? WHERE id = ?').run(tx.now, id);
  }
}
