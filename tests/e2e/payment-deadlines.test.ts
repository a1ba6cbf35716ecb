import { beforeAll, expect, test } from 'bun:test';
import { addDays, clubInstant } from '../../src/domain/business-day.ts';
import { openPage } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { createMovableClock } from '../support/faketime-environment.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { createPng, createReceiptForm } from '../support/test-images.ts';
import { waitUntil } from '../support/wait-until.ts';

const HOUR = 60 * 60_000;
const today = addDays(clubToday(), 1);
const tomorrow = addDays(today, 1);
/** 6 PM of `today`, which lies in the future, so that no test depends on the time at which it runs. */
const SIX_PM = clubInstant(today, 18 * 60);
/** A transfer that is booked after six would be due at 6 AM, so it is due in the morning. */
const PAY_BY = SIX_PM + 15 * HOUR;

let clock: Awaited<ReturnType<typeof createMovableClock>>;
const club = serverForTestFile(async () => {
  clock = await createMovableClock();
  return { env: clock.env };
});
let admin: Record<string, string>;
let member: Record<string, string>;

beforeAll(() => {
  const sessionOf = (email: string, is_admin: boolean) => ({
    cookie: insertUserSession(club.dataDir, { email, name: 'Sana Malik', is_admin }),
  });
  admin = sessionOf('admin@example.com', true);
  member = sessionOf('bilal@example.com', false);
  club.database((db) => db.run('UPDATE session SET expire = ?', [SIX_PM + 20 * 24 * HOUR]));
  clock.set(SIX_PM, club.dataDir);
});

async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(club.url + path, {
    method,
    headers: { 'content-type': 'application/json', origin: club.url, ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, json: (await response.json()) as never as Json };
}
// Tests read fields of answers before they check their types.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Json = any;

let guests = 0;
function book(over: object = {}, headers: Record<string, string> = {}) {
  guests += 1;
  const guest = {
    name: 'Ayesha Khan',
    email: `guest${guests}@example.com`,
    phone: `0300 ${3_000_000 + guests}`,
  };
  const time = { court_id: 1, date: tomorrow, start_time: '21:00', duration: 60 };
  return send('POST', '/api/book', { ...guest, ...time, payment_method: 'bank_transfer', ...over }, headers);
}

async function upload(id: number, email: string): Promise<number> {
  const body = createReceiptForm(createPng(40, 40), { email });
  return (await fetch(`${club.url}/api/booking/${id}/receipt`, { method: 'POST', body })).status;
}

const kindsOf = (id: number) =>
  club
    .database((db) =>
      db
        .query<{ kind: string }, [number]>(
          "SELECT kind FROM outbox WHERE booking_id = ? AND audience = 'customer' AND state <> 'withdrawn' ORDER BY id",
        )
        .all(id),
    )
    .map(({ kind }) => kind);

const isFree = async (hour: number, courtId = 1): Promise<boolean> => {
  const { json } = await send('GET', `/api/slots?date=${tomorrow}&courtId=${courtId}`);
  return json.find((slot: { hour: number }) => slot.hour === hour).available;
};

test('a transfer booked at 6 PM for tomorrow 9 PM is reminded, released on the minute, and then free for another browser', async () => {
  const { json } = await book();
  const { id, pay_by } = json.booking;
  expect(Date.parse(pay_by)).toBe(PAY_BY);

  // Half of the time.
  clock.set(PAY_BY - 7.5 * HOUR - 60_000, club.dataDir);
  expect(kindsOf(id)).toEqual(['booking.received']);
  clock.set(PAY_BY - 7.5 * HOUR + 60_000, club.dataDir);
  await waitUntil(() => kindsOf(id).includes('booking.payment_due'));

  clock.set(PAY_BY - 5000, club.dataDir);
  expect(await isFree(42)).toBe(false);
  await waitUntil(() => isFree(42), 60);
  // The file of the clock has milliseconds.
  expect(clock.now()).toBeGreaterThan(PAY_BY - 100);

  const page = await openPage();
  await page.clock.install({ time: PAY_BY + 2000 });
  await page.goto(`${club.url}/booking?court=1&date=${tomorrow}`);
  await page.locator('.court-block [data-start="42"]').first().waitFor();
  expect(kindsOf(id)).toEqual(['booking.received', 'booking.payment_due', 'booking.released']);
  const { data } = (await send('GET', `/api/admin/bookings/${id}`, undefined, admin)).json;
  expect(data.history.at(-1)).toMatchObject({ actor: 'system', details: { reason: 'unpaid' } });
}, 180_000);

test('a late receipt restores the booking while it is free', async () => {
  expect(await upload(1, 'guest1@example.com')).toBe(200);
  const { late_receipts } = (await send('GET', '/api/admin/late-receipts', undefined, admin)).json.data;
  expect([late_receipts.length, late_receipts[0].can_restore]).toEqual([1, true]);
  const restored = await send('POST', '/api/admin/late-receipts/1', { decision: 'restore' }, admin);
  expect(restored.json.data.booking).toMatchObject({ status: 'paid', balance: 0 });
  expect(await isFree(42)).toBe(false);
}, 180_000);

test('a late receipt becomes credit when the slot is taken', async () => {
  const { json } = await book({ court_id: 2, email: 'bilal@example.com' }, member);
  const { id, pay_by } = json.booking;
  clock.set(Date.parse(pay_by), club.dataDir);
  await waitUntil(() => isFree(42, 2));
  expect((await book({ court_id: 2 })).status).toBe(201);
  expect(await upload(id, 'bilal@example.com')).toBe(200);
  const decide = (decision: string) => send('POST', `/api/admin/late-receipts/${id}`, { decision }, admin);
  expect((await decide('restore')).status).toBe(409);
  expect((await decide('credit')).json.data.booking).toMatchObject({ status: 'cancelled', balance: 0 });
  expect((await send('GET', '/api/auth/credit', undefined, member)).json).toEqual({ credit: 5000 });
}, 180_000);
