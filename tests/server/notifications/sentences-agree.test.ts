import { afterAll, beforeAll, expect, test } from 'bun:test';
import { formatPayBy } from '../../../src/domain/format-payment-deadline.ts';
import { type MailedClub, openMailedClub } from '../../support/mailed-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

let mailed: MailedClub;
beforeAll(async () => {
  mailed = await openMailedClub();
});
afterAll(() => mailed.close());

const admin = (method: string, path: string, body: unknown) =>
  mailed.club.send(method, path, body, mailed.admin.headers);

/** Closes court 1 at the time of a booking, and cancels the booking for the club. */
async function closeOver(id: number, from: string, until: string) {
  const { json } = await mailed.club.get(`/api/admin/bookings/${id}`, mailed.admin.headers);
  const { status } = await admin('POST', '/api/admin/close-courts', {
    court_ids: [1],
    first_day: '2026-11-21',
    last_day: '2026-11-21',
    from,
    until,
    reason: 'Rain',
    decisions: [{ booking_id: id, version: json.data.booking.version }],
  });
  expect(status).toBe(201);
  const [email] = await mailed.takeEmails();
  return email?.text.replace(/\s+/g, ' ') ?? '';
}

test('a club that closes a court says who cancelled, why, and how all comes back', async () => {
  const { id } = await mailed.book({ start_time: '18:00' });
  await admin('PUT', `/api/admin/bookings/${id}/status`, { status: 'paid', method: 'bank_transfer' });
  await mailed.takeEmails();
  const text = await closeOver(id, '18:00', '19:00');
  expect(text).toContain('We had to close the court: Rain. We’re sorry, but we had to cancel your booking.');
  expect(text).toContain('You’ll get back everything you paid. A refund by bank transfer takes');
  expect(text).toContain('Please tell us where to send your PKR');
  expect(text).not.toMatch(/can book|different refund terms|refund policy/i);
});

test('an unpaid booking that the club cancels promises everything back, and asks for no account', async () => {
  const { id } = await mailed.book({ start_time: '20:00' });
  await mailed.takeEmails();
  const text = await closeOver(id, '20:00', '21:00');
  expect(text).toContain('we will refund you in full');
  expect(text).not.toMatch(/can book|different refund terms|refund policy|where to send/i);
});

test('a customer who cancels reads that the slot is free again, and of an emergency', async () => {
  const { path, key } = await mailed.book({ start_time: '22:00' });
  await mailed.takeEmails();
  const { json } = await mailed.club.get(path, key);
  await mailed.club.post(`${path}/cancel`, { amount_back: 0, version: json.booking?.version ?? 1 }, key);
  const [email] = await mailed.takeEmails();
  const text = email?.text.replace(/\s+/g, ' ') ?? '';
  expect(text).toContain('Other players can book this slot again.');
  expect(text).toContain('If you had a medical emergency');
  expect(text).not.toContain('club cancelled');
});

/** A booking with a player who has an email, and what that player reads once it was cancelled in one of the ways. */
async function playerReads(
  over: Record<string, unknown>,
  cancel: (booked: Awaited<ReturnType<MailedClub['book']>>) => unknown,
) {
  const booked = await mailed.book(over);
  const { payers } = (await mailed.club.put(`${booked.path}/payers`, { payers: [{}] }, booked.key)).json;
  const player = {
    method: 'bank_transfer',
    amount: payers[1].charge,
    name: 'Bilal Ahmed',
    email: 'bilal@example.com',
  };
  const key = { 'x-booking-key': payers[1].join_url.split('.').at(-1) };
  expect((await mailed.club.post(`/api/payers/${payers[1].id}/pay`, player, key)).status).toBe(200);
  await mailed.takeEmails();
  await cancel(booked);
  const email = (await mailed.takeEmails()).find(({ to }) => to === player.email);
  return email?.text.replace(/\s+/g, ' ') ?? '';
}

test('the other payers read who cancelled and why: the host, the club, a closure, the time to pay', async () => {
  const status =
    (cancelled_by: string) =>
    async ({ id }: { id: number }) => {
      const { status: code } = await admin('PUT', `/api/admin/bookings/${id}/status`, {
        status: 'cancelled',
        cancelled_by,
      });
      expect(code).toBe(200);
    };
  const byHost = await playerReads({ date: '2026-11-23' }, ({ path, key }) =>
    mailed.club.post(`${path}/cancel`, {}, key),
  );
  expect(byHost).toMatch(
    /(Ayesha Khan|Your host) has cancelled the booking\. Here’s what happens to your share:/,
  );
  const byClub = await playerReads({ date: '2026-11-24' }, status('club'));
  expect(byClub).toContain('We’re sorry, but we had to cancel the booking.');
  expect(await playerReads({ date: '2026-11-25' }, status('customer'))).toContain(
    'has cancelled the booking.',
  );
  let closed = '';
  await playerReads({ start_time: '15:00' }, async ({ id }) => {
    const { json } = await mailed.club.get(`/api/admin/bookings/${id}`, mailed.admin.headers);
    const span = {
      court_ids: [1],
      first_day: '2026-11-21',
      last_day: '2026-11-21',
      from: '15:00',
      until: '16:00',
    };
    const decisions = [{ booking_id: id, version: json.data.booking.version }];
    await admin('POST', '/api/admin/close-courts', { ...span, reason: 'Rain', decisions });
    const mails = await mailed.takeEmails();
    closed = mails.find(({ to }) => to === 'bilal@example.com')?.text.replace(/\s+/g, ' ') ?? '';
  });
  expect(closed).toContain('We had to close the court: Rain. We’re sorry, but we had to cancel the booking.');
  const unpaid = await playerReads({ date: '2026-11-26' }, async ({ id }) => {
    mailed.club.clock.now = Date.parse(mailed.club.findBooking(id)?.pay_by ?? '');
    await mailed.club.schedule.runNow('release what is due');
  });
  expect(unpaid).toContain('Too little of the booking was paid in time, so it is cancelled.');
});

test('a player whom the host invited reads that the old link is void, and by when to pay', async () => {
  const booked = await mailed.book({ date: '2026-11-27' });
  const { payers } = (await mailed.club.put(`${booked.path}/payers`, { payers: [{}] }, booked.key)).json;
  const { id, charge, join_url } = payers[1];
  const body = { method: 'bank_transfer', amount: charge, name: 'Omar Ali', email: 'omar@example.com' };
  const key = { 'x-booking-key': join_url.split('.').at(-1) };
  const { json } = await mailed.club.post(`/api/payers/${id}/pay`, body, key);
  const own = { 'x-booking-key': json.join_url.split('.').at(-1) };
  const email = (await mailed.takeEmails()).find(({ to }) => to === 'omar@example.com');
  const text = email?.text.replace(/\s+/g, ' ') ?? '';
  expect(text).toContain('You’re in');
  expect(text).toContain('the one you had before no longer works');
  expect(text).not.toContain('your host');
  const { pay_by } = (await mailed.club.get(`/api/payers/${id}`, own)).json;
  expect(pay_by).not.toBeNull();
  expect(text).toContain(`Pay by: ${formatPayBy(pay_by)}`);
  // While the club checks the receipt, nothing is due.
  const receipt = await mailed.club.app.handle(
    new Request(`http://localhost/api/payers/${id}/receipt`, {
      method: 'POST',
      body: createReceiptForm(createPng(108, 108)),
      headers: own,
    }),
  );
  expect(receipt.status).toBe(200);
  expect((await mailed.club.get(`/api/payers/${id}`, own)).json.pay_by).toBeNull();
});

test('a player who takes a place in an open match reads that it is held, and of no earlier link', async () => {
  const booked = await mailed.book({ date: '2026-11-28', name: 'Nadia Khan', email: 'nadia@example.com' });
  const { match } = (await mailed.club.post(`${booked.path}/open`, { places: 2 }, booked.key)).json;
  const body = { name: 'Kamran Ali', email: 'kamran@example.com' };
  const { json } = await mailed.club.post(`/api/matches/${match.id}/players`, body);
  const email = (await mailed.takeEmails()).find(({ to }) => to === body.email);
  const text = email?.text.replace(/\s+/g, ' ') ?? '';
  const until = formatPayBy(json.payer.hold_until);
  expect(text).toContain('A place is held for you');
  expect(text).toContain(`for you until ${until}. It’s yours as soon as you pay or send a receipt.`);
  expect(text).toContain(`Pay by: ${until}`);
  expect(text).not.toMatch(/You’re in|no longer works|your host/);
});

test('the free move is mentioned only while it is possible', async () => {
  const received = async (date: string) => {
    await mailed.book({ date, email: 'sana@example.com', name: 'Sana Malik' });
    const email = (await mailed.takeEmails()).find(({ to }) => to === 'sana@example.com');
    return email?.text.replace(/\s+/g, ' ') ?? '';
  };
  expect(await received('2026-11-29')).toContain('You can also move your booking once for free');
  mailed.club.clock.now = Date.parse('2026-11-29T10:00:00+05:00');
  const soon = await received('2026-11-30');
  expect(soon).toContain('You can also move');
  mailed.club.clock.now = Date.parse('2026-11-30T10:00:00+05:00');
  await mailed.book({ date: '2026-11-30', start_time: '20:00', email: 'tonight@example.com' });
  const tonight = (await mailed.takeEmails()).find(({ to }) => to === 'tonight@example.com');
  const text = tonight?.text.replace(/\s+/g, ' ') ?? '';
  expect(text).toContain('Need to cancel?');
  expect(text).toContain('Use the button to cancel.');
  expect(text).not.toContain('move your booking');
});

test('the club reads of a receipt for tonight that the answer is expected before play', async () => {
  const { id, path, key } = await mailed.book({ date: '2026-11-30', start_time: '22:00' });
  await mailed.takeEmails();
  const upload = (headers: Record<string, string>) =>
    mailed.club.app.handle(
      new Request(`http://localhost${path}/receipt`, {
        method: 'POST',
        body: createReceiptForm(createPng(108, 108)),
        headers,
      }),
    );
  expect((await upload(key)).status).toBe(200);
  const toClub = (await mailed.takeEmails()).find(({ subject }) =>
    subject.startsWith(`Receipt for booking ${id}:`),
  );
  expect(toClub?.text.replace(/\s+/g, ' ')).toContain('The customer expects an answer before you play.');
});

test('a booking that only gets another court has a new court, not a new time', async () => {
  const booked = await mailed.book({ date: '2026-12-02', email: 'hina@example.com' });
  await mailed.takeEmails();
  const { json } = await mailed.club.get(`/api/admin/bookings/${booked.id}`, mailed.admin.headers);
  const { date, slots, version } = json.data.booking;
  const move = (to: { court_id: number; slots: string[]; version: number }) =>
    admin('PUT', `/api/admin/bookings/${booked.id}/slots`, { date, ...to });
  const subjectAfter = async (answer: { status: number }) => {
    expect(answer.status).toBe(200);
    return (await mailed.takeEmails()).find(({ to }) => to === 'hina@example.com')?.subject;
  };
  const onCourt2 = await move({ court_id: 2, slots, version });
  expect(await subjectAfter(onCourt2)).toStartWith(`Booking ${booked.id} has a new court: `);
  const later = { court_id: 2, slots: ['20:00', '20:30'], version: onCourt2.json.data.booking.version };
  expect(await subjectAfter(await move(later))).toStartWith(`Booking ${booked.id} has a new time: `);
});
