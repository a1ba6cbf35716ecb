import { afterEach, beforeEach, expect, test } from 'bun:test';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { changeStatusWithMoney } from '../../../src/bookings/cancel.ts';
import { BookingStore } from '../../../src/bookings/store.ts';
import { ClubCalendar } from '../../../src/calendar/club-calendar.ts';
import { SYSTEM_ACTOR } from '../../../src/db/club-event.ts';
import type { BookingStatus } from '../../../src/domain/booking-status.ts';
import { addDays } from '../../../src/domain/business-day.ts';
import { LedgerStore } from '../../../src/ledger/ledger-store.ts';
import { ShiftStore } from '../../../src/ledger/shift-store.ts';
import { StaffGrants } from '../../../src/ledger/staff-grants.ts';
import { Settings } from '../../../src/settings/settings.ts';
import { createTestOutboxWorker, startMailServer, startSmsGateway } from '../../support/message-servers.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { waitUntil } from '../../support/wait-until.ts';

const HOUR = 60 * 60_000;

let server: Awaited<ReturnType<typeof startMailServer>>;
let gateway: ReturnType<typeof startSmsGateway>;
let club: TestClub;

async function openClubWith(env: Record<string, string> = {}): Promise<TestClub> {
  return createTestClub({
    env: {
      SMTP_URL: server.url,
      MAIL_FROM: 'Padel Club <desk@padelclub.example>',
      PUBLIC_URL: 'http://padelclub.example',
      SMS_URL: `${gateway.url}/send?to={to}&text={text}&from={from}&key={token}`,
      SMS_TOKEN: 'secret',
      SMS_FROM: 'PADEL',
      ...env,
    },
  });
}

beforeEach(async () => {
  server = await startMailServer();
  gateway = startSmsGateway();
  club = await openClubWith();
});
afterEach(async () => {
  club.close();
  gateway.close();
  await server.close();
});

const openBookingStore = () => new BookingStore(club.db);
const changeStatus = (id: number, to: BookingStatus) =>
  club.club.write((tx) => {
    const bookings = openBookingStore();
    const settings = new Settings(club.club, club.config);
    const calendar = new ClubCalendar(club.club, () => club.clock.now);
    const grants = new StaffGrants(club.club, settings);
    const ledger = new LedgerStore(club.db, grants, new ShiftStore(club.db, grants));
    return changeStatusWithMoney(
      tx,
      { bookings, ledger, grants, settings, calendar },
      id,
      { status: to },
      SYSTEM_ACTOR,
    );
  });

/** Moves a booking to another date, as an admin does. */
const rescheduleTo = (id: number, date: string) =>
  club.club.write((tx) => {
    tx.db.query('UPDATE booking SET date = ?, version = version + 1 WHERE id = ?').run(date, id);
    tx.db.query('UPDATE claim SET date = ? WHERE booking_id = ?').run(date, id);
    tx.emit({ kind: 'booking.moved', booking_id: id });
  });

const sendReceipt = (id: number) =>
  club.club.write((tx) => {
    const { payer_id } = openBookingStore().require(id);
    tx.db
      .query("UPDATE payer SET payment_receipt = 'receipts/one.webp', receipt_waits = 1 WHERE id = ?")
      .run(payer_id);
    tx.emit({ kind: 'receipt.received', booking_id: id, payer_id, receipt_id: 1 });
  });

async function deliver(): Promise<void> {
  await club.schedule.runNow('reminders');
  const worker = createTestOutboxWorker(club);
  await worker.runOnce();
  await worker.stop();
}

/** Returns the emails sent since the last call as `address: subject`, and the text messages. */
function takeMessages(): string[] {
  const emails = server.mails.splice(0).map((mail) => `${[mail.to].flat()[0]?.text}: ${mail.subject}`);
  const smsMessages = gateway.requests.splice(0).map((call) => `${call.to}: ${call.text}`);
  return [...emails, ...smsMessages].sort();
}

const CUSTOMER = 'ayesha@example.com';
const CLUB = 'hello@padelclub.example';
const PHONE = '+923001234567';

/** Every step in the life of a booking, and exactly the messages that it sends. */
const LIFECYCLE: { step: string; act: (id: number) => unknown; messages: string[] }[] = [
  {
    step: 'a guest books for tomorrow evening and asks for text messages',
    act: () => {},
    messages: [
      `${CUSTOMER}: Booking 1 received: Saturday, November 21, 2026`,
      `${CLUB}: New booking 1: Court 1 - Premium Panoramic, Saturday, November 21, 2026, 6 PM – 7 PM`,
    ],
  },
  { step: 'nothing happens', act: () => {}, messages: [] },
  {
    step: 'the customer uploads a receipt',
    act: sendReceipt,
    messages: [`${CUSTOMER}: Receipt for booking 1 received`, `${CLUB}: Receipt for booking 1: PKR 5,000`],
  },
  { step: 'the event of the same receipt repeats', act: sendReceipt, messages: [] },
  {
    step: 'an admin marks the booking paid',
    act: (id) => changeStatus(id, 'paid'),
    messages: [`${CUSTOMER}: Booking 1 is paid: see you on Saturday, November 21, 2026`],
  },
  {
    step: 'the booking starts in 24 hours',
    act: () => {
      club.clock.now = Date.parse('2026-11-20T18:00:00+05:00');
    },
    messages: [
      `${PHONE}: Padel Club Faisalabad: reminder, Court 1, Sat, Nov 21, 6 PM - 7 PM. No. 1. Paid. Please come 15 min early. Tel +92 300 0000000`,
    ],
  },
  {
    step: 'an hour later',
    act: () => {
      club.clock.now += HOUR;
    },
    messages: [],
  },
  {
    step: 'an admin moves the booking to Sunday',
    act: (id) => rescheduleTo(id, '2026-11-22'),
    messages: [`${CUSTOMER}: Booking 1 has a new time: Sunday, November 22, 2026`],
  },
  {
    step: 'the moved booking starts in 24 hours',
    act: () => {
      club.clock.now = Date.parse('2026-11-21T18:00:00+05:00');
    },
    messages: [
      `${PHONE}: Padel Club Faisalabad: reminder, Court 1, Sun, Nov 22, 6 PM - 7 PM. No. 1. Paid. Please come 15 min early. Tel +92 300 0000000`,
    ],
  },
  {
    step: 'an admin cancels the booking',
    act: (id) => changeStatus(id, 'cancelled'),
    messages: [`${CUSTOMER}: Booking 1 is cancelled`],
  },
  {
    step: 'an admin restores the booking',
    act: (id) => changeStatus(id, 'paid'),
    messages: [`${CUSTOMER}: Booking 1 is paid: see you on Sunday, November 22, 2026`],
  },
  {
    step: 'an admin cancels the booking again',
    act: (id) => changeStatus(id, 'cancelled'),
    messages: [`${CUSTOMER}: Booking 1 is cancelled`],
  },
  {
    step: 'the booking starts',
    act: () => {
      club.clock.now = Date.parse('2026-11-22T18:00:00+05:00');
    },
    messages: [],
  },
];

test('each step in the life of a booking sends exactly its messages', async () => {
  const answer = await club.post('/api/book', bookingBody({ sms_updates: true }));
  expect(answer.status).toBe(201);
  for (const { step, act, messages } of LIFECYCLE) {
    await act(1);
    await deliver();
    expect([step, ...takeMessages()]).toEqual([step, ...messages.sort()]);
  }
  expect(club.rows("SELECT state FROM outbox WHERE state <> 'sent'")).toEqual([]);
});

test('a booking within 24 hours gets its text message at once', async () => {
  await club.post(
    '/api/book',
    bookingBody({ date: '2026-11-20', start_time: '23:30', duration: 90, sms_updates: true }),
  );
  await deliver();
  expect(gateway.requests.map((call) => call.text)).toEqual([
    'Padel Club Faisalabad: Court 1, Fri, Nov 20, 11:30 PM - 1 AM. No. 1. PKR 7,500 to pay. Please come 15 min early. Tel +92 300 0000000',
  ]);
  expect(gateway.requests[0]).toMatchObject({ to: PHONE, from: 'PADEL', path: '/send' });
  await deliver();
  expect(gateway.requests).toHaveLength(1);
});

test('a guest who did not ask for text messages gets none', async () => {
  await club.post('/api/book', bookingBody({ date: '2026-11-20' }));
  await deliver();
  expect(gateway.requests).toEqual([]);
});

test('a member can turn booking emails off and text messages on, but always gets account emails', async () => {
  const member = await club.signIn();
  const chosen = { email_notifications: false, sms_notifications: true };
  expect((await club.put('/api/auth/preferences', chosen, member.headers)).json.preferences).toMatchObject(
    chosen,
  );
  await club.post('/api/book', bookingBody({ date: '2026-11-20' }), member.headers);
  await club.club.write((tx) =>
    club.outbox.store.enqueueAccountMessage(tx, {
      kind: 'password_changed',
      user_id: member.id,
      email: 'member@example.com',
      name: 'Bilal',
    }),
  );
  await deliver();
  expect(server.mails.map((mail) => [mail.to].flat()[0]?.text).sort()).toEqual([CLUB, 'member@example.com']);
  expect(gateway.requests).toHaveLength(1);
  expect(club.rows("SELECT reason FROM outbox WHERE state = 'withdrawn'")).toEqual([
    { reason: 'the member turned emails off' },
  ]);
});

test('a cancellation withdraws the unsent messages about the booking', async () => {
  await club.post('/api/book', bookingBody());
  await sendReceipt(1);
  await changeStatus(1, 'paid');
  await changeStatus(1, 'cancelled');
  await deliver();
  expect(takeMessages()).toEqual([`${CUSTOMER}: Booking 1 is cancelled`]);
});

test('a move replaces the unsent messages with the new time', async () => {
  await club.post('/api/book', bookingBody());
  await rescheduleTo(1, '2026-11-23');
  await deliver();
  expect(takeMessages()).toEqual([
    `${CUSTOMER}: Booking 1 has a new time: Monday, November 23, 2026`,
    `${CLUB}: New booking 1: Court 1 - Premium Panoramic, Monday, November 23, 2026, 6 PM – 7 PM`,
  ]);
});

test('the email has the price, the payment steps and both dates of a night booking', async () => {
  await club.post('/api/book', bookingBody({ start_time: '00:30', duration: 90, name: 'Zoë <b>&"Khan' }));
  await deliver();
  const mail = server.mails.find((sent) => [sent.to].flat()[0]?.text === CUSTOMER);
  const text = mail?.text ?? '';
  expect(mail?.subject).toBe('Booking 1 received: Saturday night, November 21, 2026 (early Sunday)');
  expect(text).toContain('Time: 12:30 AM – 2 AM (on Sun, Nov 22)');
  expect(text).toContain('Court, 1.5 hours at PKR 5,000: PKR 7,500');
  expect(text).toContain('Total: PKR 7,500');
  expect(text).toContain('IBAN: PK58 MEZN 0099 8800 1234 5678');
  expect(text).toContain('Reference: booking 1');
  expect(text).toContain('Manage your booking:\nhttp://padelclub.example/manage#1.');
  expect(mail?.html).toContain('Zoë &lt;b&gt;&amp;&quot;Khan');
  expect(mail?.html).not.toMatch(/<img|src=|@import|url\(/);
  expect(mail?.from?.text).toBe('"Padel Club" <desk@padelclub.example>');
  expect(mail?.messageId).toMatch(/^<[\w-]{36}@padelclub\.example>$/);
  expect(mail?.replyTo?.text).toBe(CLUB);
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail?.headers.has('list')).toBe(false);
  const [file] = mail?.attachments ?? [];
  expect(file?.filename).toBe('booking.ics');
  expect(file?.content.toString()).toMatch(/DTSTART:20261121T193000Z\r\nDTEND:20261121T210000Z/);
});

test.each(["D'Souza & Sons <3", '👨‍👩‍👧‍👦👍🏽 Family', 'محمد علی خان', "محمد O’Neil & Zoë's 🇵🇰"])(
  'the name %s stands whole in subjects, texts, pages and answers',
  async (name) => {
    const owner = (await club.signIn({ email: 'owner@example.com', role: 'owner' })).headers;
    const changed = await club.put('/api/admin/settings', { changes: { 'club.name': name } }, owner);
    expect(changed.status).toBe(200);
    const { json } = await club.post('/api/book', bookingBody({ name }));
    await club.post('/api/admin/settings/test-email', {}, owner);
    await deliver();
    const to = (address: string) => server.mails.find((mail) => [mail.to].flat()[0]?.text === address);
    expect(to('owner@example.com')?.subject).toBe(`Emails from ${name} are working`);
    expect(to(CUSTOMER)?.text).toContain(name);
    // What the markup shows: nothing of the name is markup.
    const shown = (html: unknown) =>
      String(html)
        .replace(/&#x27;|&#39;/g, "'")
        .replaceAll('&lt;', '<')
        .replaceAll('&amp;', '&');
    expect(shown(to(CUSTOMER)?.html)).toContain(name);
    expect(to(CUSTOMER)?.html).not.toContain('& Sons <3');
    const page = (await club.get('/contact')).text;
    expect(shown(/<title>(.*?)<\/title>/.exec(page)?.[1])).toContain(name);
    const { booking } = (await club.get(`/api/admin/bookings/${json.booking.id}`, owner)).json.data;
    expect(booking.name).toBe(name);
  },
);

test('the cancellation email has the refund for its time', async () => {
  for (const [hoursBefore, expected] of [
    [24, 'Refund (100%): PKR 5,000'],
    [23.9, 'Refund (50%): PKR 2,500'],
    [11.9, 'Under our refund policy, there is no refund.'],
  ] as const) {
    server.mails.length = 0;
    const at = club.clock.now;
    const answer = await club.post('/api/book', bookingBody());
    const id = answer.json.booking.id as number;
    await changeStatus(id, 'paid');
    club.clock.now = Date.parse('2026-11-21T18:00:00+05:00') - hoursBefore * HOUR;
    await changeStatus(id, 'cancelled');
    await deliver();
    const mail = server.mails.find((sent) => sent.subject === `Booking ${id} is cancelled`);
    expect(mail?.text).toContain(expected);
    club.clock.now = at;
  }
});

test('the cancellation email of an unpaid booking promises no refund and asks for the receipt', async () => {
  await club.post('/api/book', bookingBody());
  await changeStatus(1, 'cancelled');
  await deliver();
  const mail = server.mails.find((sent) => sent.subject === 'Booking 1 is cancelled');
  expect(mail?.text).toContain('We have not confirmed a payment for this booking.');
  expect(mail?.text).not.toContain('Refund');
});

test('a contact message reaches the club with the sender as Reply-To', async () => {
  await club.club.write((tx) => {
    const row = tx.db
      .query<{ id: number }, [number]>(
        `INSERT INTO contact_message (name, email, subject, message, created_at)
         VALUES ('Sana', 'sana@example.com', 'events', 'Do you hold\nparties?', ?) RETURNING id`,
      )
      .get(tx.now);
    tx.emit({ kind: 'contact.received', message_id: row?.id ?? 0 });
  });
  await deliver();
  const [mail] = server.mails;
  expect([mail?.to].flat()[0]?.text).toBe(CLUB);
  expect(mail?.replyTo?.text).toBe('sana@example.com');
  expect(mail?.text).toContain('> Do you hold\n> parties?');
});

test('booking emails to members carry List-Unsubscribe', async () => {
  const member = await club.signIn();
  await club.post('/api/book', bookingBody({ email: 'member@example.com' }), member.headers);
  await deliver();
  const mail = server.mails.find((sent) => [sent.to].flat()[0]?.text === 'member@example.com');
  expect(JSON.stringify(mail?.headers.get('list'))).toContain('http://padelclub.example/account');
});

test('without a mail server each email is saved as a file that only its owner can read', async () => {
  club.close();
  club = await openClubWith({ SMTP_URL: '' });
  await club.post('/api/book', bookingBody());
  await deliver();
  const folder = join(club.dataDir, 'outbox');
  expect(readdirSync(folder).sort()).toEqual(['2026-11-20-000001.eml', '2026-11-20-000002.eml']);
  const path = join(folder, '2026-11-20-000001.eml');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const mail = await simpleParser(await Bun.file(path).text());
  expect(mail.subject).toBe('Booking 1 received: Saturday, November 21, 2026');
  const admin = await club.signIn({ is_admin: true });
  const answer = await club.get('/api/admin/outbox', admin.headers);
  expect(answer.json.data).toMatchObject({ mail: 'files', counts: { saved: 2, sent: 0, queued: 0 } });
  expect(answer.json.data.messages[0]).toMatchObject({ state: 'saved', reason: 'kept as a file' });
});

test('a rejected booking queues no message', async () => {
  await club.post('/api/book', bookingBody());
  const answer = await club.post('/api/book', bookingBody({ email: 'other@example.com' }));
  expect(answer.status).toBe(409);
  expect(club.rows('SELECT booking_id FROM outbox')).toEqual([{ booking_id: 1 }, { booking_id: 1 }]);
});

test('the link of an account email is deleted once it is sent, and never appears in a response or the log', async () => {
  const member = await club.signIn();
  const link = 'http://padelclub.example/reset?token=very-secret';
  await club.club.write((tx) =>
    club.outbox.store.enqueueAccountMessage(tx, {
      kind: 'reset_password',
      user_id: member.id,
      email: 'member@example.com',
      name: 'B',
      link,
    }),
  );
  const admin = await club.signIn({ is_admin: true, email: 'admin@example.com' });
  const before = await club.get('/api/admin/outbox?state=queued', admin.headers);
  expect(before.text).not.toContain('very-secret');
  await deliver();
  expect(server.mails[0]?.text).toContain(link);
  expect(club.rows('SELECT details FROM outbox')).toEqual([{ details: '{}' }]);
  expect(club.logLines.join('\n')).not.toMatch(/very-secret|member@example/);
});

test('only admins can list and retry messages', async () => {
  await club.post('/api/book', bookingBody());
  await club.post('/api/book', bookingBody({ court_id: 2 }));
  const member = await club.signIn();
  for (const [headers, status] of [
    [{}, 401],
    [member.headers, 403],
  ] as const) {
    expect((await club.get('/api/admin/outbox', headers)).status).toBe(status);
    expect((await club.post('/api/admin/outbox/1/retry', {}, headers)).status).toBe(status);
  }
  const admin = await club.signIn({ is_admin: true, email: 'admin@example.com' });
  const page = await club.get('/api/admin/outbox?booking_id=2&limit=1', admin.headers);
  expect(page.json.data.messages).toHaveLength(1);
  expect(page.json.data.messages[0]).toMatchObject({
    id: 4,
    booking_id: 2,
    state: 'queued',
    channel: 'email',
  });
  const next = await club.get(
    `/api/admin/outbox?booking_id=2&limit=1&cursor=${page.json.data.next_cursor}`,
    admin.headers,
  );
  expect(next.json.data).toMatchObject({ next_cursor: null, messages: [{ id: 3, recipient: CUSTOMER }] });
  await deliver();
  expect((await club.post('/api/admin/outbox/1/retry', {}, admin.headers)).status).toBe(409);
  expect((await club.post('/api/admin/outbox/99/retry', {}, admin.headers)).status).toBe(404);
  expect((await club.get('/api/admin/outbox?state=lost', admin.headers)).status).toBe(422);
});

test('a walk-in booking sends no email to a customer without an address, nor to the club', async () => {
  const admin = await club.signIn({ is_admin: true, email: 'admin@example.com' });
  const { court_id, date, name, phone } = bookingBody();
  const walkIn = { court_id, date, name, phone, slots: ['18:00', '18:30'] };
  expect((await club.post('/api/admin/bookings', walkIn, admin.headers)).status).toBe(201);
  await deliver();
  expect(takeMessages()).toEqual([]);
});

test('an email does not repeat a name that looks like a web address', async () => {
  for (const [court_id, name, start_time = '18:00'] of [
    [1, 'Win at http://evil.example now'],
    [2, 'evil.example'],
    [1, 'Win 5000.evil.example', '20:00'],
    [2, 'Win at 5000.pk', '20:00'],
  ] as const) {
    await club.post('/api/book', bookingBody({ court_id, name, start_time }));
  }
  await deliver();
  const mails = server.mails.filter((mail) => [mail.to].flat()[0]?.text === CUSTOMER);
  expect(mails).toHaveLength(4);
  for (const mail of mails) {
    expect(mail.text).toContain('Hello,\n');
    expect(`${mail.text}${mail.html}`).not.toMatch(/evil\.example|5000\.pk/);
  }
});

test('the metrics count waiting and failed messages', async () => {
  const admin = await club.signIn({ is_admin: true, email: 'admin@example.com' });
  const readMetrics = async () =>
    [...(await club.get('/api/metrics', admin.headers)).text.matchAll(/^club_messages_\w+ \d+$/gm)].map(
      ([line]) => line,
    );
  await club.post('/api/book', bookingBody());
  club.db.run("UPDATE outbox SET state = 'failed' WHERE id = 2");
  club.clock.now += 90_000;
  expect(await readMetrics()).toEqual([
    'club_messages_waiting 1',
    'club_messages_waiting_seconds 90',
    'club_messages_failed 1',
  ]);
});

test('messages wait longer for each other while customers book', async () => {
  const worker = createTestOutboxWorker(club, {
    options: {
      concurrency: 1,
      batchSize: 2,
      delayMs: 0,
      busyDelayMs: 300,
      timeoutMs: 20_000,
    },
  });
  worker.start();
  for (let day = 0; server.arrivals.length < 2; day += 1) {
    const date = addDays('2026-11-21', day);
    await club.post('/api/book', bookingBody({ date, email: `guest${day}@example.com` }));
    await Bun.sleep(20);
  }
  await waitUntil(() => server.arrivals.length > 2);
  const [, second = 0, third = 0] = server.arrivals;
  expect(third - second).toBeGreaterThan(300);
  await worker.stop();
});
