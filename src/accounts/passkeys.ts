import type { AuthenticatorTransport } from '@simplewebauthn/server';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { PasskeyView } from '../domain/api/second-factor-routes.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { isLocalAddress } from '../domain/club.ts';
import { Failure } from '../domain/failure.ts';
import type { Assertion, Attestation } from '../domain/second-factor.ts';
import type { Settings } from '../settings/settings.ts';

/** How long browsers wait for the finger or the face; the challenge lives as long. */
const CHALLENGE_LIFETIME_MS = 5 * 60_000;
/** More than any one user's devices need. */
const MAX_PASSKEYS = 20;

type ChallengePurpose = 'add' | 'sign_in';

interface PasskeyRow {
  id: number;
  credential: string;
  user_id: number;
  name: string;
  public_key: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string;
  created_at: number;
  last_used_at: number | null;
}

/** A passkey that signed the server's challenge. */
export interface VerifiedPasskey {
  userId: number;
  /** Records that it was used. */
  use: (tx: Transaction) => void;
}

/**
 * Loaded with the first passkey, so that the server starts without it. A static import would run its polyfill after
 * the code that needs it.
 */
async function webAuthn() {
  await import('reflect-metadata');
  return import('@simplewebauthn/server');
}

/** Adding, using and removing passkeys (WebAuthn), which are bound to this site's address. */
export class PasskeyService {
  readonly #club: ClubDb;
  readonly #origin: string;
  readonly #settings: Settings;
  readonly #byUser;
  readonly #byCredential;

  constructor(club: ClubDb, settings: Settings, publicUrl: string) {
    this.#club = club;
    this.#origin = publicUrl;
    this.#settings = settings;
    this.#byUser = club.db.prepare<PasskeyRow, [number]>(
      'SELECT * FROM passkey WHERE user_id = ? ORDER BY id',
    );
    this.#byCredential = club.db.prepare<PasskeyRow, [string]>('SELECT * FROM passkey WHERE credential = ?');
  }

  list(userId: number): PasskeyView[] {
    return this.#byUser.all(userId).map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_at: clubTimestamp(created_at),
      last_used_at: last_used_at === null ? null : clubTimestamp(last_used_at),
    }));
  }

  /** A passkey is bound to the site's address: at any other, the browser refuses it without giving a reason. */
  assertUsableAt(origin: string | null): void {
    if (origin === null || origin === this.#origin) return;
    throw new Failure(
      'wrong_state',
      isLocalAddress(this.#origin)
        ? `Passkeys do not work at ${origin} yet, because the site does not know this address. An owner sets it at the dashboard, under Settings, Public address.`
        : `Passkeys work at ${this.#origin} only. Open the site there, or use your password.`,
    );
  }

  /** For the browser call that creates a passkey. */
  async createAddOptions(user: {
    id: number;
    email: string;
    name: string;
  }): Promise<Record<string, unknown>> {
    const existing = this.#byUser.all(user.id);
    if (existing.length >= MAX_PASSKEYS) {
      throw new Failure(
        'wrong_state',
        'This account already has the maximum number of passkeys. Remove one before adding another.',
      );
    }
    const { generateRegistrationOptions } = await webAuthn();
    const options = await generateRegistrationOptions({
      rpName: this.#settings.facts().name,
      rpID: this.#rpId(),
      userID: userHandle(user.id),
      userName: user.email,
      userDisplayName: user.name,
      attestationType: 'none',
      timeout: CHALLENGE_LIFETIME_MS,
      excludeCredentials: existing.map(({ credential }) => ({ id: credential })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await this.#saveChallenge(options.challenge, 'add', user.id);
    return { ...options };
  }

  /** Checks a new passkey; the returned function stores it. */
  async verifyNew(userId: number, credential: Attestation): Promise<(tx: Transaction, name: string) => void> {
    const challenge = await this.#takeChallenge(credential.response.clientDataJSON, 'add', userId);
    const { verifyRegistrationResponse } = await webAuthn();
    const result = await verifyRegistrationResponse({
      response: credential as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: this.#origin,
      expectedRPID: this.#rpId(),
    }).catch(() => null);
    if (!result?.verified) throw unverifiedFailure();
    const { id, publicKey, counter } = result.registrationInfo.credential;
    return (tx, name) => {
      if (this.#byCredential.get(id)) {
        throw new Failure('already_exists', 'This passkey already belongs to an account.');
      }
      tx.db
        .query(
          `INSERT INTO passkey (credential, user_id, name, public_key, counter, transports, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(id, userId, name, publicKey, counter, JSON.stringify(credential.response.transports), tx.now);
    };
  }

  /** Options for signing in or, given a user, for reauthenticating with one of their passkeys. */
  async createSignInOptions(userId: number | null): Promise<Record<string, unknown>> {
    const { generateAuthenticationOptions } = await webAuthn();
    const passkeys = userId === null ? [] : this.#byUser.all(userId);
    const options = await generateAuthenticationOptions({
      rpID: this.#rpId(),
      userVerification: 'required',
      timeout: CHALLENGE_LIFETIME_MS,
      allowCredentials: passkeys.map(({ credential, transports }) => ({
        id: credential,
        transports: JSON.parse(transports) as AuthenticatorTransport[],
      })),
    });
    await this.#saveChallenge(options.challenge, 'sign_in', userId);
    return { ...options };
  }

  /** Checks a passkey's signature; `userId` is who reauthenticates, null at login. Each challenge works once. */
  async verify(credential: Assertion, userId: number | null): Promise<VerifiedPasskey> {
    const challenge = await this.#takeChallenge(credential.response.clientDataJSON, 'sign_in', userId);
    const row = this.#byCredential.get(credential.id);
    if (!row || (userId !== null && row.user_id !== userId)) {
      throw new Failure(
        'wrong_credentials',
        'This passkey isn’t known here. Please choose another one, or log in with your password.',
      );
    }
    const { verifyAuthenticationResponse } = await webAuthn();
    const result = await verifyAuthenticationResponse({
      response: credential as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: this.#origin,
      expectedRPID: this.#rpId(),
      credential: { id: row.credential, publicKey: row.public_key, counter: row.counter },
    }).catch(() => null);
    const { userHandle: handle } = credential.response;
    const isForeignUser =
      Boolean(handle) && handle !== Buffer.from(userHandle(row.user_id)).toString('base64url');
    if (!result?.verified || isForeignUser) throw unverifiedFailure();
    const { newCounter } = result.authenticationInfo;
    return {
      userId: row.user_id,
      use: (tx) => {
        const { changes } = tx.db
          .query('UPDATE passkey SET counter = ?, last_used_at = ? WHERE id = ? AND counter = ?')
          .run(newCounter, tx.now, row.id, row.counter);
        // Removed or used elsewhere while its signature was being checked.
        if (changes === 0) throw unverifiedFailure();
      },
    };
  }

  rename(tx: Transaction, userId: number, id: number, name: string): void {
    const { changes } = tx.db
      .query('UPDATE passkey SET name = ? WHERE id = ? AND user_id = ?')
      .run(name, id, userId);
    if (changes === 0) throw unknownPasskeyFailure();
  }

  remove(tx: Transaction, userId: number, id: number): void {
    const { changes } = tx.db.query('DELETE FROM passkey WHERE id = ? AND user_id = ?').run(id, userId);
    if (changes === 0) throw unknownPasskeyFailure();
  }

  removeAll(tx: Transaction, userId: number): void {
    tx.db.query('DELETE FROM passkey WHERE user_id = ?').run(userId);
  }

  deleteExpiredChallenges(tx: Transaction): void {
    tx.db.query('DELETE FROM passkey_challenge WHERE expire <= ?').run(tx.now);
  }

  /** The site's host without its port. */
  #rpId(): string {
    return new URL(this.#origin).hostname;
  }

  #saveChallenge(challenge: string, purpose: ChallengePurpose, userId: number | null): Promise<unknown> {
    return this.#club.write((tx) =>
      tx.db
        .query('INSERT INTO passkey_challenge (challenge, purpose, user_id, expire) VALUES (?, ?, ?, ?)')
        .run(challenge, purpose, userId, tx.now + CHALLENGE_LIFETIME_MS),
    );
  }

  /** Takes the challenge that a response answers; throws if it is unknown, expired or already used. */
  async #takeChallenge(
    clientData: string,
    purpose: ChallengePurpose,
    userId: number | null,
  ): Promise<string> {
    const challenge = readChallenge(clientData);
    const isValid = await this.#club.write((tx) => {
      const row = tx.db
        .query<{ expire: number }, [string, string, number | null]>(
          'DELETE FROM passkey_challenge WHERE challenge = ? AND purpose = ? AND user_id IS ? RETURNING expire',
        )
        .get(challenge, purpose, userId);
      return row !== null && row.expire > tx.now;
    });
    if (!isValid) throw unverifiedFailure();
    return challenge;
  }
}

/** The user id stored in the passkey; it contains no personal data. */
function userHandle(userId: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`user-${userId}`);
}

function readChallenge(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as {
      challenge?: unknown;
    };
    return String(challenge);
  } catch {
    throw unverifiedFailure();
  }
}

function unverifiedFailure(): Failure {
  return new Failure(
    'wrong_credentials',
    'The passkey could not be checked: the request is too old, has been used before or came from another site. Please try again.',
  );
}

function unknownPasskeyFailure(): Failure {
  return new Failure('not_found', 'This passkey is no longer in your account.');
}
