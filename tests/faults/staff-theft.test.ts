/** A staff member with every right of staff tries each way to take money or value within an hour. */
import { afterAll, expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { emailedKey } from '../support/booking-key.ts';
import { createTestClub } from '../support/test-club.ts';

const LIMIT = 20_000;
const club = await createTestClub({ now: Date.parse('2026-11-20T18:10:00+05:00') });
afterAll(() => club.close());
const owner = (await club.signIn({ email: 'owner@example.com', role: 'owner' })).headers;
const { id: thiefId, headers: thief } = await club.signIn({ email: 'thief@example.com', role: 'staff' });
const friend = await club.signIn({ email: 'friend@example.com', name: 'Friend' });
const victim = await club.signIn({ email: 'victim@example.com', name: 'Victim' });

type Headers = Record<string, string>;
let days = 0;
/** A walk-in of PKR 5,000 on a day of its own. */
async function walkIn(over: object = {}, headers: Headers = thief): Promise<number> {
  days += 1;
  const play = { court_id: 1, date: addDays('2026-11-21', days), slots: ['18:00', '18:30'], name: 'Player' };
  const { json } = await club.post('/api/admin/bookings', { ...play, ...over }, headers);
  return json.data?.booking.id ?? 0;
}
/** Three dates of the friend at PKR 5,000, which the thief marks as paid by transfer. */
async function bookSeries(): Promise<number> {
  const place = { court_id: 2, weekday: 'monday', start_time: '18:00', half_hours: 2 };
  const friends = { member_email: 'friend@example.com', payment_method: 'bank_transfer' };
  const plan = { ...place, ...friends, from: '2026-11-23', count: 3 };
  const { json } = await club.post('/api/admin/series', plan, thief);
  const booking_ids = json.data.bookings.map(({ id }: { id: number }) => id);
  const { id } = json.data.series;
  const paid = { booking_ids, method: 'bank_transfer' };
  expect((await club.post(`/api/admin/series/${id}/payments`, paid, thief)).status).toBe(200);
  return id;
}
const transfer = { email: 'friend@example.com', payment: { method: 'bank_transfer' } };
const onBooking = (id: number, path: string, body: object, method = 'POST', headers = thief) =>
  club.send(method, `/api/admin/bookings/${id}/${path}`, body, headers);
const cancelToCredit = (id: number) =>
  onBooking(id, 'status', { status: 'cancelled', cancelled_by: 'club', refund_to: 'credit' }, 'PUT');
const running = { date: '2026-11-20', slots: ['18:00', '18:30'] };
const entryOf = (id: number) =>
  club.rows<{ id: number }>(`SELECT max(id) AS id FROM ledger_entry WHERE booking_id = ${id}`)[0]?.id;
const undo = (entry: number | undefined) =>
  club.post(`/api/admin/ledger/${entry}/reverse`, { reason: 'a mistake' }, thief);
const statuses = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);
const versionOf = (id: number) => club.findBooking(id)?.version;

/** What left the club by the thief's hand: credit of the friend, and cash or transfers that went back. */
const taken = () =>
  club.rows<{ sum: number }>(
    `SELECT ifnull((SELECT sum(amount) FROM credit_entry WHERE user_id = ${friend.id}), 0)
       + ifnull((SELECT -sum(amount) FROM ledger_entry WHERE amount < 0 AND method <> 'credit'
           AND actor_id = ${thiefId}), 0) AS sum`,
  )[0]?.sum;

test('a thief takes nothing without leaving a trace, and with one no more than the daily limit', async () => {
  const racket = { name: 'Racket', price: 800, unit: 'booking' };
  const addOn = (await club.post('/api/admin/add-ons', racket, owner)).json.data.add_on.id;
  await club.post('/api/admin/promo-codes', { code: 'FREE100', name: 'Free', percent: 100 }, owner);
  await club.post(
    `/api/admin/users/${victim.id}/credit`,
    { paid: 10_000, credit: 10_000, method: 'card' },
    owner,
  );
  const paidInCash = await walkIn({ payment: { method: 'cash' } }, owner);
  const played = await walkIn({ ...running, add_ons: [{ id: addOn, quantity: 1 }] }, owner);
  const playedAndPaid = await walkIn({ ...running, court_id: 2, payment: { method: 'cash' } }, owner);
  const owed = await walkIn({ payment: { method: 'cash' } }, owner);
  await onBooking(owed, 'status', { status: 'cancelled', cancelled_by: 'club' }, 'PUT', owner);
  const late = await walkIn({ email: 'friend@example.com', payment_method: 'bank_transfer' }, owner);
  // A receipt that came after the release.
  club.db.run("UPDATE booking SET state = 'released', pay_by = 1 WHERE id = ?", [late]);
  club.db.run(
    "UPDATE payer SET charge = 0, payment_receipt = 'a.jpg', receipt_waits = 1 WHERE booking_id = ?",
    [late],
  );
  const dear = await walkIn({ payment: { method: 'cash' } }, owner);
  const series = await bookSeries();
  const invented = await Promise.all(Array.from({ length: 10 }, () => walkIn(transfer)));

  // The refund of a customer whose email the thief has taken.
  const paid = await walkIn({ payment: { method: 'bank_transfer' }, email: 'guest@example.com' }, owner);
  const mine = 'thief3@example.com';
  expect((await onBooking(paid, 'contact', { email: mine }, 'PUT')).status).toBe(200);
  const link = { 'x-booking-key': emailedKey(club, { id: paid, email: mine }) };
  expect((await club.post(`/api/booking/${paid}/cancel`, {}, link)).status).toBe(200);
  const account = { title: 'Guest', account: '03001234599' };
  expect((await club.put(`/api/booking/${paid}/refund-account`, account, link)).status).toBe(200);
  for (const method of ['cash', 'bank_transfer', 'card'])
    expect((await onBooking(paid, 'refunds', { amount: 5000, method })).status).toBe(403);
  expect(
    (await club.get('/api/admin/inbox', owner)).json.data.to_give_back.find(
      ({ booking }: { booking: { id: number } }) => booking.id === paid,
    ).payee_changes,
  ).toMatchObject([
    { what: 'email', to: mine },
    { what: 'account', doubt: 'club_email' },
  ]);
  expect(taken()).toBe(0);

  // Ten invented transfers of PKR 5,000 turn into credit for four bookings.
  expect(await statuses(invented.map(cancelToCredit))).toEqual([
    ...Array(4).fill(200),
    ...Array(6).fill(403),
  ]);
  expect(taken()).toBe(LIMIT);

  const [first = 0, , , , fifth = 0] = invented;
  const forbidden: Record<string, () => Promise<{ status: number }>> = {
    'more money than the price': () =>
      onBooking(fifth, 'payments', { amount: 100_000, method: 'bank_transfer' }),
    'cash that is owed to a customer': () => onBooking(owed, 'refunds', { amount: 1, method: 'cash' }),
    'a payment in cash that is undone': () => undo(entryOf(paidInCash)),
    'a paid booking that is cancelled to credit': () => cancelToCredit(fifth),
    'a series that is cancelled to credit': () =>
      club.post(`/api/admin/series/${series}/cancel`, { cancelled_by: 'club', refund_to: 'credit' }, thief),
    'the difference of a cheaper move before play': async () => {
      const { date, version } = club.findBooking(dear) ?? {};
      const cheaper = { court_id: 1, date, slots: ['08:00', '08:30'], version };
      const { json } = await onBooking(dear, 'slots', cheaper, 'PUT');
      const amount = -json.data.booking.balance;
      expect(amount).toBeGreaterThan(0);
      return onBooking(dear, 'refunds', { amount, method: 'cash' });
    },
    'a played booking that is cancelled': () =>
      onBooking(played, 'status', { status: 'cancelled', cancelled_by: 'mistake' }, 'PUT'),
    'a played booking that loses its add-ons': () => onBooking(played, 'add-ons', { add_ons: [] }, 'PUT'),
    'a played booking that is released': () =>
      club.post('/api/admin/mass-unpaid-bookings/release', { booking_ids: [played] }, thief),
    'a played booking that is played again': () =>
      onBooking(
        playedAndPaid,
        'slots',
        {
          court_id: 2,
          date: '2026-11-21',
          slots: ['18:00', '18:30'],
          version: versionOf(playedAndPaid),
        },
        'PUT',
      ),
    'a late receipt of more than its price': () =>
      club.post(`/api/admin/late-receipts/${late}`, { decision: 'refund', amount: 5001 }, thief),
    'a late receipt that becomes credit': () =>
      club.post(`/api/admin/late-receipts/${late}`, { decision: 'credit' }, thief),
    'credit that is sold': () =>
      club.post(`/api/admin/users/${friend.id}/credit`, { paid: 1, credit: 100_000, method: 'cash' }, thief),
    'a promo code': () => club.post('/api/admin/promo-codes', { name: 'Free', percent: 100 }, thief),
    'a higher limit': () =>
      club.put('/api/admin/settings', { changes: { 'staff.daily_limit': 1_000_000 } }, thief),
    'another bank account': () =>
      club.put('/api/admin/settings', { changes: { 'bank.account_title': 'Thief' } }, thief),
    'the role of an owner': () => club.put(`/api/admin/users/${thiefId}/role`, { role: 'owner' }, thief),
    'a calendar feed': () =>
      club.post('/api/admin/feeds', { label: 'x', audience: 'owner', content: 'bookings' }, thief),
    'an export of the bookings': () => club.get('/api/admin/bookings.csv', thief),
    'an alarm that is marked as seen': () =>
      club.put('/api/admin/staff-grants/seen', { staff_id: thiefId, last_id: 1000 }, thief),
  };
  for (const [what, act] of Object.entries(forbidden))
    expect([what, (await act()).status]).toEqual([what, 403]);
  // An undone refund takes the credit back and leaves no room for another one.
  expect((await undo(entryOf(first))).status).toBe(201);
  expect((await onBooking(first, 'refunds', { amount: 1, method: 'cash' })).status).toBe(403);
  expect(taken()).toBeLessThanOrEqual(LIMIT);

  const guess = (n: number) =>
    club.post(
      '/api/admin/bookings/quote',
      { court_id: 1, date: '2026-11-25', slots: ['20:00', '20:30'], code: `FREE${n}` },
      thief,
    );
  for (let n = 0; n < 10; n += 1) expect((await guess(n)).status).toBe(422);
  expect((await guess(100)).status).toBe(429);

  // What is not refused names the thief.
  const emailed = await walkIn({ payment: { method: 'cash' } }, owner);
  for (const path of [`/api/admin/bookings/${emailed}`, `/api/booking/${emailed}`])
    expect((await club.get(path, thief)).text).not.toContain('/manage#');
  expect((await club.post(`/api/booking/${emailed}/cancel`, {}, thief)).status).toBe(200);
  expect((await onBooking(fifth, 'contact', { email: 'thief2@example.com' }, 'PUT')).status).toBe(200);
  const closure = { court_id: 2, date: '2026-11-26', slots: ['20:00'], reason: 'Repair' };
  expect((await club.post('/api/admin/closures', closure, thief)).status).toBe(201);
  // A game for friends that no transfer pays for.
  const free = await walkIn({ ...transfer, court_id: 2 });
  expect(free).toBeGreaterThan(0);
  const withCredit = { email: 'victim@example.com', payment: { method: 'credit' } };
  expect(await walkIn(withCredit)).toBeGreaterThan(0);
  expect(
    club.rows(`SELECT action, count(*) AS times FROM audit_log WHERE actor_id = ${thiefId}
      AND action IN ('status', 'email_corrected', 'closed', 'walk_in', 'moved', 'series_booked') GROUP BY action ORDER BY action`),
  ).toEqual([
    { action: 'closed', times: 1 },
    { action: 'email_corrected', times: 2 },
    { action: 'moved', times: 1 },
    { action: 'series_booked', times: 1 },
    { action: 'status', times: expect.any(Number) },
    { action: 'walk_in', times: 12 },
  ]);
  expect((await club.send('DELETE', '/api/auth/account', undefined, thief)).status).toBe(409);

  // Cash that is kept is missing at the count.
  const [shift] = (await club.get('/api/admin/shifts', thief)).json.data.shifts;
  const counted = shift.expected - 5000;
  expect((await club.put(`/api/admin/shifts/${shift.id}/close`, { counted }, thief)).status).toBe(200);
  expect((await club.get('/api/admin/inbox', owner)).json.data.staff_alarms).toMatchObject([
    { staff_id: thiefId, given: LIMIT, missing: 5000, unproven: 70_000, contacts: 2 },
  ]);
  expect(
    club.rows(`SELECT kind, amount FROM staff_grant WHERE staff_id = ${thiefId} AND booking_id = ${free}`),
  ).toEqual([{ kind: 'unproven', amount: 5000 }]);
  expect(taken()).toBeLessThanOrEqual(LIMIT);
});
