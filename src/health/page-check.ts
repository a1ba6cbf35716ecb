import { businessDayOf } from '../domain/business-day.ts';

/**
 * Reads every page of the database file once a business day, from 6 AM on, when the club is closed, and once after
 * a start: a damaged page is found before a customer needs it. Another process reads, so that no request waits.
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
