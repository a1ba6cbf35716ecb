import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { strFromU8, unzipSync } from 'fflate';
import { listBookFaults } from '../../../src/cli/check-books.ts';
import type { SeriesDate, SeriesPreview } from '../../../src/domain/api/series-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { addDays } from '../../../src/domain/business-day.ts';
import { createTestOutboxWorker, startMailServer } from '../../support/message-servers.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';

const HOUR = 3_600_000;
/** Thirteen Tuesdays from November 24 on, four days after the club's clock. */
const SERIES = {
  court_id: 1,
  start_time: '20:00',
  half_hours: 3,
  weekday: 'tuesday',
  from: '2026-11-24',
  count: 13,
  guest: { name: 'Hamza Tariq', phone: '0300 7654321', email: 'hamza@example.com' },
};
const FIRST = '2026-11-24';
const tuesday = (number: number) => addDays(FIRST, 7 * (number - 1));

let server: Awaited<ReturnType<typeof startMailServer>>;
let club: TestClub;
let admin: { id: number; headers: Record<string, string> };
let member: { id: number; headers: Record<string, string> };
beforeEach(async () => {
  server = await startMailServer();
  club = await createTestClub({ env: { SMTP_URL: server.url, PUBLIC_URL: 'http://padelclub.example' } });
  admin = await club.signIn({ email: 'desk@example.com', name: 'Sana Butt', is_admin: true });
  member = await club.signIn({ email: 'bilal@example.com', name: 'Bilal Ahmed' });
});
afterEach(async () => {
  expect(listBookFaults(club.db)).toEqual([]);
  // A request after a jump of the clock writes when its session was last seen, without waiting.
  await club.club.write(() => {});
  club.close();
  await server.close();
});

const post = (path: string, body: unknown, headers = admin.headers) =>
  club.post(`/api/admin/series${path}`, body, headers);
const preview = async (over: object = {}) =>
  (await post('/preview', { ...SERIES, ...over })).json.data as SeriesPreview;
async function bookSeries(over: object = {}) {
  const { status, json } = await post('', { ...SERIES, ...over });
  expect([status, json.error]).toEqual([201, undefined]);
  return json.data as { series: { id: number; version: number }; bookings: Booking[] };
}
const detail = async (id: number) => (await club.get(`/api/admin/series/${id}`, admin.headers)).json.data;
const countBookings = () => club.rows<{ n: number }>('SELECT count(*) AS n FROM booking')[0]?.n;
async function topUp(credit: number) {
  // A session of its own, because the money asks for a fresh one.
  const { headers } = await club.signIn({ email: `desk-${club.clock.now}@example.com`, is_admin: true });
  const body = { paid: credit, credit, method: 'cash' };
  expect((await club.post(`/api/admin/users/${member.id}/credit`, body, headers)).status).toBe(201);
}
const place = ({ place: at }: SeriesDate) => at && [at.court_id, at.date, at.start_time, at.amount];

async function takeEmails() {
  const worker = createTestOutboxWorker(club);
  await worker.runOnce();
  await worker.stop();
  return server.mails.splice(0).map((mail) => ({
    to: [mail.to].flat()[0]?.text ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    calendar: mail.attachments.map(({ content }) => content.toString()).join(),
  }));
}

/** A closure on the third Tuesday and a booking on the fifth and the eighth. */
async function blockThreeDates(): Promise<number[]> {
  const closure = { court_id: 1, date: tuesday(3), slots: ['20:30', '21:00'], reason: 'Tournament' };
  expect((await club.post('/api/admin/closures', closure, admin.headers)).status).toBe(201);
  const ids: number[] = [];
  for (const number of [5, 8]) {
    const body = bookingBody({ date: tuesday(number), start_time: '21:00', email: `g${number}@example.com` });
    ids.push((await club.post('/api/book', body)).json.booking.id);
  }
  return ids;
}
const moveTo = (number: number, court_id: number, start_time: string, date = tuesday(number)) => ({
  date: tuesday(number),
  to: { court_id, date, start_time },
});

describe('the preview', () => {
  test('prices every date by its own calendar and names what is in the way with the nearest free times', async () => {
    const ids = await blockThreeDates();
    await club.post('/api/admin/courts/1/prices', { from: tuesday(10), hourly_rate: 6000 }, admin.headers);
    const { dates, total } = await preview();
    expect(dates.map(({ date }) => date)).toEqual(Array.from({ length: 13 }, (_, at) => tuesday(at + 1)));
    expect(dates.map(({ place: at }) => at?.amount)).toEqual([
      ...Array(9).fill(7500),
      ...Array(4).fill(9000),
    ]);
    // The dates that are not free are undecided.
    const free = dates.filter(({ place_conflicts }) => place_conflicts.length === 0);
    expect([free.length, total]).toEqual([
      10,
      free.reduce((sum, { place }) => sum + (place?.amount ?? 0), 0),
    ]);
    expect(
      dates.flatMap(({ conflicts }, at) => conflicts.map(({ kind, text }) => [at + 1, kind, text])),
    ).toEqual([
      [3, 'closure', 'Court closed: Tournament'],
      [5, 'booking', `Booking #${ids[0]}, Ayesha Khan`],
      [8, 'booking', `Booking #${ids[1]}, Ayesha Khan`],
    ]);
    expect(dates[4]?.choices.map(({ court_id, start_time }) => [court_id, start_time])).toEqual([
      [2, '20:00'],
      [1, '19:30'],
      [2, '19:30'],
      [2, '20:30'],
    ]);
    expect(dates[0]?.choices).toEqual([]);
    expect(countBookings()).toBe(2);
  });

  test('names closed days, times outside the opening hours and times that have begun', async () => {
    const { json } = await club.get('/api/admin/calendar', admin.headers);
    const { calendar, version } = json.data;
    calendar.exceptions = [
      {
        reason: 'Eid',
        from: tuesday(2),
        to: tuesday(2),
        weekdays: ['tuesday'],
        rank: 1,
        day: { open: false },
      },
    ];
    await club.put('/api/admin/calendar', { calendar, version }, admin.headers);
    const closed = await preview({ count: 2 });
    expect(closed.dates[1]?.conflicts).toEqual([
      { kind: 'closed', text: 'The club is closed on Tue, Dec 1: Eid. Please choose another date.' },
    ]);
    expect(closed.dates[1]?.choices).toEqual([]);
    const late = await preview({ start_time: '03:00', half_hours: 3, count: 1 });
    expect(late.dates[0]?.conflicts.map(({ kind }) => kind)).toEqual(['hours']);
    expect(late.dates[0]?.choices.map(({ start_time }) => start_time)).toContain('02:30');
    const today = await preview({ from: '2026-11-20', weekday: 'friday', start_time: '15:00', count: 2 });
    expect(today.dates.map(({ conflicts }) => conflicts.map(({ kind }) => kind))).toEqual([['past'], []]);
  });

  test('goes as far ahead as any booking of the reception', async () => {
    const { dates } = await preview({ from: '2028-11-19', weekday: 'sunday', count: 2 });
    expect(dates.map(({ conflicts }) => conflicts.map(({ text }) => text))).toEqual([
      [],
      ['Bookings open 730 days ahead. Please choose an earlier date.'],
    ]);
  });

  test('a last date and every second week count the dates that lie between', async () => {
    const { dates } = await preview({ count: undefined, until: '2026-12-22', every_weeks: 2 });
    expect(dates.map(({ date }) => date)).toEqual([tuesday(1), tuesday(3), tuesday(5)]);
    const longest = await preview({ count: undefined, until: tuesday(26) });
    expect(longest.dates.at(-1)?.date).toBe(tuesday(26));
    expect((await preview({ count: undefined, until: FIRST })).dates).toHaveLength(1);
    const leftOut = Array.from({ length: 12 }, (_, at) => ({ date: tuesday(at + 2), to: null }));
    expect((await preview({ decisions: leftOut })).total).toBe(7500);
  });

  test('two dates that are moved to one place are in each other’s way', async () => {
    await blockThreeDates();
    const decisions = [
      moveTo(3, 2, '20:00', tuesday(4)),
      moveTo(5, 2, '21:00', tuesday(4)),
      moveTo(8, 2, '20:00'),
    ];
    const { dates } = await preview({ decisions });
    expect(dates[2]?.place_conflicts).toEqual([]);
    expect(dates[4]?.place_conflicts).toEqual([
      { kind: 'series', text: 'Another date of this weekly booking' },
    ]);
    const refused = await post('', { ...SERIES, decisions });
    expect([refused.status, refused.json.dates]).toEqual([409, [tuesday(5)]]);
  });
});

describe('booking', () => {
  test('writes all dates with their decisions, and the customer gets one email with a calendar file', async () => {
    await blockThreeDates();
    const refused = await post('', SERIES);
    expect([refused.status, refused.json.reason, refused.json.dates]).toEqual([
      409,
      'slot_taken',
      [tuesday(3), tuesday(5), tuesday(8)],
    ]);
    expect(countBookings()).toBe(2);
    await takeEmails();
    const decisions = [
      { date: tuesday(3), to: null },
      moveTo(5, 2, '20:00'),
      moveTo(8, 1, '18:00', addDays(tuesday(8), 1)),
    ];
    const seen = await preview({ decisions });
    expect(seen.dates.filter(({ conflicts }) => conflicts.length > 0).map(place)).toEqual([
      null,
      [2, tuesday(5), '20:00', 7500],
      [1, addDays(tuesday(8), 1), '18:00', 7500],
    ]);
    const { series, bookings } = await bookSeries({ decisions, amount: seen.total });
    expect(bookings).toHaveLength(12);
    expect(new Set(bookings.map(({ status }) => status))).toEqual(new Set(['pending']));
    expect(bookings.map(({ series_id }) => series_id)).toEqual(Array(12).fill(series.id));
    expect(bookings.map(({ phone }) => phone)).toEqual(Array(12).fill('+923007654321'));
    expect(seen.total).toBe(12 * 7500);

    const emails = await takeEmails();
    expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
      ['hamza@example.com', 'Your weekly booking: Every Tuesday, 8 PM – 9:30 PM'],
    ]);
    const [{ text, calendar } = { text: '', calendar: '' }] = emails;
    for (const { id } of bookings) {
      expect(text).toContain(`http://padelclub.example/manage#${id}.`);
      expect(text).toContain(`/api/booking/${id}/calendar.ics`);
      expect(calendar).toContain(`UID:booking-${id}-1@`);
    }
    expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(12);
    expect(text).toContain('Total for 12 dates: PKR 90,000');
    const inDay = (await club.get(`/api/admin/day?date=${tuesday(5)}`, admin.headers)).json.data.courts;
    expect(inDay[1].bookings[0].series_id).toBe(series.id);
  });

  test('each transfer is due before its own play; a month is due before its first date', async () => {
    const each = await bookSeries({ payment_method: 'bank_transfer' });
    expect(each.bookings.map(({ pay_by }) => pay_by)).toEqual(
      each.bookings.map(({ date }) => `${date}T18:00:00+05:00`),
    );
    const month = await bookSeries({
      ...{
        court_id: 2,
        payment_rule: 'monthly',
        payment_method: 'bank_transfer',
        from: '2026-12-01',
        count: 6,
      },
    });
    expect(month.bookings.map(({ pay_by }) => pay_by?.slice(0, 10))).toEqual([
      ...Array(5).fill('2026-12-01'),
      '2027-01-05',
    ]);
    const overAYear = await bookSeries({
      payment_rule: 'monthly',
      payment_method: 'bank_transfer',
      from: '2026-12-01',
      every_weeks: 4,
      start_time: '07:00',
      count: 15,
    });
    const monthsOf = (dates: (string | null)[]) => dates.map((date) => date?.slice(0, 7));
    expect(overAYear.bookings.at(-1)?.date).toBe('2027-12-28');
    expect(monthsOf(overAYear.bookings.map(({ pay_by }) => pay_by))).toEqual(
      monthsOf(overAYear.bookings.map(({ date }) => date)),
    );
    // An unpaid date is released alone; a moved one is due before its new play.
    const [first, second] = each.bookings as [Booking, Booking];
    const target = {
      court_id: 1,
      date: addDays(second.date, 1),
      slots: second.slots,
      version: second.version,
    };
    const moved = await club.put(`/api/admin/bookings/${second.id}/slots`, target, admin.headers);
    expect(moved.json.data.booking.pay_by).toBe(`${target.date}T18:00:00+05:00`);
    club.clock.now = Date.parse(`${first.date}T18:00:01+05:00`);
    await club.schedule.runNow('release what is due');
    const statuses = (await detail(each.series.id)).bookings.map(({ status }: Booking) => status);
    expect(statuses).toEqual(['cancelled', ...Array(12).fill('pending')]);
  });

  test('cash without a deadline has none', async () => {
    const { bookings } = await bookSeries({ count: 2 });
    expect(bookings.map(({ pay_by }) => pay_by)).toEqual([null, null]);
  });

  test('a date on credit is paid two days before its play, and asked for when the credit is not enough', async () => {
    await topUp(15_000);
    club.clock.now = Date.parse('2026-11-22T20:00:00+05:00');
    const { series, bookings } = await bookSeries({
      guest: undefined,
      member_id: member.id,
      payment_rule: 'credit',
      count: 3,
    });
    // The first date is that near when it is booked.
    expect(bookings.map(({ status }) => status)).toEqual(['paid', 'pending', 'pending']);
    const statuses = async () => (await detail(series.id)).bookings.map(({ status }: Booking) => status);
    club.clock.now = Date.parse(`${tuesday(2)}T20:00:00+05:00`) - 48 * HOUR - 1;
    await club.schedule.runNow('release what is due');
    expect(await statuses()).toEqual(['paid', 'pending', 'pending']);
    club.clock.now += 1;
    await club.schedule.runNow('release what is due');
    expect(await statuses()).toEqual(['paid', 'paid', 'pending']);
    expect((await club.get('/api/auth/credit', member.headers)).json.credit).toBe(0);
    await takeEmails();
    club.clock.now = Date.parse(`${tuesday(3)}T18:00:00+05:00`) - 24 * HOUR;
    await club.schedule.runNow('release what is due');
    const asked = await takeEmails();
    expect(asked.map(({ to, subject }) => [to, subject.replace(/\d+/, 'N')])).toEqual([
      ['bilal@example.com', 'Booking N: please pay by Tue, Dec 8, 6 PM'],
    ]);
    // Credit added after play has begun doesn't pay for it; the shortfall stays owed.
    club.clock.now = Date.parse(`${tuesday(3)}T20:00:00+05:00`);
    await topUp(10_000);
    await club.schedule.runNow('release what is due');
    expect(await statuses()).toEqual(['paid', 'paid', 'pending']);
    expect((await club.get('/api/auth/credit', member.headers)).json.credit).toBe(10_000);
  });

  test.each([
    ['reminder', 24 * HOUR],
    ['deadline', 0],
  ])('credit pays a date whose %s passed while the computer was off', async (_, before) => {
    await topUp(7500);
    const { series } = await bookSeries({
      guest: undefined,
      member_id: member.id,
      payment_rule: 'credit',
      count: 1,
    });
    await takeEmails();
    club.clock.now = Date.parse(`${FIRST}T18:00:00+05:00`) - before;
    await club.schedule.runNow('release what is due');
    expect((await detail(series.id)).bookings[0].status).toBe('paid');
    expect((await takeEmails()).map(({ subject }) => subject.replace(/\d+/, 'N'))).toEqual([
      'Booking N is paid: see you on Tuesday, November 24, 2026',
    ]);
  });

  test('a booking that came after the preview refuses the whole series with the new conflict', async () => {
    const { total } = await preview();
    const { json } = await club.post('/api/book', bookingBody({ date: tuesday(7), start_time: '20:30' }));
    const refused = await post('', { ...SERIES, amount: total });
    expect([refused.status, refused.json.dates, refused.json.bookings]).toEqual([
      409,
      [tuesday(7)],
      [json.booking.id],
    ]);
    expect(refused.json.error).toContain('Tue, Jan 5');
    expect([countBookings(), club.rows('SELECT * FROM series')]).toEqual([1, []]);
    expect((await takeEmails()).filter(({ to }) => to.startsWith('hamza'))).toEqual([]);
  });

  test('two desks book the same series at once: one has all dates, the other none', async () => {
    const answers = await Promise.all([post('', SERIES), post('', { ...SERIES, guest: { name: 'Umar' } })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(countBookings()).toBe(13);
  });

  test('a price that changed after the preview is refused with the new total', async () => {
    const { total } = await preview();
    for (const hourly_rate of [6000, 4000]) {
      await club.put('/api/admin/courts/1', { hourly_rate }, admin.headers);
      const { status, json } = await post('', { ...SERIES, amount: total });
      expect([status, json.reason, json.amount]).toEqual([409, 'changed_meanwhile', 13 * 1.5 * hourly_rate]);
    }
    expect(countBookings()).toBe(0);
  });

  test('a date that moves to a day with another rate has the rate of that day', async () => {
    const rate = { from: addDays(tuesday(2), 1), hourly_rate: 6000 };
    expect((await club.post('/api/admin/courts/1/prices', rate, admin.headers)).status).toBe(201);
    const to = { court_id: 1, date: addDays(tuesday(2), 2), start_time: '20:00' };
    const { bookings } = await bookSeries({ count: 2, decisions: [{ date: tuesday(2), to }] });
    expect(bookings.map(({ hourly_rate, computed_amount }) => [hourly_rate, computed_amount])).toEqual([
      [5000, 7500],
      [6000, 9000],
    ]);
  });

  test('more dates join a series with the customer of its newest booking', async () => {
    const { series, bookings: first } = await bookSeries({ count: 2 });
    const { guest: _, ...plan } = SERIES;
    const corrected = { email: 'hamza.tariq@example.com', version: first[1]?.version };
    await club.put(`/api/admin/bookings/${first[1]?.id}/contact`, corrected, admin.headers);
    const more = { ...plan, series_id: series.id, from: tuesday(3), count: 2, start_time: '19:30' };
    expect((await post('', more)).status).toBe(201);
    const { series: continued, bookings } = await detail(series.id);
    expect(continued).toMatchObject({ start_time: '19:30', email: corrected.email });
    expect(bookings.map(({ date, name }: Booking) => [date, name])).toEqual(
      [1, 2, 3, 4].map((number) => [tuesday(number), 'Hamza Tariq']),
    );
  });
});

describe('cancelling', () => {
  test('from the sixth week on gives back by policy for each date, frees the slots and sends one email', async () => {
    const { series, bookings } = await bookSeries();
    const ids = bookings.map(({ id }) => id);
    // The ninth date has PKR 500 too much, which pays for no other date.
    await club.post(
      `/api/admin/bookings/${ids[8]}/payments`,
      { amount: 8000, method: 'cash' },
      admin.headers,
    );
    const paid = await post(`/${series.id}/payments`, {
      booking_ids: [...ids.slice(4, 9), ids[4]],
      method: 'cash',
      amount: 30_000,
    });
    expect(paid.json.data.bookings.map(({ status }: Booking) => status)).toEqual([
      ...Array(4).fill('pending'),
      ...Array(5).fill('paid'),
      ...Array(4).fill('pending'),
    ]);
    expect(paid.json.data.series.owed).toBe(8 * 7500);
    await takeEmails();
    // Thirteen hours before the sixth date: half of it goes back, all of the later ones.
    club.clock.now = Date.parse(`${tuesday(6)}T20:00:00+05:00`) - 13 * HOUR;
    admin = await club.signIn({ email: 'later@example.com', is_admin: true });
    const wrong = await post(`/${series.id}/cancel`, { from: tuesday(6), amount_back: 30_500 });
    expect([wrong.status, wrong.json.amount]).toEqual([409, 26_750]);
    const cancelled = await post(`/${series.id}/cancel`, { from: tuesday(6), amount_back: 26_750 });
    const after = cancelled.json.data.bookings as Booking[];
    expect(after.map(({ status }) => status)).toEqual([
      ...[...Array(4).fill('pending'), 'paid'],
      ...Array(8).fill('cancelled'),
    ]);
    expect(after.slice(5).map(({ charge, balance }) => [charge, balance])).toEqual([
      [3750, -3750],
      [0, -7500],
      [0, -7500],
      [0, -8000],
      ...Array(4).fill([0, 0]),
    ]);
    const slots = (await club.get(`/api/slots?date=${tuesday(6)}&courtId=1`)).json;
    expect(
      slots.filter(({ available, isPast }: { available: boolean; isPast: boolean }) => !available && !isPast),
    ).toEqual([]);
    const emails = (await takeEmails()).filter(({ to }) => to === 'hamza@example.com');
    expect(emails.map(({ subject }) => subject)).toEqual(['8 dates of your weekly booking are cancelled']);
    expect(emails[0]?.text).toContain('Paid: PKR 30,500\nKept: PKR 3,750\nRefund: PKR 26,750');
    expect(emails[0]?.calendar).toContain('METHOD:CANCEL');
  });

  test('a pause leaves out the dates of a span and the series goes on; all ends it', async () => {
    const { series, bookings } = await bookSeries({ count: 5 });
    await takeEmails();
    const statuses = async () => (await detail(series.id)).bookings.map(({ status }: Booking) => status);
    expect((await post(`/${series.id}/cancel`, { from: tuesday(2), until: tuesday(3) })).status).toBe(200);
    expect(await statuses()).toEqual(['pending', 'cancelled', 'cancelled', 'pending', 'pending']);
    expect((await takeEmails())[0]?.text).toContain('Your weekly booking pauses: 2 dates');
    const booking_ids = bookings.map(({ id }) => id);
    expect((await post(`/${series.id}/payments`, { booking_ids, method: 'cash' })).status).toBe(422);
    expect((await post(`/${series.id}/cancel`, { from: tuesday(2), until: tuesday(3) })).status).toBe(409);
    expect((await post(`/${series.id}/cancel`, { from: tuesday(3), until: tuesday(2) })).status).toBe(422);
    // A single date is no pause.
    expect((await post(`/${series.id}/cancel`, { from: tuesday(4), until: tuesday(4) })).status).toBe(200);
    expect((await takeEmails())[0]?.text).not.toContain('pauses');
    expect((await post(`/${series.id}/cancel`, { cancelled_by: 'club' })).status).toBe(200);
    expect((await takeEmails())[0]?.text).not.toContain('pauses');
    expect(await statuses()).toEqual(Array(5).fill('cancelled'));
    expect((await detail(series.id)).series.next_date).toBeNull();
    // What is to come stands before it in the list.
    const { series: next } = await bookSeries({ count: 1 });
    const { json } = await club.get('/api/admin/series', admin.headers);
    expect(json.data.series.map(({ id }: { id: number }) => id)).toEqual([next.id, series.id]);
  });

  test('the refund of a guest is money, also where credit was asked for', async () => {
    const { series, bookings } = await bookSeries({ count: 1 });
    await post(`/${series.id}/payments`, { booking_ids: bookings.map(({ id }) => id), method: 'cash' });
    const { status, json } = await post(`/${series.id}/cancel`, { refund_to: 'credit' });
    expect([status, json.data.bookings[0].balance]).toEqual([200, -7500]);
  });

  test('the email about cancelled dates names each way in which money comes back', async () => {
    const { series, bookings } = await bookSeries({ count: 2 });
    for (const [at, method] of (['cash', 'bank_transfer'] as const).entries())
      await post(`/${series.id}/payments`, { booking_ids: [bookings[at]?.id], method });
    await takeEmails();
    await post(`/${series.id}/cancel`, { cancelled_by: 'club' });
    expect((await takeEmails())[0]?.text.replaceAll(/\s+/g, ' ')).toContain(
      'PKR 7,500: You can collect it in cash at the reception. PKR 7,500: A refund by bank transfer takes 2 to 5 business days.',
    );
  });

  test('the refund of a member may become credit, and staff give back no more than they may', async () => {
    const { series, bookings } = await bookSeries({ guest: undefined, member_id: member.id, count: 2 });
    await post(`/${series.id}/payments`, { booking_ids: bookings.map(({ id }) => id), method: 'cash' });
    await club.put('/api/admin/settings', { changes: { 'staff.refund_limit': 5000 } }, admin.headers);
    const staff = await club.signIn({ email: 'staff@example.com', is_admin: true, role: 'staff' });
    const refused = await post(`/${series.id}/cancel`, { refund_to: 'credit' }, staff.headers);
    expect(refused.status).toBe(403);
    expect((await detail(series.id)).bookings.map(({ status }: Booking) => status)).toEqual(['paid', 'paid']);
    const credit = async () => (await club.get('/api/auth/credit', member.headers)).json.credit;
    const inMoney = await post(`/${series.id}/cancel`, { until: FIRST });
    expect([inMoney.json.data.bookings[0].balance, await credit()]).toEqual([-7500, 0]);
    expect((await post(`/${series.id}/cancel`, { refund_to: 'credit' })).status).toBe(200);
    expect(await credit()).toBe(7500);
  });
});

describe('changing', () => {
  test('moves the coming dates to another weekday, time and length, with what is in the way decided', async () => {
    const { series } = await bookSeries({ count: 3 });
    const block = bookingBody({ date: addDays(tuesday(2), 1), start_time: '18:00', court_id: 2 });
    expect((await club.post('/api/book', block)).status).toBe(201);
    await takeEmails();
    const change = {
      from: tuesday(1),
      court_id: 2,
      weekday: 'wednesday',
      start_time: '18:00',
      half_hours: 2,
    };
    const previewChange = async (over: object = {}) =>
      (await post(`/${series.id}/change/preview`, { ...change, ...over })).json.data as SeriesPreview;
    const earlier = await previewChange({ weekday: 'monday' });
    expect(earlier.dates.map(({ place }) => place?.date)).toEqual(
      [1, 2, 3].map((number) => addDays(tuesday(number), -1)),
    );
    const seen = await previewChange();
    expect(seen.dates.map(({ conflicts }) => conflicts.length)).toEqual([0, 1, 0]);
    expect((await post(`/${series.id}/change`, change)).status).toBe(409);
    const decided = { ...change, decisions: [{ date: tuesday(2), to: null }], amount: 10_000 };
    const { status, json } = await post(`/${series.id}/change`, { ...decided, version: series.version });
    expect(status).toBe(200);
    expect(
      json.data.bookings.map(({ court_id, date, slots }: Booking) => [court_id, date, slots.length]),
    ).toEqual([
      [2, addDays(tuesday(1), 1), 2],
      [1, tuesday(2), 3],
      [2, addDays(tuesday(3), 1), 2],
    ]);
    expect(json.data.series).toMatchObject({
      weekday: 'wednesday',
      start_time: '18:00',
      half_hours: 2,
      court_id: 2,
    });
    const emails = (await takeEmails()).filter(({ to }) => to === 'hamza@example.com');
    expect(emails.map(({ subject }) => subject)).toEqual([
      'Your weekly booking has a new time: Every Wednesday, 6 PM – 7 PM',
    ]);
    expect(emails[0]?.text).toContain('Before: Tue, Nov 24, 8 PM – 9:30 PM, Court 1');
    const again = await post(`/${series.id}/change`, { ...decided, version: series.version });
    expect([again.status, again.json.reason]).toEqual([409, 'changed_meanwhile']);
    const { series: moved } = await detail(series.id);
    const nothing = { ...change, decisions: decided.decisions, version: moved.version };
    expect((await post(`/${series.id}/change`, nothing)).json.error).toBe(
      'All dates are already at this place.',
    );
  });
});

test('a series moves to another weekday alone', async () => {
  const { series } = await bookSeries({ count: 2 });
  const change = { from: FIRST, court_id: 1, weekday: 'wednesday', start_time: '20:00', half_hours: 3 };
  const { json } = await post(`/${series.id}/change`, change);
  expect(json.data.bookings.map(({ date }: Booking) => date)).toEqual(
    [1, 2].map((number) => addDays(tuesday(number), 1)),
  );
});

test('what changed since the page was read, or is over, is refused with the new facts', async () => {
  const { series, bookings } = await bookSeries({ count: 2 });
  const pay = { booking_ids: bookings.map(({ id }) => id), method: 'cash' };
  const unseen = await post(`/${series.id}/payments`, { ...pay, amount: 14_999 });
  expect([unseen.status, unseen.json.reason, unseen.json.amount]).toEqual([409, 'changed_meanwhile', 15_000]);
  const change = { court_id: 1, weekday: 'tuesday', start_time: '18:00', half_hours: 3 };
  const late = await post(`/${series.id}/change`, { ...change, from: addDays(tuesday(2), 1) });
  expect([late.status, late.json.error]).toEqual([
    409,
    'This weekly booking has no upcoming dates in this time.',
  ]);
  // A date that begins now is no longer to come.
  club.clock.now = Date.parse(`${tuesday(2)}T20:00:00+05:00`);
  admin = await club.signIn({ email: 'later@example.com', is_admin: true });
  expect((await post(`/${series.id}/change`, { ...change, from: tuesday(2) })).status).toBe(409);
});

test('a member reads their own requests, for dates from today on', async () => {
  const wanted = { court_id: 1, start_time: '20:00', half_hours: 3, dates: 10 };
  const ask = (from: string) => club.post('/api/series-requests', { ...wanted, from }, member.headers);
  expect((await ask('2026-11-19')).json.fields).toEqual({
    from: 'The first date is in the past. Please choose today or a later date.',
  });
  expect((await ask('2026-11-20')).status).toBe(201);
  const other = await club.signIn({ email: 'other@example.com' });
  const read = async ({ headers }: typeof member) =>
    (await club.get('/api/series-requests', headers)).json.requests.map(({ from }: { from: string }) => from);
  expect([await read(member), await read(other)]).toEqual([['2026-11-20'], []]);
});

describe('bad input is refused with a sentence and writes nothing', () => {
  test('in a series', async () => {
    const cases: [string, object, string][] = [
      ['27 dates', { count: 27 }, 'count'],
      ['27 dates by the last one', { count: undefined, until: addDays(FIRST, 7 * 26) }, 'until'],
      ['no number of dates', { count: undefined }, 'until'],
      ['a number and a last date', { until: '2027-01-01' }, 'until'],
      ['an end before the start', { count: undefined, until: '2026-11-23' }, 'until'],
      ['no such weekday in the span', { count: undefined, until: '2026-11-24', weekday: 'friday' }, 'until'],
      ['a date in the past', { from: '2026-11-17' }, 'from'],
      ['an impossible date', { from: '2026-02-30' }, 'from'],
      ['an unknown court', { court_id: 99 }, 'court_id'],
      ['half an hour', { half_hours: 1 }, 'half_hours'],
      ['a quarter past', { start_time: '20:15' }, 'start_time'],
      ['every fifth week', { every_weeks: 5 }, 'every_weeks'],
      ['a member and a guest', { member_id: 1 }, 'guest'],
      [
        'a member by number and by email',
        { guest: undefined, member_id: 1, member_email: 'a@b.pk' },
        'guest',
      ],
      ['an email that no member has', { guest: undefined, member_email: 'a@b.pk' }, 'member_email'],
      ['nobody', { guest: undefined }, 'guest'],
      ['an unknown member', { guest: undefined, member_id: 999 }, 'member_id'],
      ['credit of a guest', { payment_rule: 'credit' }, 'payment_rule'],
      ['a decision about another day', { decisions: [{ date: '2026-11-25', to: null }] }, 'decisions'],
      ['two decisions about a day', { decisions: Array(2).fill({ date: FIRST, to: null }) }, 'decisions'],
      ['every date left out', { count: 1, decisions: [{ date: FIRST, to: null }] }, 'decisions'],
      ['an unknown court in a decision', { decisions: [moveTo(1, 99, '20:00')] }, 'court_id'],
    ];
    for (const [name, over, field] of cases) {
      const { status, json } = await post('', { ...SERIES, ...over });
      const answer = [name, status, json.reason, Object.keys(json.fields ?? {})];
      expect(answer).toEqual([name, 422, 'invalid', [field]]);
      expect(json.error).toMatch(/^[A-Z].+\.$/);
    }
    expect([countBookings(), club.rows('SELECT * FROM series')]).toEqual([0, []]);
  });

  test('an email that its member has not confirmed, because a stranger may have registered it', async () => {
    club.db.run('UPDATE user SET email_verified = 0 WHERE id = ?', [member.id]);
    const byEmail = { ...SERIES, guest: undefined, member_email: 'bilal@example.com' };
    expect((await post('', byEmail)).json.fields).toEqual({
      member_email: 'No member has confirmed this email. Please book for a guest, or correct it.',
    });
  });

  test('a series or a request that does not exist', async () => {
    const { guest: _, ...plan } = SERIES;
    expect((await post('', { ...plan, series_id: 99 })).status).toBe(404);
    expect((await post('', { ...SERIES, request_id: 99 })).status).toBe(404);
    expect(countBookings()).toBe(0);
    const { series } = await bookSeries({ count: 1 });
    const foreign = await post(`/${series.id}/payments`, { booking_ids: [99], method: 'cash' });
    expect([foreign.status, Object.keys(foreign.json.fields)]).toEqual([422, ['booking_ids']]);
  });
});

describe('the inbox', () => {
  const inbox = async () => (await club.get('/api/admin/inbox', admin.headers)).json.data;
  const wanted = {
    court_id: 1,
    start_time: '20:00',
    half_hours: 3,
    from: FIRST,
    dates: 10,
    note: 'We are four.',
  };

  test('has the requests of members until a series answers them or an admin declines', async () => {
    const ask = (over = {}) => club.post('/api/series-requests', { ...wanted, ...over }, member.headers);
    const { request } = (await ask()).json;
    await ask({ start_time: '21:30' });
    await ask({ start_time: '18:00' });
    expect((await ask({ start_time: '07:00' })).status).toBe(409);
    expect(
      (await inbox()).series_requests.map(({ name, note }: { name: string; note: string }) => [name, note]),
    ).toEqual(Array(3).fill(['Bilal Ahmed', 'We are four.']));
    await bookSeries({ guest: undefined, member_id: member.id, request_id: request.id });
    expect((await inbox()).series_requests).toHaveLength(2);
    const [next, last] = (await inbox()).series_requests;
    await takeEmails();
    const path = `/api/admin/series-requests/${next.id}/decline`;
    expect((await club.post(path, { reason: 'The coach has this court.' }, admin.headers)).status).toBe(200);
    const [email] = await takeEmails();
    expect([email?.to, email?.subject]).toEqual([
      'bilal@example.com',
      'Your request for a regular slot at Padel Club Faisalabad',
    ]);
    expect(email?.text).toContain('Every Tuesday, 9:30 PM – 11 PM, Court 1');
    const other = await club.signIn({ email: 'other@example.com' });
    expect((await club.delete(`/api/series-requests/${last.id}`, other.headers)).status).toBe(404);
    expect((await club.delete(`/api/series-requests/${last.id}`, member.headers)).status).toBe(200);
    await club.put('/api/admin/courts/2', { active: false }, admin.headers);
    expect((await ask({ court_id: 2 })).json.fields).toHaveProperty('court_id');
    expect((await inbox()).series_requests).toEqual([]);
  });

  test('names a series two weeks before its last date, until it goes on or an admin lets it end', async () => {
    await bookSeries({ court_id: 2, count: 1 });
    const { series } = await bookSeries({ count: 4 });
    expect((await inbox()).series_ending).toEqual([]);
    club.clock.now = Date.parse(`${tuesday(2)}T12:00:00+05:00`);
    expect((await inbox()).series_ending.map(({ id }: { id: number }) => id)).toEqual([series.id]);
    const { count, alarms } = await inbox();
    expect(count - alarms.length).toBe(1);
    await post(`/${series.id}/let-end`, {});
    expect((await inbox()).series_ending).toEqual([]);
    const { guest: _, ...plan } = SERIES;
    await post('', { ...plan, series_id: series.id, from: tuesday(5), count: 1 });
    club.clock.now = Date.parse(`${tuesday(3)}T12:00:00+05:00`);
    expect((await inbox()).series_ending).toHaveLength(1);
  });
});

test('a member’s download has the requests, and nothing of them stays after the deletion', async () => {
  const wanted = {
    court_id: 1,
    start_time: '20:00',
    half_hours: 3,
    from: FIRST,
    dates: 10,
    note: 'With my cousin',
  };
  await club.post('/api/series-requests', wanted, member.headers);
  const request = new Request('http://localhost/api/auth/data.zip', { headers: member.headers });
  const files = unzipSync(new Uint8Array(await (await club.app.handle(request)).arrayBuffer()));
  const texts = Object.values(files).map((bytes) => strFromU8(bytes));
  expect(texts.join()).toContain('With my cousin');
  expect((await club.delete('/api/auth/account', member.headers)).status).toBe(200);
  expect(club.rows('SELECT * FROM series_request')).toEqual([]);
});
