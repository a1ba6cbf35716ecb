import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mailboxOf } from '../../../src/domain/canonical-mailbox.ts';
import { keyHeader } from '../../support/booking-key.ts';
import { createTestOutboxWorker, startMailServer, startSmsGateway } from '../../support/message-servers.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { createNoisyJpeg, createReceiptForm } from '../../support/test-images.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const CUSTOMER = 'ayesha@example.com';
const CLUB = 'hello@padelclub.example';

let server: Awaited<ReturnType<typeof startMailServer>>;
let gateway: ReturnType<typeof startSmsGateway>;
let club: TestClub;
beforeEach(async () => {
  server = await startMailServer();
  gateway = startSmsGateway();
  club = await createTestClub({
    env: { SMTP_URL: server.url, SMS_URL: `${gateway.url}/send?to={to}&text={text}` },
  });
});
afterEach(async () => {
  club.close();
  gateway.close();
  await server.close();
});

async function deliver(): Promise<void> {
  const worker = createTestOutboxWorker(club);
  await worker.runOnce();
  await worker.stop();
}
const emailsTo = (address: string) =>
  server.mails.filter((mail) => [mail.to].flat()[0]?.text === address).map((mail) => mail.subject ?? '');
const receiptEmailsTo = (address: string) =>
  emailsTo(address).filter((subject) => subject.startsWith('Receipt for booking'));

/** An hour of a court, another one for each `at`. */
const hourly = (at: number) => ({
  date: `2026-11-${22 + Math.floor(at / 6)}`,
  court_id: 1 + (at % 2),
  start_time: `${14 + 2 * (Math.floor(at / 2) % 3)}:00`,
});

async function uploadReceipt(bookingId: number): Promise<void> {
  const body = createReceiptForm(await createNoisyJpeg(160 + (server.mails.length % 7), 140), {});
  const request = new Request(`http://localhost/api/booking/${bookingId}/receipt`, { method: 'POST', body });
  expect((await club.app.handle(request)).status).toBe(200);
}

test('repeated receipt uploads send one email at once and one more an hour later', async () => {
  await club.post('/api/book', bookingBody());
  await deliver();
  for (let upload = 0; upload < 12; upload += 1) {
    await uploadReceipt(1);
    await deliver();
    club.clock.now += 500;
  }
  expect([receiptEmailsTo(CUSTOMER).length, receiptEmailsTo(CLUB).length]).toEqual([1, 1]);
  expect(club.rows("SELECT kind FROM outbox WHERE state = 'queued' ORDER BY kind")).toEqual([
    { kind: 'club.receipt' },
    { kind: 'receipt.received' },
  ]);
  club.clock.now += 61 * MINUTE;
  await deliver();
  await deliver();
  expect([receiptEmailsTo(CUSTOMER).length, receiptEmailsTo(CLUB).length]).toEqual([2, 2]);
});

test('uploads while the mail server is unreachable leave one unsent email of a kind', async () => {
  await club.post('/api/book', bookingBody());
  for (let upload = 0; upload < 5; upload += 1) await uploadReceipt(1);
  expect(club.rows("SELECT kind, state FROM outbox WHERE kind LIKE '%receipt%' ORDER BY kind")).toEqual([
    { kind: 'club.receipt', state: 'queued' },
    { kind: 'receipt.received', state: 'queued' },
  ]);
});

test('a mailbox gets ten booking emails an hour, whatever its spelling, and never the rest', async () => {
  const spellings = ['victim@gmail.com', 'vic.tim@gmail.com', 'Victim+padel@googlemail.com'];
  for (let at = 0; at < 14; at += 1) {
    const email = spellings[at % spellings.length];
    const start_time = `${String(8 + (at % 7) * 2).padStart(2, '0')}:00`;
    const booked = await club.post('/api/book', bookingBody({ court_id: 1 + (at % 2), start_time, email }));
    expect(booked.status).toBe(201);
  }
  await deliver();
  const received = () =>
    server.mails.filter((mail) => mailboxOf([mail.to].flat()[0]?.text ?? '') === 'victim@gmail.com').length;
  expect(received()).toBe(10);
  const dropped = await listDropped();
  expect(dropped.map(({ booking_id }) => booking_id)).toEqual([14, 13, 12, 11]);
  expect(dropped[0]).toMatchObject({
    state: 'dropped',
    label: 'Booking received',
    recipient: 'vic.tim@gmail.com',
    reason: 'this address has already been sent 10 emails within an hour',
    due_at: null,
  });
  // The decision of an admin is not dropped.
  const admin = await club.signIn({ is_admin: true, email: 'admin@example.com' });
  await club.put('/api/admin/bookings/14/status', { status: 'paid' }, admin.headers);
  await deliver();
  expect(server.mails.at(-1)?.subject).toStartWith('Booking 14 is paid');
  club.clock.now += 61 * MINUTE;
  await deliver();
  expect(received()).toBe(11);
  expect(club.rows("SELECT id FROM outbox WHERE state = 'queued'")).toEqual([]);
  // An hour later the mailbox has room again.
  await club.post('/api/book', bookingBody({ date: '2026-11-22', email: spellings[0] }));
  await deliver();
  expect(received()).toBe(12);
});

test('emails that wait for the mail server count until they have left', async () => {
  for (let at = 0; at < 12; at += 1) {
    const typed = bookingBody({ ...hourly(at), phone: `0301 ${1_000_000 + at}` });
    expect((await club.post('/api/book', typed)).status).toBe(201);
    club.clock.now += 20 * MINUTE;
  }
  await deliver();
  expect(emailsTo(CUSTOMER)).toHaveLength(10);
  club.clock.now += 59 * MINUTE;
  await club.post('/api/book', bookingBody({ date: '2026-11-22' }));
  await deliver();
  expect(emailsTo(CUSTOMER)).toHaveLength(10);
});

test('a stranger who types an address uses up nothing of what its member and a paid booking get', async () => {
  const member = await club.signIn({ email: CUSTOMER });
  const { json: paid } = await club.post('/api/book', bookingBody({ date: '2026-11-25' }));
  const admin = await club.signIn({ is_admin: true, email: 'admin@example.com' });
  await club.put(`/api/admin/bookings/${paid.booking.id}/status`, { status: 'paid' }, admin.headers);
  for (let at = 0; at < 12; at += 1) {
    const typed = bookingBody({ ...hourly(at), phone: `0301 ${1_000_000 + at}` });
    expect((await club.post('/api/book', typed)).status).toBe(201);
  }
  await deliver();
  expect(await listDropped()).toHaveLength(2);
  const before = emailsTo(CUSTOMER).length;
  await club.post(`/api/booking/${paid.booking.id}/cancel`, {}, keyHeader(paid));
  const own = bookingBody({ date: '2026-11-26', phone: '0302 1234567' });
  expect((await club.post('/api/book', own, member.headers)).status).toBe(201);
  await deliver();
  expect(emailsTo(CUSTOMER).slice(before)).toEqual([
    expect.stringContaining('is cancelled'),
    expect.stringContaining('Booking'),
  ]);
});

async function listDropped() {
  const admin = await club.signIn({ is_admin: true, email: 'reception@example.com' });
  const { json } = await club.get('/api/admin/outbox?state=dropped', admin.headers);
  expect(json.data.counts.dropped).toBe(json.data.messages.length);
  return json.data.messages as { booking_id: number }[];
}

describe('a stranger whose address', () => {
  const STRANGER = 'stranger@example.com';
  const evening = (at: number) => ({
    court_id: 1 + (at % 2),
    date: `2026-11-${23 + Math.floor(at / 4)}`,
    start_time: at % 4 < 2 ? '18:00' : '20:00',
    phone: `0300 ${String(1_000_000 + at)}`,
  });
  const book = async (at: number, email: string) => {
    const { status, json } = await club.post('/api/book', bookingBody({ ...evening(at), email }));
    expect(status).toBe(201);
    return { ...json, path: `/api/booking/${json.booking.id}`, key: keyHeader(json) };
  };
  type Booked = Awaited<ReturnType<typeof book>>;
  const cancel = async ({ path, key }: Booked) =>
    expect((await club.post(`${path}/cancel`, {}, key)).status).toBe(200);
  const move = async ({ path, key, booking }: Booked) => {
    const target = { ...booking, slots: ['09:00', '09:30'], amount: 4000 };
    const { court_id, slots, amount } = target;
    const date = `2026-12-${String(booking.id).padStart(2, '0')}`;
    const answer = await club.post(`${path}/reschedule`, { court_id, date, slots, amount }, key);
    expect(answer.status).toBe(200);
  };

  const correct = async ({ path, key, contact_key }: Booked) => {
    const answer = await club.put(`${path}/contact`, { email: STRANGER, contact_key }, key);
    expect(answer.json.state).toBe('corrected');
  };

  test('is typed gets ten emails an hour, whatever is done with the bookings', async () => {
    for (let at = 0; at < 6; at += 1) {
      const one = await book(at, STRANGER);
      await deliver();
      await move(one);
      await deliver();
      await cancel(one);
      await deliver();
    }
    expect(emailsTo(STRANGER)).toHaveLength(10);
  });

  test('replaces that of bookings gets ten emails an hour, those that were queued for the old one included', async () => {
    const booked: Booked[] = [];
    for (let at = 0; at < 14; at += 1) booked.push(await book(at, 'mallory@example.com'));
    for (const one of booked) await correct(one);
    await deliver();
    club.clock.now += 59 * MINUTE;
    await deliver();
    expect([emailsTo(STRANGER).length, emailsTo('mallory@example.com').length]).toEqual([10, 0]);
    expect(club.rows("SELECT 1 FROM outbox WHERE state = 'queued'")).toEqual([]);
    club.clock.now += 2 * DAY;
    await deliver();
    expect(emailsTo(STRANGER)).toHaveLength(10);
  });

  test.each([
    ['were sent to', true],
    ['could not be sent to', false],
  ])('replaces many addresses gets ten emails an hour, which %s the old ones', async (_, wereSent) => {
    const booked: Booked[] = [];
    for (let at = 0; at < 12; at += 1) booked.push(await book(at, `mallory${at}@example.com`));
    if (wereSent) await deliver();
    club.clock.now += 61 * MINUTE;
    for (const one of booked) await correct(one);
    await deliver();
    expect(emailsTo(STRANGER)).toHaveLength(10);
  });

  test('replaces one whose email is about to be sent gets none beyond the limit', async () => {
    for (let at = 0; at < 10; at += 1) await book(at, STRANGER);
    await deliver();
    const one = await book(10, 'mallory@example.com');
    const taken = await club.club.write((tx) =>
      club.outbox.store.takeDue(tx, { channel: 'email', limit: 10 }),
    );
    expect(taken.map(({ recipient }) => recipient)).toContain('mallory@example.com');
    await correct(one);
    const isQueued = taken
      .filter(({ audience }) => audience === 'customer')
      .map(({ id }) => club.outbox.store.isQueued(id));
    expect(isQueued).toEqual([false]);
  });

  test('is typed gets ten emails an hour about bookings that are released', async () => {
    for (let at = 0; at < 12; at += 1) await book(at, STRANGER);
    club.clock.now += 300 * MINUTE;
    club.db.run(`UPDATE booking SET pay_by = ${club.clock.now}`);
    club.db.run('UPDATE payer SET remind_at = NULL');
    await club.schedule.runNow('release what is due');
    const customers = `SELECT 1 FROM outbox WHERE audience = 'customer' AND state =`;
    expect(club.rows(`SELECT 1 FROM outbox WHERE kind = 'booking.released'`)).toHaveLength(12);
    expect(club.rows(`${customers} 'queued'`)).toHaveLength(10);
    expect((await listDropped()).length).toBeGreaterThanOrEqual(2);
  });

  test('is registered with tags of one mailbox gets ten emails an hour, and the links that are asked for', async () => {
    const spelled = (at: number) => `stranger+${at}@gmail.com`;
    for (let at = 0; at < 8; at += 1) {
      const account = { name: 'Mallory', email: spelled(at), password: 'a long enough passphrase' };
      const body = { ...account, phone: '', confirm_password: account.password };
      expect((await club.post('/api/auth/register', body)).status).toBe(201);
    }
    for (let at = 0; at < 8; at += 1) {
      await book(at, spelled(at));
      await club.post('/api/manage-links', { email: spelled(at) });
    }
    await deliver();
    const received = server.mails.filter(
      (mail) => mailboxOf([mail.to].flat()[0]?.text ?? '') === 'stranger@gmail.com',
    );
    // Eight registrations, a booking and links; then only the links of two more requests.
    expect(received).toHaveLength(12);
    expect(received.filter(({ subject }) => subject?.startsWith('The link'))).toHaveLength(3);
  });

  test('replaces one that the reception corrects gets all of its emails', async () => {
    for (let at = 0; at < 10; at += 1) await book(at, STRANGER);
    await deliver();
    const one = await book(10, 'mallory@example.com');
    const admin = await club.signIn({ is_admin: true, email: 'admin@example.com' });
    const { status } = await club.put(
      `/api/admin/bookings/${one.booking.id}/contact`,
      { email: STRANGER, version: one.booking.version },
      admin.headers,
    );
    expect(status).toBe(200);
    await deliver();
    expect(emailsTo(STRANGER)).toHaveLength(11);
  });
});

test('a phone number gets eight text messages in 24 hours', async () => {
  for (let at = 0; at < 10; at += 1) {
    const booked = await club.post(
      '/api/book',
      bookingBody({
        court_id: 1 + (at % 2),
        date: '2026-11-20',
        start_time: `${16 + Math.floor(at / 2)}:00`,
        email: `guest${at}@example.com`,
        phone: at % 2 === 0 ? '0300 1234567' : '+92 300 1234567',
        sms_updates: true,
      }),
    );
    expect(booked.status).toBe(201);
  }
  for (let minute = 0; minute < 120; minute += 30) {
    await club.schedule.runNow('reminders');
    await deliver();
    club.clock.now += 30 * MINUTE;
  }
  expect(gateway.requests.map((call) => call.to)).toEqual(Array(8).fill('+923001234567'));
  expect((await listDropped()).map(({ booking_id }) => booking_id).sort()).toHaveLength(2);
  for (let hour = 0; hour < 30; hour += 1) {
    club.clock.now += 60 * MINUTE;
    await deliver();
  }
  expect(gateway.requests).toHaveLength(8);
});

test.each(['paid', 'cancelled'])(
  'the club gets no email about a receipt when the booking is %s',
  async (status) => {
    await club.post('/api/book', bookingBody());
    await deliver();
    await uploadReceipt(1);
    const admin = await club.signIn({ is_admin: true, email: 'admin@example.com' });
    await club.put('/api/admin/bookings/1/status', { status }, admin.headers);
    await deliver();
    expect([receiptEmailsTo(CUSTOMER), receiptEmailsTo(CLUB)]).toEqual([[], []]);
    expect(club.rows("SELECT state, reason FROM outbox WHERE kind = 'club.receipt'")).toEqual([
      { state: 'withdrawn', reason: `the booking was ${status}` },
    ]);
  },
);
