import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { findAxeViolations } from '../support/axe.ts';
import { actAsCustomer } from '../support/booking-key.ts';
import { bookAsGuest, createWizardPage, tomorrow } from '../support/booking-wizard.ts';
import { DESKTOP, openPage, pageOpener } from '../support/browser-pages-and-waits.ts';
import { postCallback, startSafepayServer } from '../support/safepay-server.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { waitUntil } from '../support/wait-until.ts';

const safepay = startSafepayServer();
// The provider sends customers back to the site's own address.
const club = serverForTestFile({ publicHost: 'localhost', env: safepay.env });
afterAll(() => safepay.stop());

const open = pageOpener();

async function visit(url = club.url) {
  const page = await open();
  return { page, wizard: createWizardPage(page, url) };
}

/** Chooses slots and goes through the wizard to the payment page. */
async function goToPaymentPage(days: number) {
  const date = addDays(tomorrow, days);
  const { page, wizard } = await visit();
  await wizard.open(`?court=1&date=${date}`);
  await wizard.tap(36, 37, 38);
  await wizard.goToPayment('Card or Wallet');
  await wizard.complete();
  return { page, wizard, date, ...(await readPaymentPage(page)) };
}

/** The payment page of a booking that another page has made; `options` opens it in a page of its own. */
async function openPaymentPage(days: number, options?: Parameters<typeof open>[0]) {
  const date = addDays(tomorrow, days);
  const response = await bookAsGuest(club.url, { date, duration: 90, payment_method: 'card' });
  const answer = (await response.json()) as { payment_url: string; manage_url: string };
  const page = await open(options);
  await actAsCustomer(page, answer);
  await page.goto(answer.payment_url);
  return { page, ...(await readPaymentPage(page)) };
}

async function readPaymentPage(page: Page) {
  await page.getByRole('heading', { name: /^Pay order/ }).waitFor();
  const query = new URL(page.url()).searchParams;
  return { tracker: query.get('beacon') ?? '', id: Number(query.get('order_id')) };
}

const fetchAvailability = async (date: string) => {
  const slots = (await (await fetch(`${club.url}/api/slots?date=${date}&courtId=1`)).json()) as {
    hour: number;
    available: boolean;
  }[];
  return [36, 37, 38].map((hour) => slots.find((slot) => slot.hour === hour)?.available);
};

const sendPaidWebhook = (tracker: string) => postCallback(club.url, tracker, { amount: '7500' });

const queryRows = <T>(sql: string, id: number): T[] =>
  club.database((db) => db.query<T, [number]>(sql).all(id));
const messageKinds = (id: number) =>
  queryRows<{ kind: string }>('SELECT kind FROM outbox WHERE booking_id = ? ORDER BY kind', id).map(
    ({ kind }) => kind,
  );
const countEmailsOnDisk = () =>
  existsSync(join(club.dataDir, 'outbox')) ? readdirSync(join(club.dataDir, 'outbox')).length : 0;

const ticket = (page: Page) => page.getByRole('region', { name: 'Your booking' });
const badge = (page: Page, text: string) => ticket(page).getByText(text, { exact: true });

describe('a card payment', () => {
  test('Cancel and Back on the payment page free the slots, an unreachable provider books nothing, and the customer pays', async () => {
    const { page, wizard, date, id } = await goToPaymentPage(1);
    expect(await fetchAvailability(date)).toEqual([false, false, false]);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(/\/cancel\?/);
    await page.getByRole('heading', { name: 'Booking Cancelled' }).waitFor();
    expect(await fetchAvailability(date)).toEqual([true, true, true]);
    await page.getByRole('link', { name: 'Book Again' }).click();
    await page.waitForURL(/\/booking/);
    await wizard.grid.locator('[data-hour="38"][aria-pressed="true"]').waitFor();
    await wizard.goToPayment('Card or Wallet');
    await wizard.complete();
    const { id: leftId } = await readPaymentPage(page);
    expect(await fetchAvailability(date)).toEqual([false, false, false]);
    await page.goBack();
    await page.getByRole('radio', { name: 'Card or Wallet', checked: true }).waitFor();
    await waitUntil(async () => !(await fetchAvailability(date)).includes(false));
    expect(queryRows('SELECT state FROM checkout WHERE booking_id = ?', leftId)).toEqual([
      { state: 'released' },
    ]);

    safepay.state.broken = true;
    await wizard.complete();
    await page.getByRole('alert').filter({ hasText: 'Card payments are not available right now.' }).waitFor();
    safepay.state.broken = false;
    expect(await fetchAvailability(date)).toEqual([true, true, true]);
    // By keyboard, because the error may still move the button under a pointer.
    await page.getByRole('button', { name: 'Complete Booking' }).press('Enter');
    const { id: secondId } = await readPaymentPage(page);
    expect(new Set([id, leftId, secondId]).size).toBe(3);
    expect([id, leftId, secondId].flatMap(messageKinds)).toEqual([]);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.waitForURL(/\/success\?/);
    await page.getByRole('heading', { name: 'Confirmed' }).waitFor();
    await badge(page, 'Confirmed & Paid').waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
      booking_id: String(secondId),
      court: '1',
      date,
      time: '18:00',
      payment_method: 'card',
    });
    expect(await ticket(page).textContent()).toContain('PKR 7,500');
    expect(await page.locator('.receipt-drop').count()).toBe(0);
    expect(messageKinds(secondId)).toEqual(['booking.paid', 'club.booking']);
    // The wizard has forgotten the checkout, so opening the wizard cancels nothing.
    await page.waitForFunction(() => {
      const { state } = JSON.parse(sessionStorage.getItem('bookingDraft') ?? '{}');
      return state.slotIndexes.length === 0 && state.checkoutCancelUrl === '';
    });
    await page.getByRole('link', { name: 'Book another court' }).click();
    await page.getByText('Choose a time').waitFor();
    expect(await fetchAvailability(date)).toEqual([false, false, false]);
    // The browser names the answer without a provider, and that nobody is signed in.
    expect(page.errors.filter((line) => !/401|50\d/.test(line))).toEqual([]);
  }, 180_000);

  test('after a minute without a callback the confirmation says that the customer can close it', async () => {
    const { page, tracker, id } = await openPaymentPage(7, {});
    const before = countEmailsOnDisk();
    await page.clock.install();
    await page.getByRole('button', { name: 'Back to the shop' }).click();
    await page.getByText('We are waiting for your payment to be confirmed.').waitFor();
    await badge(page, 'Pending Payment').waitFor();
    expect(await page.getByRole('link', { name: 'Add to calendar' }).count()).toBe(0);
    expect(await findAxeViolations(page)).toEqual([]);
    expect([messageKinds(id), countEmailsOnDisk()]).toEqual([[], before]);
    await page.clock.runFor(65_000);
    await page.getByText('You can close this page; we’ll let you know.').waitFor();
    expect(await sendPaidWebhook(tracker)).toBe(200);
    await page.reload();
    await badge(page, 'Confirmed & Paid').waitFor();
    expect(await page.getByRole('link', { name: 'Add to calendar' }).count()).toBe(1);
  }, 180_000);

  test('an admin sees that the customer is paying, and after a move to a higher price both see the missing amount', async () => {
    const { page, id } = await openPaymentPage(9);
    const adminPage = await openPage({ viewport: DESKTOP });
    await signInAsAdmin(adminPage, club);
    await adminPage.goto(`${club.url}/admin?booking=${id}`);
    const drawer = adminPage.getByRole('dialog', { name: `Booking #${id}` });
    await drawer.getByText('The customer is paying online.').waitFor();
    await drawer.getByRole('button', { name: /^Take payment/ }).click();
    const sheet = adminPage.getByRole('dialog', { name: 'Take payment' });
    await sheet.getByText('refund any card payment that still arrives').waitFor();
    await sheet.getByRole('button', { name: 'Close' }).last().click();
    await drawer.getByRole('button', { name: 'More actions' }).click();
    await drawer.getByRole('button', { name: 'Mark Paid' }).click();
    await adminPage.getByText('refund any card payment that still arrives').waitFor();
    await adminPage.getByRole('button', { name: 'Keep as it is' }).click();
    await drawer.getByRole('button', { name: 'More actions' }).click();
    await drawer.getByRole('button', { name: 'Add 30 minutes' }).click();
    await adminPage.getByText('The customer is paying the old price by card right now').waitFor();
    await adminPage.getByRole('button', { name: 'Save' }).click();
    await drawer.locator('.admin-payment-amount', { hasText: 'PKR 10,000' }).waitFor();

    await page.getByRole('button', { name: 'Pay' }).click();
    await page.waitForURL(/\/success\?/);
    await page
      .getByText('We received PKR 7,500. Your booking costs PKR 10,000. Please pay PKR 2,500')
      .waitFor();
    await badge(page, 'Pending Payment').waitFor();
    expect(await page.getByText('Confirmed & Paid').count()).toBe(0);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(messageKinds(id)).toEqual(['club.amount_mismatch', 'payment.amount_mismatch']);

    // The open drawer updates without a reload.
    await drawer.getByText('PKR 2,500 to collect').first().waitFor();
    await drawer.getByText('History', { exact: true }).click();
    await drawer.getByText('Card payment received: PKR 7,500, less than the price of PKR 10,000').waitFor();
    await drawer.getByRole('button', { name: 'More actions' }).click();
    await drawer.getByRole('button', { name: 'Mark Paid' }).click();
    await adminPage.getByRole('dialog').last().getByLabel('PKR 2,500 was paid by').selectOption('cash');
    await adminPage.getByRole('dialog').last().getByRole('button', { name: 'Mark Paid' }).click();
    await drawer.locator('.badge').filter({ hasText: 'Paid' }).waitFor();
    await page.reload();
    await badge(page, 'Confirmed & Paid').waitFor();
    await adminPage.goto(`${club.url}/admin?tab=bookings`);
    const row = adminPage.getByRole('row').filter({ hasText: new RegExp(`#${id}(?!\\d)`) });
    await row.getByText('Card and cash', { exact: true }).waitFor();
    expect(adminPage.errors).toEqual([]);
  }, 180_000);
});
