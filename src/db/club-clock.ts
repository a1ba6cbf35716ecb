import { CLOCK_TOLERANCE_MS } from '../domain/plausible-instant.ts';

const MINUTE_MS = 60_000;
/** So many minutes without a jump confirm the time. */
const QUIET_MINUTES = 10;

/** By how much the wall clock led the monotonic one in one minute. */
interface Leads {
  minute: number;
  least: number;
  most: number;
}

export interface ClockReading {
  /** The wall clock. */
  now: number;
  /** What has certainly passed: a jump ahead counts after ten minutes, so that nothing ends early. */
  certain: number;
  /** False for ten minutes after a jump of more than five minutes. */
  isConfirmed: boolean;
}

/** After a jump that was corrected both times are the same again. */
export interface ClockJump {
  shown: number;
  /** The last confirmed time and what the monotonic clock counted since. */
  expected: number;
}

/**
 * Compares the wall clock with the monotonic one, which no correction moves. A machine that was suspended or switched
 * off looks like a jump ahead, and like every jump it is believed after ten minutes or when an owner confirms it.
 */
export class ClubClock {
  readonly #wall: () => number;
  readonly #monotonic: () => number;
  #leads: Leads[] = [];
  /** The lead at the last confirmed reading. */
  #confirmedLead: number;

  /** `lastTime`: the last confirmed time of the process before, if it is known; a quick restart is no jump. */
  constructor(
    wall: () => number,
    monotonic: () => number = () => performance.now(),
    lastTime: number | null = null,
  ) {
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
    const isConfirmed = most - least <= CLOCK_TOLERANCE_MS;
    if (isConfirmed) this.#confirmedLead = lead;
    return { now, certain: elapsed + least, isConfirmed };
  }

  /** Null once the time is confirmed. */
  jump(): ClockJump | null {
    const { now, isConfirmed } = this.read();
    return isConfirmed ? null : { shown: now, expected: this.#monotonic() + this.#confirmedLead };
  }

  /** An owner says that the wall clock is right. */
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
