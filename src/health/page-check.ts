import { businessDayOf } from '../domain/business-day.ts';

/**
 * Reads every page of the database file once per business day, from 6 AM when the club is closed, and once after a
 * start, so that a damaged page is found before a customer needs it. A separate process reads, so that no request
 * waits.
 */
export class PageCheck {
  readonly #check: () => Promise<void>;
  readonly #now: () => number;
  #day = '';

  constructor(check: () => Promise<void>, now: () => number) {
    this.#check = check;
    this.#now = now;
  }

  async run(): Promise<void> {
    const today = businessDayOf(this.#now());
    if (today === this.#day) return;
    this.#day = today;
    await this.#check();
  }
}
