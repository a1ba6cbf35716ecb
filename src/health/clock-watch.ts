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
    const isImpossible = this.#club.clock.isImpossible();
    return [{ kind: 'clock', text: isImpossible ? impossibleText(jump) : jumpText(jump) }];
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

function impossibleText({ shown }: ClockJump): string {
  return `${IMPOSSIBLE} It shows ${formatInstant(shown)}. Nothing is released, reminded or deleted until it is set, which the internet does once it is there.`;
}

function jumpText({ shown, expected }: ClockJump): string {
  const now = formatInstant(shown);
  const before = formatInstant(expected);
  const rest =
    'Nothing is released, reminded or deleted until the computer has run for ten minutes without a jump.';
  if (Math.abs(shown - expected) <= CLOCK_TOLERANCE_MS)
    return `The clock of the club’s computer jumped and then came back to ${now}. ${rest}`;
  if (shown < expected)
    return `The clock of the club’s computer shows ${now}, where ${before} was expected. ${rest}`;
  // The machine can't tell a power cut, which is far likelier, from a clock that was set ahead.
  return `The club’s computer was off or asleep, or its clock jumped, from ${before} to ${now}. If that’s the time now, there’s nothing to do. ${rest}`;
}

/** `3:10 PM on Friday, November 20, 2026` */
function formatInstant(at: number): string {
  const [date = '', time = ''] = clubTimestamp(at).split('T');
  return `${formatTimeOfDay(time)} on ${longDate(date)}`;
}
