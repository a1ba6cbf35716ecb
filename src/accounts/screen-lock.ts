import type { ClubDb } from '../db/club-db.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import type { Session } from '../http/session-guard.ts';
import { hashPassword, userTurn, verifyPassword } from './passwords.ts';
import type { SessionStore } from './session-store.ts';
import type { UserStore } from './user-store.ts';

/** A PIN is short, so a session ends after this many wrong tries in a row. */
const MAX_WRONG_PINS = 5;

/** Locks a reception tablet's session until its admin enters their PIN. */
export class ScreenLock {
  readonly #club: ClubDb;
  readonly #users: UserStore;
  readonly #sessions: SessionStore;

  constructor(deps: { club: ClubDb; users: UserStore; sessions: SessionStore }) {
    this.#club = deps.club;
    this.#users = deps.users;
    this.#sessions = deps.sessions;
  }

  async setPin({ user }: Session, pin: string): Promise<void> {
    const hash = await hashPassword(pin, userTurn(user.id));
    await this.#club.write((tx) => this.#users.setPinHash(tx, user.id, hash));
  }

  lock({ user, sid }: Session): Promise<void> {
    return this.#club.write((tx) => {
      if (this.#users.findPinHash(user.id) === null) {
        throw new Failure('wrong_state', 'Please choose a PIN first.');
      }
      this.#sessions.setLocked(tx, sid, true);
    });
  }

  /** Unlocks the session. Each try is counted before it is checked, so that simultaneous tries count too. */
  async unlock({ user, sid, locked }: Session, pin: string): Promise<void> {
    if (!locked) return;
    const tries = await this.#club.write((tx) => this.#sessions.countPinTry(tx, sid, MAX_WRONG_PINS));
    if (tries === null) {
      throw new Failure('unauthenticated', 'The PIN was wrong too often. Please log in again.');
    }
    if (!(await verifyPassword(pin, this.#users.findPinHash(user.id), userTurn(user.id)))) {
      const left = MAX_WRONG_PINS - tries;
      const hint = left === 1 ? 'You have one try left.' : `You have ${left} tries left.`;
      throw invalidField(
        'pin',
        left > 0 ? `That PIN is wrong. ${hint}` : 'That PIN is wrong. Please log in again.',
      );
    }
    await this.#club.write((tx) => this.#sessions.setLocked(tx, sid, false));
  }
}
