import { recordAuditEntry } from '../db/audit-log.ts';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { UserRow } from '../db/user-row.ts';
import type { SecurityChange } from '../domain/account-message.ts';
import type { User } from '../domain/api/account-answers.ts';
import type { ReauthenticationState, SecondFactors } from '../domain/api/second-factor-routes.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import {
  type Attestation,
  isRecoveryCode,
  type Reauthentication,
  type ReauthenticationMethod,
} from '../domain/second-factor.ts';
import type { PersistentRateLimiter } from '../http/rate-limiter.ts';
import type { Session } from '../http/session-guard.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Settings } from '../settings/settings.ts';
import type { PasskeyService } from './passkeys.ts';
import { userTurn, verifyPassword } from './passwords.ts';
import type { SessionStore } from './session-store.ts';
import type { TotpStore } from './totp-store.ts';
import type { UserStore } from './user-store.ts';

/** A check that passed. `use` runs in the transaction that relies on it, and throws if it was used before. */
export interface PassedCheck {
  /** By a passkey or a code, not just the password. */
  strong: boolean;
  use: (tx: Transaction) => void;
}

interface SecondFactorDeps {
  club: ClubDb;
  users: UserStore;
  sessions: SessionStore;
  passkeys: PasskeyService;
  totp: TotpStore;
  passwordAttempts: PersistentRateLimiter;
  outbox: Outbox;
  settings: Settings;
  now: () => number;
}

/** Users' passkeys and authenticator apps, and the reauthentication that risky actions require. */
export class SecondFactorService {
  readonly #deps: SecondFactorDeps;

  constructor(deps: SecondFactorDeps) {
    this.#deps = deps;
  }

  list({ id }: User): SecondFactors {
    const { passkeys, totp, sessions, users } = this.#deps;
    return {
      passkeys: passkeys.list(id),
      totp: totp.isSetUp(id),
      recovery_codes_left: totp.recoveryCodesLeft(id),
      required: sessions.isSecondFactorRequired(users.find(id)?.role ?? null),
    };
  }

  /**
   * The second step of a password login: the authenticator app's code. An admin who only has passkeys logs in with
   * one of them; for a member, a passkey is an alternative to the password.
   */
  async checkLogin({ id: userId, role }: UserRow, code: string | undefined): Promise<PassedCheck> {
    const { totp, passkeys } = this.#deps;
    if (!totp.isSetUp(userId)) {
      if (role === null || passkeys.list(userId).length === 0) return { strong: false, use: () => {} };
      throw new Failure(
        'forbidden',
        'This account runs the club, so it needs its passkey. Please use “Log in with a passkey”.',
      );
    }
    if (code === undefined) {
      throw new Failure('second_factor_required', 'Please enter the code from your authenticator app.');
    }
    return this.#checkCode(userId, code);
  }

  reauthenticationState(session: Session): ReauthenticationState {
    return {
      recent: session.isReauthenticated(),
      methods: this.#reauthenticationMethods(session.user),
    };
  }

  /** Marks the session as reauthenticated now. Wrong passwords and codes count like those of a login. */
  async reauthenticate(session: Session, input: Reauthentication): Promise<User> {
    const { club, users, sessions, passkeys, passwordAttempts } = this.#deps;
    const { user, sid } = session;
    const method: ReauthenticationMethod = input.credential ? 'passkey' : input.code ? 'code' : 'password';
    if (!this.#reauthenticationMethods(user).includes(method)) {
      throw new Failure('wrong_state', 'Please confirm in one of the ways set up for your account.');
    }
    const attemptKey = `session ${sid}`;
    if (method !== 'passkey') await club.write((tx) => passwordAttempts.consume(tx, attemptKey));
    const passed = input.credential
      ? { ...(await passkeys.verify(input.credential, user.id)), strong: true }
      : input.code
        ? await this.#checkCode(user.id, input.code)
        : await this.#checkPassword(user.id, input.password ?? '');
    return club.write((tx) => {
      passed.use(tx);
      if (method !== 'passkey') passwordAttempts.reset(tx, attemptKey);
      sessions.markReauthenticated(tx, sid, passed.strong);
      const row = users.find(user.id);
      if (!row) throw new Failure('unauthenticated', 'Please log in first.');
      return sessions.presentUser(row, session.strong || passed.strong);
    });
  }

  /** Adds a passkey, which also reauthenticates the session. */
  async addPasskey(session: Session, name: string, credential: Attestation): Promise<void> {
    const { club, passkeys, sessions } = this.#deps;
    const store = await passkeys.verifyNew(session.user.id, credential);
    await club.write((tx) => {
      store(tx, name);
      sessions.markReauthenticated(tx, session.sid, true);
      this.#recordChange(tx, session.user, 'passkey_added');
    });
  }

  removePasskey({ user }: Session, id: number): Promise<void> {
    const { club, passkeys } = this.#deps;
    return club.write((tx) => {
      passkeys.remove(tx, user.id, id);
      this.#recordChange(tx, user, 'passkey_removed');
    });
  }

  beginTotp({ user }: Session): Promise<{ secret: string; uri: string }> {
    const { club, totp, settings } = this.#deps;
    return club.write((tx) => {
      if (totp.isSetUp(user.id)) {
        throw new Failure('wrong_state', 'An authenticator app is already set up. Remove it first.');
      }
      return totp.begin(tx, user, settings.facts().name);
    });
  }

  /** Sets the app up with its first code; returns the recovery codes. */
  async confirmTotp(session: Session, code: string): Promise<string[]> {
    const { club, totp, sessions, passwordAttempts, now } = this.#deps;
    const { user, sid } = session;
    await club.write((tx) => passwordAttempts.consume(tx, `session ${sid}`));
    const step = await totp.findStep(user.id, code, now());
    if (step === null) throw wrongCodeFailure();
    return club.write((tx) => {
      if (totp.isSetUp(user.id)) throw new Failure('wrong_state', 'An authenticator app is already set up.');
      if (!totp.useStep(tx, user.id, step)) throw wrongCodeFailure();
      totp.confirm(tx, user.id);
      passwordAttempts.reset(tx, `session ${sid}`);
      sessions.markReauthenticated(tx, sid, true);
      this.#recordChange(tx, user, 'totp_added');
      return totp.replaceRecoveryCodes(tx, user.id);
    });
  }

  removeTotp({ user }: Session): Promise<void> {
    const { club, totp } = this.#deps;
    return club.write((tx) => {
      if (!totp.isSetUp(user.id)) throw new Failure('not_found', 'No authenticator app is set up.');
      totp.remove(tx, user.id);
      this.#recordChange(tx, user, 'totp_removed');
    });
  }

  replaceRecoveryCodes({ user }: Session): Promise<string[]> {
    const { club, totp } = this.#deps;
    return club.write((tx) => {
      if (!totp.isSetUp(user.id)) throw new Failure('wrong_state', 'Set up an authenticator app first.');
      this.#recordChange(tx, user, 'recovery_codes_replaced');
      return totp.replaceRecoveryCodes(tx, user.id);
    });
  }

  /** Used by an owner or operator to help a user who lost them; the user gets an email. */
  reset(tx: Transaction, { id, email, name }: UserRow, actor: Actor): void {
    const change = 'second_factors_reset';
    this.removeAll(tx, id);
    recordAuditEntry(tx, actor, 'security_changed', 'user', id, { change });
    this.#deps.outbox.enqueueAccountMessage(tx, {
      kind: 'security_changed',
      user_id: id,
      email,
      name,
      change,
    });
  }

  /** Leaves the password alone. */
  removeAll(tx: Transaction, userId: number): void {
    this.#deps.passkeys.removeAll(tx, userId);
    this.#deps.totp.remove(tx, userId);
  }

  #reauthenticationMethods({ id, has_password }: User): ReauthenticationMethod[] {
    const { passkeys, totp } = this.#deps;
    const methods: ReauthenticationMethod[] = [];
    if (passkeys.list(id).length > 0) methods.push('passkey');
    if (totp.isSetUp(id)) methods.push('code');
    // If the account has a second factor, the password alone is not enough.
    if (methods.length === 0 && has_password) methods.push('password');
    return methods;
  }

  async #checkPassword(userId: number, password: string): Promise<PassedCheck> {
    const hash = this.#deps.users.find(userId)?.password_hash ?? null;
    if (!(await verifyPassword(password, hash, userTurn(userId))))
      throw invalidField('password', 'That password isn’t right.');
    return { strong: false, use: () => {} };
  }

  async #checkCode(userId: number, code: string): Promise<PassedCheck> {
    const { totp, users, now } = this.#deps;
    if (isRecoveryCode(code)) {
      return {
        strong: true,
        use: (tx) => {
          if (!totp.useRecoveryCode(tx, userId, code)) {
            throw invalidField('code', 'That recovery code isn’t right, or has already been used.');
          }
          const row = users.find(userId);
          if (row) this.#recordChange(tx, row, 'recovery_code_used');
        },
      };
    }
    const step = await totp.findStep(userId, code, now());
    if (step === null) throw wrongCodeFailure();
    return {
      strong: true,
      use: (tx) => {
        if (!totp.useStep(tx, userId, step)) {
          throw invalidField('code', 'That code has already been used. Please wait for the next one.');
        }
      },
    };
  }

  #recordChange(
    tx: Transaction,
    { id, email, name }: { id: number; email: string; name: string },
    change: SecurityChange,
  ): void {
    recordAuditEntry(tx, { kind: 'member', user_id: id }, 'security_changed', 'user', id, { change });
    this.#deps.outbox.enqueueAccountMessage(tx, {
      kind: 'security_changed',
      user_id: id,
      email,
      name,
      change,
    });
  }
}

function wrongCodeFailure(): Failure {
  return invalidField(
    'code',
    'That code isn’t right. Please enter the newest one, and check that your phone’s clock is set automatically.',
  );
}
