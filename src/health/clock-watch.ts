import type { ClockJump } from '../db/club-clock.ts';
import type { ClubDb } from '../db/club-db.ts';
import { isDiskFull } from '../db/disk-room.ts';
import { readLastTime, wasStopped, writeLastTime } from '../db/last-time.ts';
import type { Alarm } from '../domain/api/inbox-routes.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import { longDate } from '../domain/format-date.ts';
import { formatTimeOfDay } from '../domain/format-time.ts';
import { CLOCK_TOLERANCE_MS } from '../domain/plausible-instant.ts';
import type { Log } from '../http/log.ts';

const IMPOSSIBLE = 'The clock of the club’s computer is before the day this program was made.';
/** A killed server must come back before this and its restart exceed `CLOCK_TOLERANCE_MS`; rare for memory cards. */
const STORE_MS = 3 * 60_000;

/** Stores the confirmed time every few minutes, and picks up a confirmation from the command line. */
export class ClockWatch {
  readonly #club: ClubDb;
  readonly #dataDir: string;
  readonly #log: Log;
  #wasConfirmed = true;
  /** The time since the last stop is not a jump, however long; anything that must not end early still waits. */
  readonly #wasStopped: boolean;
  /** What this process last read or wrote; any other value is a confirmation from the command line. */
  #stored: number | null;

  constructor(club: ClubDb, dataDir: string, log: Log) {
    this.#club = club;
    this.#dataDir = dataDir;
    this.#log = log;
    this.#stored = readLastTime(dataDir);
    this.#wasStopped = wasStopped(dataDir);
  }

  run(): void {
    const { clock } = this.#club;
    const { now, isConfirmed } = clock.read();
    if (isConfirmed) this.#store(now);
    else if (!clock.isImpossible() && this.#isConfirmedByCommand(now)) this.confirm();
    this.#report();
  }

  /** Called when an owner says the wall clock is right. Throws a `Failure` if it can't be. */
  confirm(): void {
    const { clock } = this.#club;
    if (clock.isImpossible()) throw new Failure('wrong_state', `${IMPOSSIBLE} Please set it first.`);
    clock.confirm();
    writeLastTime(this.#dataDir, clock.read().now);
    this.#stored = readLastTime(this.#dataDir);
    this.#report();
  }

  isUnconfirmed(): boolean {
    return this.#jump() !== null;
  }

  alarms(): Alarm[] {
    const jump = this.#jump();
    if (!jump) return [];
    const { shown, expected } = jump;
    if (this.#club.clock.isImpossible()) {
      const text = `${IMPOSSIBLE} It shows ${formatInstant(shown)}. Nothing is released, reminded or deleted until it is set. Once the internet is there, it usually sets itself.`;
      return [{ kind: 'clock', text }];
    }
    const times =
      Math.abs(shown - expected) <= CLOCK_TOLERANCE_MS
        ? `jumped and then came back to ${formatInstant(shown)}`
        : `shows ${formatInstant(shown)}, where ${formatInstant(expected)} was expected`;
    const text = `The clock of the club’s computer ${times}. Nothing is released, reminded or deleted until it has run for ten minutes without a jump.`;
    return [{ kind: 'clock', text }];
  }

  #store(now: number): void {
    if (this.#stored !== null && Math.abs(now - this.#stored) < STORE_MS) return;
    try {
      writeLastTime(this.#dataDir, now);
    } catch (error) {
      // The health check reports the full disk; this would repeat it every second.
      if (!isDiskFull(error)) throw error;
    }
    this.#stored = readLastTime(this.#dataDir);
  }

  #isConfirmedByCommand(now: number): boolean {
    const stored = readLastTime(this.#dataDir);
    return stored !== null && stored !== this.#stored && Math.abs(now - stored) <= CLOCK_TOLERANCE_MS;
  }

  /** A jump that only a wrong clock explains. */
  #jump(): ClockJump | null {
    const jump = this.#club.clock.jump();
    return jump && this.#wasStopped && jump.shown > jump.expected ? null : jump;
  }

  #report(): void {
    const jump = this.#jump();
    const isConfirmed = jump === null;
    if (isConfirmed === this.#wasConfirmed) return;
    this.#wasConfirmed = isConfirmed;
    if (isConfirmed) this.#log.info('clock confirmed');
    else {
      const { shown, expected } = jump;
      this.#log.error('clock jumped', {
        shown: clubTimestamp(shown),
        expected: clubTimestamp(expected),
        fix: 'set the clock, or confirm it: padel-club confirm-clock',
      });
    }
  }
}

/** `3:10 PM on Friday, November 20, 2026` */
function formatInstant(at: number): string {
  const [date = '', time = ''] = clubTimestamp(at).split('T');
  return `${formatTimeOfDay(time)} on ${longDate(date)}`;
}
