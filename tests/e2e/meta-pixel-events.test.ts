import { Database } from 'bun:sqlite';
import { afterAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { actAsCustomer } from '../support/booking-key.ts';
import { bookAsGuest, createWizardPage, tomorrow } from '../support/booking-wizard.ts';
import { pageOpener, settle } from '../support/browser-pages-and-waits.ts';
import { postCallback, startSafepayServer } from '../support/safepay-server.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { createNoisyJpeg } from '../support/test-images.ts';

const PIXEL_ID = '1234567890';
const safepay = startSafepayServer();
const club = serverForTestFile({ env: { META_PIXEL_ID: PIXEL_ID, ...safepay.env } });
const openPage = pageOpener();
afterAll(() => safepay.stop());

/** Replaces the pixel's script: it takes over the queued calls and records every call. */
const RECORDER_SCRIPT = `
  const pixel = window.fbq;
  window.recordedCalls = [];
  pixel.callMethod = (...call) => window.recordedCalls.push(call);
  for (const call of pixel.queue.splice(0)) pixel.callMethod(...call);
`;

type PixelCall = [verb: string, event: string, data?: Record<string, unknown>, options?: { eventID: string }];

/** The answers of the bookings made by the API, by the path of their confirmation. */
const bookings = new Map<string, { manage_url: string }>();

/** A visitor whose requests to other hosts are recorded and answered by the replacement script. */
async function openVisitor(path: string, prepare?: (page: Page) => unknown) {
  const page = await openPage(prepare && {});
  await prepare?.(page);
  const thirdPartyUrls: string[] = [];
  await page.context().route(
    (url) => url.origin !== club.url,
    (route) => {
      thirdPartyUrls.push(route.request().url());
      return route.fulfill({ contentType: 'text/javascript', body: RECORDER_SCRIPT });
    },
  );
  const booked = bookings.get(path);
  if (booked) await actAsCustomer(page, booked);
  await page.goto(club.url + path);
  await settle(page);
  const recordedCalls = () =>
    page.evaluate(
      () => (globalThis as unknown as { recordedCalls?: unknown[][] }).recordedCalls ?? [],
    ) as Promise<PixelCall[]>;
  return { page, thirdPartyUrls, recordedCalls };
}

/** A call as the table has it: the event and its relevant data. */
function describeCall([verb, event, data = {}]: PixelCall): string {
  const facts = ['value', 'currency', 'content_ids', 'content_name', 'court_id', 'slots', 'num_items']
    .filter((key) => key in data)
    .map((key) => `${key}=${data[key]}`);
  return [verb, event, ...facts].join(' ');
}

test("a visit from the landing page to the confirmation sends the table's events", async () => {
  const { page, thirdPartyUrls, recordedCalls } = await openVisitor('/');
  const wizard = createWizardPage(page, club.url);
  await page.getByRole('main').getByRole('link', { name: 'Contact Us' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Ayesha Khan');
  await page.getByRole('main').getByLabel('Email').fill('ayesha@example.com');
  await page.getByLabel('Subject').selectOption('booking');
  await page.getByLabel('Message', { exact: true }).fill('May we bring our own balls?');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.getByRole('heading', { name: 'Message Sent!' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Book a Court' }).click();
  const step = page.getByRole('main');
  await step.getByLabel('Date', { exact: true }).fill(tomorrow);
  await wizard.start('Court 1', 36).click();
  await wizard.goToPayment();
  await wizard.complete();
  await page.waitForURL(/\/success\?/);
  await page.waitForFunction(() =>
    (globalThis as unknown as { recordedCalls: unknown[][] }).recordedCalls.some(
      (call) => call[1] === 'BookingCompleted',
    ),
  );

  const calls = await recordedCalls();
  expect(calls.slice(0, 2)).toEqual([
    ['set', 'autoConfig', false as never, PIXEL_ID as never],
    ['init', PIXEL_ID],
  ]);
  const events = calls.slice(2).map(describeCall);
  expect(events).toEqual([
    'track PageView',
    'track PageView',
    'track Lead content_name=Contact form',
    'track Contact',
    'track PageView',
    'track ViewContent content_name=Court booking',
    'trackCustom CourtSelected court_id=1',
    'trackCustom TimeSlotsSelected court_id=1 slots=2',
    'track InitiateCheckout currency=PKR num_items=2',
    'track PageView',
    'track Purchase value=5000 currency=PKR content_ids=court-1 num_items=2',
    'trackCustom BookingCompleted value=5000 currency=PKR content_ids=court-1 num_items=2',
  ]);
  const ids = calls.slice(2).map((call) => call[3]?.eventID ?? '');
  expect(ids.every((id) => id.length >= 8)).toBe(true);
  const views = calls.filter((call) => call[1] === 'PageView').map((call) => call[3]?.eventID);
  expect(new Set(views).size).toBe(views.length);
  expect(JSON.stringify(calls)).not.toMatch(/Bilal|Ayesha|example\.com|0300/);
  expect(new URL(page.url()).searchParams.has('name')).toBe(false);
  expect(thirdPartyUrls).toEqual(['https://connect.facebook.net/en_US/fbevents.js']);
  expect(page.errors).toEqual([]);

  await page.reload();
  await settle(page);
  expect((await recordedCalls()).slice(2).map(describeCall)).toEqual(['track PageView']);
}, 180_000);

test('a registration is sent', async () => {
  const { page, recordedCalls } = await openVisitor('/register');
  await page.getByLabel('Full Name').fill('Ayesha Khan');
  await page.getByLabel('Email').fill('new@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Chenab-river-41');
  await page.getByLabel('Confirm Password', { exact: true }).fill('Chenab-river-41');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL(`${club.url}/account`);
  expect((await recordedCalls()).slice(2).map(describeCall)).toContain('track CompleteRegistration');
}, 180_000);

describe('a purchase is sent exactly once for each booking', () => {
  const sold = (calls: PixelCall[]) =>
    calls.filter((call) => /Purchase|BookingCompleted/.test(call[1])).map(describeCall);
  const ONCE = [
    'track Purchase value=5000 currency=PKR content_ids=court-1 num_items=2',
    'trackCustom BookingCompleted value=5000 currency=PKR content_ids=court-1 num_items=2',
  ];
  async function book(over: Record<string, unknown>): Promise<string> {
    const answer = await bookAsGuest(club.url, over);
    const json = (await answer.json()) as { booking: { id: number }; manage_url: string };
    const path = `/success?booking_id=${json.booking.id}`;
    bookings.set(path, json);
    return path;
  }
  /** Waits until the page shows the server's answer; by then it has sent its events. */
  const settled = async (page: Page) => {
    await page.locator('.ticket .badge').waitFor();
    await settle(page);
  };

  test('also after a reload, a second visit, Back and in another tab', async () => {
    const path = await book({ start_time: '01:00', payment_method: 'cash' });
    const { page, recordedCalls } = await openVisitor(path);
    await settled(page);
    expect(sold(await recordedCalls())).toEqual(ONCE);
    await page.reload();
    await settled(page);
    expect(sold(await recordedCalls())).toEqual([]);
    await page.goto(club.url + path);
    await settled(page);
    expect(sold(await recordedCalls())).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click();
    await page.waitForURL(`${club.url}/`);
    await page.goBack();
    await settled(page);
    expect(sold(await recordedCalls())).toEqual([]);
    const tab = await page.context().newPage();
    // `settle` watches pages of `openPage` only.
    await tab.goto(club.url + path, { waitUntil: 'networkidle' });
    await tab.locator('.ticket .badge').waitFor();
    const there = () => (globalThis as unknown as { recordedCalls: unknown[][] }).recordedCalls;
    expect(sold((await tab.evaluate(there)) as PixelCall[])).toEqual([]);
    await tab.close();

    const other = await book({ start_time: '20:00' });
    await actAsCustomer(page, bookings.get(other) ?? { manage_url: '' });
    await page.goto(club.url + other);
    await settled(page);
    expect(sold(await recordedCalls())).toEqual(ONCE);
  }, 180_000);

  test('also without storage when the page fetches its booking again', async () => {
    const path = await book({ start_time: '22:00', payment_method: 'bank_transfer' });
    const { page, recordedCalls } = await openVisitor(path, (fresh) =>
      fresh.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new Error('storage is switched off');
          },
        });
      }),
    );
    await settled(page);
    expect(sold(await recordedCalls())).toEqual(ONCE);
    const buffer = Buffer.from(await createNoisyJpeg(300, 200));
    await page
      .locator('.receipt-drop input')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('heading', { name: 'Payment under review' }).first().waitFor();
    expect(sold(await recordedCalls())).toEqual(ONCE);
  }, 180_000);

  test('a card booking once it is paid, not before', async () => {
    const path = await book({ start_time: '00:00', payment_method: 'card' });
    const { page, recordedCalls } = await openVisitor(path);
    await page.getByText('We are waiting for your payment to be confirmed.').waitFor();
    expect(sold(await recordedCalls())).toEqual([]);
    await postCallback(club.url, safepay.orders.at(-1)?.token ?? '');
    await page.getByRole('heading', { name: 'Confirmed' }).waitFor({ timeout: 30_000 });
    expect(sold(await recordedCalls())).toEqual(ONCE);
    await page.reload();
    await settled(page);
    expect(sold(await recordedCalls())).toEqual([]);
  }, 180_000);

  test('a cancelled booking sends none', async () => {
    const path = await book({ start_time: '16:00', payment_method: 'cash' });
    const db = new Database(join(club.dataDir, 'club.db'));
    db.run('PRAGMA busy_timeout = 5000');
    db.query("UPDATE booking SET state = 'cancelled' WHERE id = ?").run(Number(path.split('=')[1]));
    db.close();
    const { page, recordedCalls } = await openVisitor(path);
    await settled(page);
    expect(sold(await recordedCalls())).toEqual([]);
  }, 180_000);
});

test('each navigation sends one page view, a change of query or anchor none', async () => {
  const { page, recordedCalls } = await openVisitor('/privacy-policy');
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').first().click();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Service Policy' }).click();
  await page.waitForURL(/service-policy$/);
  await page.goBack();
  await page.waitForURL(/privacy-policy/);
  await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
  expect((await recordedCalls()).slice(2).map(describeCall)).toEqual([
    'track PageView',
    'track PageView',
    'track PageView',
  ]);
});

test('nothing is sent from the dashboard and from pages opened by emailed links', async () => {
  const { page, thirdPartyUrls, recordedCalls } = await openVisitor('/admin');
  expect([thirdPartyUrls, await recordedCalls()]).toEqual([[], []]);
  for (const path of ['/reset-password?token=secret', '/verify?token=secret']) {
    await page.goto(club.url + path);
    await settle(page);
    expect([path, thirdPartyUrls, await recordedCalls()]).toEqual([path, [], []]);
  }
});
