import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type MailedClub, openMailedClub } from '../../support/mailed-club.ts';

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
