import { CLOCK_TOLERANCE_MS } from '../domain/plausible-instant.ts';

const MINUTE_MS = 60_000;
/** This many minutes without a jump confirm the time. */
const QUIET_MINUTES = 10;

/** How far the wall clock gained on the monotonic one in each minute. */
interface Leads {
  minute: number;
  least: number;
  most: number;
}

export interface ClockReading {
  now: number;
  /** The time that has certainly come: a jump ahead only counts after ten minutes, so nothing ends early. */
  certain: number;
  /** False for ten minutes after a jump of more than five. */
  isConfirmed: boolean;
}

/** If a jump is corrected, both times agree again. */
export interface ClockJump {
  shown: number;
  /** The last confirmed time plus what the monotonic clock has counted since. */
  expected: number;
}

/**
 * Compares the wall clock with the monotonic one, which no correction moves. A suspended or switched-off machine
 * looks like a jump ahead; like any jump, it is believed after ten minutes or once an owner confirms it.
 */
export class ClubClock {
  readonly #wall: () => number;
  readonly #monotonic: () => number;
  readonly #earliest: number;
  #leads: Leads[] = [];
  /** The lead at the last confirmed reading. */
  #confirmedLead: number;

  /**
   * `lastTime` is the previous process's last confirmed time, if known; a quick restart is not a jump. A time before
   * `earliest` is never confirmed: a machine without a battery starts in another year, and may wait long for a network.
   */
  constructor(
    wall: () => number,
    monotonic: () => number = () => performance.now(),
    lastTime: number | null = null,
    earliest = Number.NEGATIVE_INFINITY,
  ) {
    this.#earliest = earliest;
    this.#wall = wall;
    this.#monotonic = monotonic;
    const now = wall();
    const wasOff = lastTime !== null && Math.abs(now - lastTime) > CLOCK_TOLERANCE_MS;
    const elapsed = monotonic();
    this.#confirmedLead = (wasOff ? lastTime : now) - elapsed;
    this.#remember(elapsed, this.#confirmedLead);
  }

  read(): ClockReading {
    const now = this.#wall();
    const elapsed = this.#monotonic();
    const lead = now - elapsed;
    this.#remember(elapsed, lead);
    let least = lead;
    let most = lead;
    for (const minute of this.#leads) {
      least = Math.min(least, minute.least);
      most = Math.max(most, minute.most);
    }
    const isConfirmed = most - least <= CLOCK_TOLERANCE_MS && !this.isImpossible();
    if (isConfirmed) this.#confirmedLead = lead;
    return { now, certain: elapsed + least, isConfirmed };
  }

  /** Null once the time is confirmed. */
  jump(): ClockJump | null {
    const { now, isConfirmed } = this.read();
    return isConfirmed ? null : { shown: now, expected: this.#monotonic() + this.#confirmedLead };
  }

  /** True for a wall clock that nobody can confirm. */
  isImpossible(): boolean {
    return this.#wall() < this.#earliest;
  }

  /** Called when an owner says the wall clock is right. */
  confirm(): void {
    this.#leads = [];
    this.read();
  }

  #remember(elapsed: number, lead: number): void {
    const minute = Math.floor(elapsed / MINUTE_MS);
    const latest = this.#leads.at(-1);
    if (latest?.minute === minute) {
      latest.least = Math.min(latest.least, lead);
      latest.most = Math.max(latest.most, lead);
      return;
    }
    this.#leads.push({ minute, least: lead, most: lead });
    this.#leads = this.#leads.filter((leads) => leads.minute >= minute - QUIET_MINUTES);
  }
}
