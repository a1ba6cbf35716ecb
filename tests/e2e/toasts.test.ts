import { expect, test } from 'bun:test';
import type { Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { tomorrow, wizardPageOpener } from '../support/booking-wizard.ts';
import { settle } from '../support/browser-pages-and-waits.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { waitUntil } from '../support/wait-until.ts';

const club = serverForTestFile();
const visit = wizardPageOpener(() => club);

test("a toast whose problem is solved doesn't come back when the next one is closed", async () => {
  const { page, wizard } = await visit();
  await page.goto(`${club.url}/contact`);
  await settle(page);
  const send = page.getByRole('button', { name: 'Send Message' });
  await send.click();
  await wizard.toast('Please enter your name.').waitFor();
  await page.getByLabel('Name').fill('Ayesha Khan');
  await send.click();
  // No toast ends by itself while a pointer is on one.
  await wizard.toast('Please enter your email').hover();
  const toasts = page.locator('[data-sonner-toast]');
  await waitUntil(async () => (await toasts.count()) === 1);
  await page.getByRole('button', { name: 'Close toast' }).click();
  await waitUntil(async () => (await toasts.count()) === 0);
});

/** True when the toast stands a little above the bar, and below the head of the ticket where there is one. */
function isAbove(page: Page, bar: string) {
  return page.evaluate((selector) => {
    const toast = document.querySelector('[data-sonner-toast]')?.getBoundingClientRect();
    const below = document.querySelector(selector)?.getBoundingClientRect();
    const head = document.querySelector('.ticket-top')?.getBoundingClientRect();
    if (!toast || !below) return false;
    const gap = below.top - toast.bottom;
    return gap >= 8 && gap <= 24 && !(head && head.bottom > toast.top);
  }, bar);
}

test("on a phone a toast appears right above the page's bar", async () => {
  const { page, wizard } = await visit({ viewport: { width: 360, height: 800 } });
  await wizard.open(`?court=1&date=${addDays(tomorrow, 6)}`);
  await wizard.next();
  await wizard.toast('Missing Information').waitFor();
  await waitUntil(() => isAbove(page, '.booking-bar'));
  await wizard.tap(36, 37);
  await wizard.goToPayment();
  await wizard.complete();
  await wizard.toast('Booking Confirmed!').waitFor();
  await page.getByRole('heading', { name: 'Held for you' }).waitFor();
  await waitUntil(() => isAbove(page, '.next-action'));
});

test('a toast stays for five seconds', async () => {
  const { page, wizard } = await visit({});
  await page.goto(`${club.url}/contact`);
  await settle(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Send Message' }).click();
  const toast = wizard.toast('Please enter your name.');
  await waitUntil(async () => {
    await page.clock.runFor(50);
    return await toast.isVisible();
  });
  await page.clock.runFor(4500);
  expect(await toast.getAttribute('data-removed')).toBe('false');
  await page.clock.runFor(1000);
  await toast.waitFor({ state: 'detached' });
});
