import type { Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { type openPage, pageOpener, waitForHydration } from './browser-pages-and-waits.ts';
import { clubToday } from './default-day-plan.ts';

/** The executable uses the real clock, so tests book tomorrow, when no slot is past. */
export const tomorrow = addDays(clubToday(), 1);

let phoneCount = 0;

/** A new phone for every call, because the server limits a phone's bookings per day. */
function nextPhone(): string {
  phoneCount += 1;
  return `0300 ${2_000_000 + phoneCount}`;
}

export const GUEST = { name: 'Bilal Ahmed', email: 'bilal@example.com', phone: '0300 1234567' };

/** A page object for the booking wizard. */
export function createWizardPage(page: Page, url: string) {
  const grid = page.locator('.slots');
  const slot = (hour: number) => grid.locator(`[data-hour="${hour}"]`);
  const bar = page.getByRole('complementary', { name: 'Your booking' });
  /** A court's block in the list of starts. */
  const court = (name: string) => page.getByRole('region', { name });
  return {
    grid,
    slot,
    court,
    start: (name: string, hour: number) => court(name).locator(`[data-start="${hour}"]`),
    /** Opens the list of starts. */
    async openStarts(query = `?court=1&date=${tomorrow}`) {
      await page.goto(`${url}/booking${query}`);
      await page.locator('.starts .slot').first().waitFor();
      await waitForHydration(page);
    },
    /** Opens the list of starts and, below it, the half-hours of the court in `query`. */
    async open(query?: string) {
      await this.openStarts(query);
      await this.showHalfHours();
    },
    async showHalfHours() {
      const button = page.getByRole('button', { name: 'Choose half-hours' });
      if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
    },
    /** Taps slots by index (36 = 18:00). */
    async tap(...hours: number[]) {
      for (const hour of hours) await slot(hour).click();
    },
    next: () => page.getByRole('button', { name: 'Next', exact: true }).click(),
    previous: () => page.getByRole('button', { name: 'Previous', exact: true }).click(),
    complete: () => page.getByRole('button', { name: 'Complete Booking' }).click(),
    async fillGuest(guest: Partial<typeof GUEST> = {}) {
      const { name, email, phone } = { ...GUEST, ...guest };
      await page.getByLabel('Full Name').fill(name);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Phone').fill(phone);
    },
    /** Goes from the chosen slots to the last step, filling everything in. */
    async goToPayment(method = 'Bank Transfer', guest: Partial<typeof GUEST> = {}) {
      await this.next();
      await this.fillGuest({ phone: nextPhone(), ...guest });
      await this.next();
      await page.getByRole('radio', { name: method }).check();
    },
    toast: (title: string) => page.locator('[data-sonner-toast]').filter({ hasText: title }).first(),
    bar,
    /** The bar follows a tap one frame later. */
    waitForBar: (text: string) => bar.filter({ hasText: text }).waitFor(),
  };
}

/** Books slots the way another visitor's browser would. */
export async function bookAsGuest(url: string, overrides: Record<string, unknown>): Promise<Response> {
  return fetch(`${url}/api/book`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      court_id: 1,
      date: tomorrow,
      start_time: '18:00',
      duration: 60,
      ...GUEST,
      phone: nextPhone(),
      payment_method: 'cash',
      ...overrides,
    }),
  });
}

/** Visitors looking at the wizard of `club()`, in the pages of `pageOpener`. */
export function wizardPageOpener(club: () => { url: string }) {
  const open = pageOpener();
  return async (options?: Parameters<typeof openPage>[0]) => {
    const page = await open(options);
    return { page, wizard: createWizardPage(page, club().url) };
  };
}
