import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import ICAL from 'ical.js';
import { createTestOutboxWorker, startMailServer, startSmsGateway } from '../../support/message-servers.ts';
import { createSignedCallback, startSafepayServer } from '../../support/safepay-server.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';

const MINUTE = 60_000;
const CUSTOMER = 'ayesha@example.com';
const CLUB = 'hello@padelclub.example';
const PHONE = '+923001234567';

let server: Awaited<ReturnType<typeof startMailServer>>;
let gateway: ReturnType<typeof startSmsGateway>;
let safepay: ReturnType<typeof startSafepayServer>;
let club: TestClub;
beforeEach(async () => {
  server = await startMailServer();
  gateway = startSmsGateway();
  safepay = startSafepayServer();
  const PUBLIC_URL = 'http://padelclub.example';
  const SMS_URL = `${gateway.url}/send?to={to}&text={text}`;
  club = await createTestClub({ env: { ...safepay.env, SMTP_URL: server.url, PUBLIC_URL, SMS_URL } });
});
afterEach(async () => {
  club.close();
  gateway.close();
  await safepay.stop();
  await server.close();
});

/** Tonight from 8 PM, soon enough for a text message at once. */
const TONIGHT = { date: '2026-11-20', start_time: '20:00', sms_updates: true };
const book = (over: Record<string, unknown> = {}) =>
  club.post('/api/book', bookingBody({ ...TONIGHT, payment_method: 'card', ...over }));
const tracker = () => safepay.orders[0]?.token ?? '';
const sendCallback = async (over: Parameters<typeof createSignedCallback>[1] = {}) => {
  const { body, signature } = createSignedCallback(tracker(), over);
  return (await club.send('POST', '/api/payments/callback/safepay', body, { 'x-sfpy-signature': signature }))
    .status;
};
const advanceMinutes = async (minutes: number) => {
  club.clock.now += minutes * MINUTE;
  await club.schedule.runNow('release what is due');
};
async function changeStatusAsAdmin(status: string) {
  const email = `desk${club.clock.now}${Math.random()}@example.com`;
  const { headers } = await club.signIn({ is_admin: true, email });
  const answer = await club.put('/api/admin/bookings/1/status', { status }, headers);
  expect(answer.status).toBe(200);
}

/** Returns the emails sent since the last call as `address: subject`, and the text messages. */
async function deliverAndTakeMessages(): Promise<string[]> {
  await club.schedule.runNow('reminders');
  const worker = createTestOutboxWorker(club);
  await worker.runOnce();
  await worker.stop();
  const emails = server.mails.splice(0).map((mail) => `${[mail.to].flat()[0]?.text}: ${mail.subject}`);
  const smsMessages = gateway.requests.splice(0).map((call) => `${call.to}: ${call.text}`);
  return [...emails, ...smsMessages].sort();
}

const PAID = `${CUSTOMER}: Booking 1 is paid: see you on Friday, November 20, 2026`;
const NEW_BOOKING = `${CLUB}: New booking 1: Court 1 - Premium Panoramic, Friday, November 20, 2026, 8 PM – 9 PM`;
const SMS = `${PHONE}: Padel Club Faisalabad: Court 1, Fri, Nov 20, 8 PM - 9 PM. No. 1. Paid. Please come 15 min early. Tel +92 300 0000000`;
const CANCELLED = `${CUSTOMER}: Booking 1 is cancelled`;
const REFUND_PROMISED = [
  `${CUSTOMER}: Booking 1: your card payment of PKR 5,000`,
  `${CLUB}: Card payment to refund: PKR 5,000, booking 1`,
];

/** Every way through a card booking, and exactly the messages of each step. */
const LIFECYCLES: Record<string, [step: string, act: () => unknown, messages: string[]][]> = {
  'paid at once': [
    ['a guest books by card', () => {}, []],
    ['the signed callback arrives', () => sendCallback(), [PAID, NEW_BOOKING, SMS]],
    ['the callback arrives again', () => sendCallback(), []],
    ['an admin cancels the booking', () => changeStatusAsAdmin('cancelled'), [CANCELLED]],
    ['an admin restores the booking', () => changeStatusAsAdmin('paid'), [PAID]],
  ],
  abandoned: [
    ['a minute later', () => advanceMinutes(1), []],
    ['the checkout expires', () => advanceMinutes(30), []],
    ['hours later', () => advanceMinutes(120), []],
  ],
  'cancelled on the payment page': [
    ['the customer cancels', async () => void (await club.get(cancelPath())), []],
  ],
  'a declined card, then another one': [
    ['the first card is declined', () => sendCallback({ type: 'error:occurred' }), []],
    ['the second card is accepted', () => sendCallback(), [PAID, NEW_BOOKING, SMS]],
  ],
  'a forged callback': [['an attacker sends it', () => sendCallback({ secret: 'guessed' }), []]],
  'a late payment while the court is free': [
    ['the checkout expires', () => advanceMinutes(31), []],
    ['the payment arrives', () => sendCallback(), [PAID, NEW_BOOKING, SMS]],
  ],
  'a late payment after the court was booked again': [
    ['the checkout expires', () => advanceMinutes(31), []],
    [
      'another customer books the court',
      () => book({ payment_method: 'card', email: 'other@example.com' }),
      [],
    ],
    ['the payment arrives', () => sendCallback(), REFUND_PROMISED],
    ['the callback arrives again', () => sendCallback(), []],
  ],
  'cancelled by an admin before it was paid': [
    ['an admin cancels the booking', () => changeStatusAsAdmin('cancelled'), []],
    ['the payment arrives nevertheless', () => sendCallback(), REFUND_PROMISED],
  ],
  'paid in cash at the reception, and then by card': [
    ['an admin marks the booking paid', () => changeStatusAsAdmin('paid'), [PAID, NEW_BOOKING, SMS]],
    ['the card payment arrives', () => sendCallback(), REFUND_PROMISED],
  ],
  'an amount that does not match the price': [
    [
      'a smaller payment arrives',
      () => sendCallback({ amount: '50' }),
      [
        `${CUSTOMER}: Booking 1: your card payment of PKR 50`,
        `${CLUB}: Card payment to refund: PKR 50, booking 1`,
      ],
    ],
    ['the callback arrives again', () => sendCallback({ amount: '50' }), []],
    ['an amount arrives that is not a number', () => sendCallback({ amount: 'much' }), []],
    ['the right amount arrives', () => sendCallback(), [PAID, NEW_BOOKING, SMS]],
  ],
};

function cancelPath(): string {
  const [row] = club.rows<{ payment_url: string }>('SELECT payment_url FROM checkout');
  return new URL(new URL(row?.payment_url ?? '').searchParams.get('cancel_url') ?? '').pathname;
}

describe('each way through a card booking sends exactly its messages', () => {
  test.each(Object.keys(LIFECYCLES))('%s', async (lifecycle) => {
    expect((await book()).status).toBe(201);
    expect(await deliverAndTakeMessages()).toEqual([]);
    for (const [step, act, expected] of LIFECYCLES[lifecycle] ?? []) {
      await act();
      expect([step, ...(await deliverAndTakeMessages())]).toEqual([step, ...expected.toSorted()]);
    }
    expect(club.rows("SELECT kind, reason FROM outbox WHERE state IN ('queued', 'failed')")).toEqual([]);
  });

  test('an unreachable provider', async () => {
    safepay.state.broken = true;
    expect((await book()).status).toBe(503);
    expect(await deliverAndTakeMessages()).toEqual([]);
    expect(club.rows('SELECT * FROM outbox')).toEqual([]);
  });
});

test('the email about a paid booking has all its details and a calendar file with its time', async () => {
  await book({ date: '2026-11-21', start_time: '01:30', duration: 90 });
  await sendCallback({ amount: '7500' });
  await deliverMessages();
  const mail = server.mails.find((sent) => [sent.to].flat()[0]?.text === CUSTOMER);
  for (const expectedText of [
    'Booking: 1',
    'Court: Court 1 - Premium Panoramic',
    'Date: Saturday night, November 21, 2026 (early Sunday)',
    'Time: 1:30 AM – 3 AM (on Sun, Nov 22)',
    'Payment: Card or Wallet',
    'Total: PKR 7,500',
    'Confirmed & Paid',
    '/manage#1.',
  ]) {
    expect(mail?.text).toContain(expectedText);
  }
  const [file] = mail?.attachments ?? [];
  const calendar = new ICAL.Component(ICAL.parse(file?.content.toString() ?? ''));
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
  expect(event.startDate.toJSDate().toISOString()).toBe('2026-11-21T20:30:00.000Z');
  expect(event.endDate.toJSDate().toISOString()).toBe('2026-11-21T22:00:00.000Z');
  const clubEmail = server.mails.find((sent) => [sent.to].flat()[0]?.text === CLUB);
  expect(clubEmail?.text).toContain('[Paid]');
});

test('the email about a cancelled card booking promises a refund to the card', async () => {
  await book({ date: '2026-11-25' });
  await sendCallback();
  await changeStatusAsAdmin('cancelled');
  await deliverMessages();
  const mail = server.mails.find((sent) => sent.subject === 'Booking 1 is cancelled');
  expect(mail?.text).toContain('Refund (100%): PKR 5,000');
  expect(mail?.text).toContain('3 to 7 business days to a card and 1 to 3 to a mobile wallet');
  expect(mail?.text).not.toContain('bank transfer');
});

test('a member who turned emails off still gets the email about a refund', async () => {
  const member = await club.signIn();
  club.db.run(`UPDATE user SET preferences = '{"email_notifications":false}' WHERE id = ${member.id}`);
  await club.post('/api/book', bookingBody({ ...TONIGHT, payment_method: 'card' }), member.headers);
  await changeStatusAsAdmin('cancelled');
  await sendCallback();
  expect(await deliverAndTakeMessages()).toEqual(REFUND_PROMISED.toSorted());
});

async function deliverMessages(): Promise<void> {
  const worker = createTestOutboxWorker(club);
  await worker.runOnce();
  await worker.stop();
}
