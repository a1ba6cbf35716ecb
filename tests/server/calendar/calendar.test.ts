/** The calendar through the API: seasons, closed days, refused changes, rates ahead. */
import { beforeEach, describe, expect, test } from 'bun:test';
import type { Slot } from '../../../src/domain/api/court-answers.ts';
import { WEEKDAYS } from '../../../src/domain/business-day.ts';
import type { Calendar, CalendarException, DayRule } from '../../../src/domain/calendar.ts';
import { DEFAULT_CALENDAR, DEFAULT_DAY } from '../../../src/domain/default-calendar.ts';
import { bookingBody, clubForEachTest } from '../../support/test-club.ts';

const club = clubForEachTest();
let owner: { headers: Record<string, string> };
beforeEach(async () => {
  owner = await club.signIn({ email: 'owner@example.com', is_admin: true });
});

const RAMADAN_DAY: DayRule = {
  open: true,
  hours: [{ opens: '20:00', closes: '05:00' }],
  bands: [
    { from: '20:00', until: '22:00', tier: 'off_peak', discount: 1500 },
    { from: '22:00', until: '05:00', tier: 'peak', discount: 0 },
  ],
};
const exception = (overrides: Partial<CalendarException> = {}): CalendarException => ({
  reason: 'Ramadan',
  from: '2026-12-01',
  to: '2026-12-30',
  weekdays: [...WEEKDAYS],
  rank: 1,
  day: RAMADAN_DAY,
  ...overrides,
});
const eid = exception({ reason: 'Eid ul-Fitr', from: '2026-12-31', to: '2027-01-01', day: { open: false } });
const withExceptions = (...exceptions: CalendarException[]): Calendar => ({
  ...DEFAULT_CALENDAR,
  exceptions,
});

const save = (calendar: unknown, version = 0) =>
  club.put('/api/admin/calendar', { calendar, version }, owner.headers);
const slotsOn = async (date: string) => (await club.get(`/api/slots?date=${date}&courtId=1`)).json as Slot[];

describe('a season', () => {
  test('has its own hours, tiers and prices, and ends', async () => {
    expect((await save(withExceptions(exception(), eid))).status).toBe(200);
    const slots = await slotsOn('2026-12-15');
    expect(slots.map((slot) => slot.start_time)).toEqual([
      ...['20:00', '20:30', '21:00', '21:30', '22:00', '22:30', '23:00', '23:30', '00:00', '00:30', '01:00'],
      ...['01:30', '02:00', '02:30', '03:00', '03:30', '04:00', '04:30'],
    ]);
    expect(slots.map((slot) => slot.pricingTier).slice(3, 5)).toEqual(['off_peak', 'peak']);
    expect(await slotsOn('2026-11-30')).toHaveLength(42);
    const early = await club.post('/api/book', bookingBody({ date: '2026-12-15', start_time: '20:00' }));
    expect([early.status, early.json.booking.computed_amount]).toEqual([201, 3500]);
    const late = await club.post('/api/book', bookingBody({ date: '2026-12-15', start_time: '04:00' }));
    expect([late.status, late.json.booking.computed_amount]).toEqual([201, 5000]);
    const closed = await club.post('/api/book', bookingBody({ date: '2026-12-15', start_time: '18:00' }));
    expect([closed.status, closed.json.error]).toEqual([422, 'The club is open from 8 PM to 5 AM.']);
  });

  test('is closed with its reason', async () => {
    await save(withExceptions(exception(), eid));
    expect(await slotsOn('2026-12-31')).toEqual([]);
    const refused = await club.post('/api/book', bookingBody({ date: '2026-12-31' }));
    expect(refused.status).toBe(422);
    expect(refused.json.fields).toEqual({
      date: 'The club is closed on Thu, Dec 31: Eid ul-Fitr. Please choose another date.',
    });
  });

  test('stands on the landing page, in the policies and for search engines', async () => {
    await save(withExceptions(exception(), eid));
    const page = (await club.get('/')).text;
    expect(page).toContain('Every day, 7 AM – 4 AM');
    expect(page).toContain('Special hours');
    expect(page).toContain('Start 8 PM – 10 PM: PKR 3,500 per hour.');
    expect(page).toContain('Eid ul-Fitr');
    const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? [];
    const special = JSON.parse(json).specialOpeningHoursSpecification;
    expect(special).toHaveLength(2);
    expect(special[0]).toMatchObject({ opens: '20:00', closes: '05:00', validFrom: '2026-12-01' });
    expect(special[1]).toMatchObject({ opens: '00:00', closes: '00:00', validThrough: '2027-01-01' });
    expect((await club.get('/service-policy')).text).toContain('Eid ul-Fitr');
    club.clock.now = Date.parse('2026-12-10T15:00:00+05:00');
    const during = (await club.get('/')).text;
    expect(during).toContain('Every day, 8 PM – 5 AM');
    expect(during).toContain('PKR 3,500');
  });

  test('of 5 AM makes 4:30 AM the same night, and 5:30 AM the next evening', async () => {
    await save(withExceptions(exception(), eid));
    const todayAt = async (instant: string) => {
      club.clock.now = Date.parse(`${instant}+05:00`);
      // A session ends after 30 days.
      const admin = await club.signIn({ email: `${club.clock.now}@example.com`, is_admin: true });
      return (await club.get('/api/admin/day', admin.headers)).json.data.today;
    };
    expect(await todayAt('2026-12-16T04:30:00')).toBe('2026-12-15');
    expect(await todayAt('2026-12-16T05:30:00')).toBe('2026-12-16');
    // After the last night before Eid the next evening that opens is after Eid.
    expect(await todayAt('2026-12-31T05:30:00')).toBe('2027-01-02');
    expect(await todayAt('2026-12-31T12:00:00')).toBe('2026-12-31');
    // A closed day ends at midnight.
    expect(await todayAt('2026-12-31T23:59:59')).toBe('2026-12-31');
    expect(await todayAt('2027-01-01T00:00:00')).toBe('2027-01-02');
  });
});

describe('a change over existing bookings', () => {
  const book = async (over: Record<string, unknown>) =>
    (await club.post('/api/book', bookingBody({ date: '2026-12-15', ...over }))).json.booking;
  const decide = async (booking_ids: number[], decisions: unknown[] = []) => {
    const body = { booking_ids, decisions };
    return (await club.post('/api/admin/bookings/in-the-way', body, owner.headers)).json.data.in_the_way;
  };
  const idsOf = (lines: { booking: { id: number } }[]) => lines.map(({ booking }) => booking.id);

  test('keeps them and names those outside the hours, which move, are cancelled or stay', async () => {
    const inTheWay: number = (await book({ start_time: '18:00' })).id;
    const first: number = (await book({ start_time: '10:00' })).id;
    const open: number = (await book({ start_time: '22:00' })).id;
    const last: number = (await book({ start_time: '12:00' })).id;
    const kept = await save(withExceptions(exception()));
    expect([kept.status, kept.json.data.version]).toEqual([200, 1]);
    expect(kept.json.data.booking_ids).toEqual([inTheWay, first, last]);
    const lines = await decide(kept.json.data.booking_ids);
    expect(idsOf(lines)).toEqual([first, last, inTheWay]);
    const [{ booking, choices, is_open, gets_email }] = lines;
    // No mail server is set up.
    expect([is_open, gets_email, booking.status]).toEqual([false, false, 'pending']);
    expect(choices[0]).toMatchObject({ court_id: 1, date: '2026-12-15', slots: ['20:00', '20:30'] });
    const { court_id, date, slots, amount } = choices[0];
    const left = await decide(kept.json.data.booking_ids, [
      { booking_id: first, version: booking.version, move: { court_id, date, slots, amount } },
      { booking_id: last, version: booking.version },
    ]);
    expect(idsOf(left)).toEqual([inTheWay]);
    const day = (await club.get('/api/admin/day?date=2026-12-15', owner.headers)).json.data;
    expect(
      day.courts.map((at: { bookings: { id: number }[] }) => at.bookings.map(({ id }) => id).toSorted()),
    ).toEqual([[inTheWay, first, open].toSorted(), []]);
    // A booking that was kept once is not named again.
    const again = withExceptions(exception(), eid);
    expect((await save(again, 1)).json.data.booking_ids).toEqual([]);
  });

  test('offers the next days where its own day has no time left', async () => {
    const { id } = await book({ start_time: '18:00' });
    const closed = exception({ from: '2026-12-15', to: '2026-12-16', day: { open: false } });
    const { booking_ids } = (await save(withExceptions(closed))).json.data;
    expect(booking_ids).toEqual([id]);
    const [{ choices }] = await decide(booking_ids);
    expect(choices[0]).toMatchObject({ court_id: 1, date: '2026-12-17', slots: ['18:00', '18:30'] });
    expect(new Set(choices.map(({ date }: { date: string }) => date))).toEqual(new Set(['2026-12-17']));
  });

  test('names those that would cost another price, which stay open and keep theirs', async () => {
    const { id, computed_amount } = await book({ start_time: '18:00' });
    await book({ date: '2026-11-28', start_time: '18:00' });
    const dearer = exception({
      day: {
        open: true,
        hours: [{ opens: '07:00', closes: '04:00' }],
        bands: [{ from: '07:00', until: '04:00', tier: 'peak', discount: -500 }],
      },
    });
    const saved = await save(withExceptions(dearer));
    expect([saved.status, saved.json.data.booking_ids]).toEqual([200, [id]]);
    const [line] = await decide([id]);
    expect([line.is_open, line.booking.computed_amount]).toEqual([true, computed_amount]);
    // Its own time is no choice; another time costs what it costs now.
    expect(line.choices[0]).toMatchObject({ court_id: 2, slots: ['18:00', '18:30'], amount: 5500 });
  });

  test('of two owners the second one learns of the first', async () => {
    const events: string[] = [];
    club.club.onEventCommitted(({ kind }) => events.push(kind));
    expect((await save(withExceptions(eid))).status).toBe(200);
    const second = await save(withExceptions(exception()));
    expect([second.status, second.json.reason]).toEqual([409, 'changed_meanwhile']);
    // Dashboards and the waiting list learn of the first at once.
    expect(events).toEqual(['calendar.changed']);
  });
});

describe('bad input', () => {
  const day = (rule: object) => withExceptions(exception({ day: { ...RAMADAN_DAY, ...rule } as DayRule }));
  const bands = (...list: [string, string, number?][]) =>
    day({ bands: list.map(([from, until, discount = 0]) => ({ from, until, tier: 'peak', discount })) });
  const CASES: [string, unknown, string][] = [
    ['no hour', day({ hours: [] }), 'There are no opening hours'],
    [
      'closing before opening',
      day({ hours: [{ opens: '20:00', closes: '19:00' }] }),
      'closes before it opens',
    ],
    ['closing beyond 06:00', day({ hours: [{ opens: '20:00', closes: '07:00' }] }), 'closes before it opens'],
    ['half an hour', day({ hours: [{ opens: '20:00', closes: '20:30' }] }), 'A booking needs one hour'],
    [
      'overlapping hours',
      day({
        hours: [
          { opens: '20:00', closes: '05:00' },
          { opens: '04:00', closes: '06:00' },
        ],
      }),
      'overlaps other opening hours',
    ],
    ['a hole', bands(['20:00', '22:00'], ['23:00', '05:00']), 'No price band covers 10 PM – 11 PM'],
    ['bands that overlap', bands(['20:00', '23:00'], ['22:00', '05:00']), 'overlaps another one'],
    ['a band outside', bands(['19:00', '05:00']), 'is outside the opening hours'],
    ['a discount above the rate', bands(['20:00', '05:00', 5001]), 'is above a court’s rate, PKR 5,000'],
    ['equal ranks', withExceptions(exception(), { ...eid, from: '2026-12-30' }), 'with the same rank'],
    ['the end before the start', withExceptions(exception({ to: '2026-11-01' })), 'before the first one'],
    ['367 days', withExceptions(exception({ to: '2027-12-02' })), 'at most 366 days'],
    ['a date that does not exist', withExceptions(exception({ to: '2026-12-32' })), 'a date that exists'],
    [
      'a weekday outside the span',
      withExceptions(exception({ from: '2026-12-01', to: '2026-12-02', weekdays: ['sunday'] })),
      'None of the chosen weekdays',
    ],
    ['a quarter past', day({ hours: [{ opens: '20:15', closes: '05:00' }] }), 'on the hour or half past'],
    ['no week', { exceptions: [] }, ''],
  ];
  test('is refused with a sentence, and nothing is saved', async () => {
    for (const [name, calendar, sentence] of CASES) {
      const answer = await save(calendar);
      expect([name, answer.status, answer.json.reason]).toEqual([name, 422, 'invalid']);
      expect(Object.values(answer.json.fields).join(' ')).toContain(sentence);
    }
    expect(club.rows('SELECT * FROM calendar_version')).toEqual([]);
  });

  test('a whole day from 06:00 to 06:00, a closed weekday and an exception of one or 366 days are fine', async () => {
    const allDay: DayRule = {
      open: true,
      hours: [{ opens: '06:00', closes: '06:00' }],
      bands: [{ from: '06:00', until: '06:00', tier: 'peak', discount: 0 }],
    };
    const week = { ...DEFAULT_CALENDAR.week, saturday: allDay, monday: { open: false } };
    const day = '2026-11-28';
    const final = exception({ reason: 'Cup final', from: day, to: day, day: { open: false } });
    expect((await save({ week, exceptions: [exception({ to: '2027-12-01' }), final] })).status).toBe(200);
    expect(await slotsOn('2026-11-21')).toHaveLength(48);
    for (const closed of ['2026-11-23', day]) expect(await slotsOn(closed)).toEqual([]);
    const first = await club.post('/api/book', bookingBody({ start_time: '06:00' }));
    const last = await club.post('/api/book', bookingBody({ start_time: '05:00' }));
    expect([first.status, last.status]).toEqual([201, 201]);
    const { json } = await club.get('/api/admin/bookings?sort=begins', owner.headers);
    expect(json.data.bookings.map((booking: { start_time: string }) => booking.start_time)).toEqual([
      ...['06:00', '05:00'],
    ]);
    const page = (await club.get('/')).text;
    expect(page).toContain('Mon, closed; Tue – Fri, Sun, 7 AM – 4 AM; Sat, 6 AM – 6 AM');
  });
});

test('a discount may be as high as the lowest rate of the courts', async () => {
  await club.put('/api/admin/courts/2', { hourly_rate: 4000 }, owner.headers);
  const discounted = (discount: number) => {
    const bands = [{ from: '20:00', until: '05:00', tier: 'off_peak' as const, discount }];
    return withExceptions(exception({ day: { ...RAMADAN_DAY, bands } as DayRule }));
  };
  expect((await save(discounted(4001))).json.error).toEndWith('is above a court’s rate, PKR 4,000.');
  expect((await save(discounted(4000))).status).toBe(200);
  // A retired court sells nothing.
  await club.put('/api/admin/courts/2', { active: false }, owner.headers);
  expect((await save(discounted(5000), 1)).status).toBe(200);
});

describe('a price of one court at one time', () => {
  const WEEKEND_PEAK: DayRule = {
    ...DEFAULT_DAY,
    bands: DEFAULT_DAY.bands.map((band) =>
      band.tier === 'peak' ? { ...band, court_discounts: { 2: -2000 } } : band,
    ),
  };
  const weekendPrices: Calendar = {
    ...DEFAULT_CALENDAR,
    week: { ...DEFAULT_CALENDAR.week, saturday: WEEKEND_PEAK, sunday: WEEKEND_PEAK },
  };
  const [friday, saturday] = ['2026-11-27', '2026-11-28'];
  const book = (over: Record<string, unknown>) =>
    club.post('/api/book', bookingBody({ date: saturday, court_id: 2, start_time: '19:00', ...over }));

  test('is what the customer pays, and every other price stays', async () => {
    expect((await save(weekendPrices)).status).toBe(200);
    const priceAt = async (over: Record<string, unknown>) => (await book(over)).json.booking?.computed_amount;
    expect(await priceAt({})).toBe(7000);
    expect(await priceAt({ court_id: 1 })).toBe(5000);
    expect(await priceAt({ date: friday })).toBe(5000);
    expect(await priceAt({ start_time: '10:00' })).toBe(4000);
    expect((await book({ start_time: '21:00', amount: 5000 })).json).toMatchObject({
      reason: 'price_changed',
      amount: 7000,
    });
    const walkIn = { court_id: 2, date: saturday, slots: ['21:00', '21:30', '22:00'], name: 'Usman Ali' };
    const sold = await club.post('/api/admin/bookings', { ...walkIn, phone: '0300 1234567' }, owner.headers);
    expect(sold.json.data.booking.computed_amount).toBe(10_500);
    // Moved onto the court, a booking costs what the court costs there.
    const target = { court_id: 2, date: saturday, slots: ['23:00', '23:30'] };
    const quote = await club.post('/api/admin/bookings/2/quote', target, owner.headers);
    expect([quote.json.data.from, quote.json.data.to]).toEqual([5000, 7000]);
  });

  test('appears on the landing page and for search engines', async () => {
    await save(weekendPrices);
    const page = (await club.get('/')).text.replaceAll('<!-- -->', '');
    const [firstCard = '', secondCard = ''] = page.split('class="court-price"').slice(1);
    expect(secondCard).toContain('PKR 7,000 at the dearest hours');
    expect(firstCard.split('</p>')[0]).not.toContain('dearest');
    expect(page).toContain('<th scope="col" class="amount">Court 2</th>');
    expect(page).toContain('save at least PKR 1,000 per hour');
    const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? [];
    expect(JSON.parse(json).priceRange).toBe('PKR 4,000 – PKR 7,000');
  });

  test('names the bookings of that court that were sold at another one', async () => {
    const booked = async (over: Record<string, unknown>) => (await book(over)).json.booking.id as number;
    const [old] = [await booked({}), await booked({ court_id: 1 }), await booked({ date: friday })];
    expect((await save(weekendPrices)).json.data.booking_ids).toEqual([old]);
  });

  test('is refused below zero and for something that is no court', async () => {
    const withDiscounts = (court_discounts: Record<string, number>): Calendar => {
      const [first, ...bands] = DEFAULT_DAY.bands;
      if (!first) throw new Error('the default day has bands');
      const monday: DayRule = { ...DEFAULT_DAY, bands: [{ ...first, court_discounts }, ...bands] };
      return { ...DEFAULT_CALENDAR, week: { ...DEFAULT_CALENDAR.week, monday } };
    };
    expect((await save(withDiscounts({ 2: 5001 }))).json.error).toEndWith(
      'PKR 5,001 an hour is above a court’s rate, PKR 5,000.',
    );
    expect((await save(withDiscounts({ two: 0 }))).json.error).toBe('A court must be given by its number.');
    expect((await save(withDiscounts({ 2: 5000 }))).status).toBe(200);
  });
});

describe('a rate from a later date', () => {
  const setRate = (from: string, hourly_rate: number) =>
    club.post('/api/admin/courts/1/prices', { from, hourly_rate }, owner.headers);

  test('counts for play from that date on, and today from that date on', async () => {
    const { status, json } = await setRate('2026-12-01', 6000);
    expect(status).toBe(201);
    expect(json.data.court.upcoming_rates).toEqual([{ id: 1, from: '2026-12-01', hourly_rate: 6000 }]);
    await setRate('2026-12-10', 7000);
    const amountOn = async (date: string) =>
      (await club.post('/api/book', bookingBody({ date, amount: undefined }))).json.booking.computed_amount;
    expect(await amountOn('2026-11-30')).toBe(5000);
    expect(await amountOn('2026-12-01')).toBe(6000);
    expect(await amountOn('2026-12-09')).toBe(6000);
    expect(await amountOn('2026-12-10')).toBe(7000);
    const ratesAt = async (instant: string) => {
      club.clock.now = Date.parse(`${instant}+05:00`);
      const [court] = (await club.get('/api/courts')).json;
      return [court.hourly_rate, court.price_per_hour, court.upcoming_rates?.length];
    };
    expect(await ratesAt('2026-11-30T12:00:00')).toEqual([5000, 5000, 2]);
    expect(await ratesAt('2026-12-02T12:00:00')).toEqual([6000, 6000, 1]);
    expect(await ratesAt('2026-12-10T12:00:00')).toEqual([7000, 7000, undefined]);
    // A booking that moves on its court keeps the rate it was sold at.
    const move = { court_id: 1, date: '2026-12-15', slots: ['18:00', '18:30'] };
    const quote = await club.post('/api/admin/bookings/1/quote', move, owner.headers);
    expect([quote.json.data.from, quote.json.data.to]).toEqual([5000, 5000]);
    // A rate that has begun stays, and a rate set now replaces those that have begun.
    expect((await club.delete('/api/admin/court-prices/2', owner.headers)).status).toBe(404);
    await club.put('/api/admin/courts/1', { hourly_rate: 5500 }, owner.headers);
    expect((await club.get('/api/courts')).json[0].hourly_rate).toBe(5500);
  });

  test('is replaced, removed and refused with a sentence', async () => {
    await setRate('2026-12-01', 6000);
    await setRate('2026-12-01', 6500);
    const listed = (await club.get('/api/admin/courts', owner.headers)).json.data.courts[0].upcoming_rates;
    expect(listed.map((rate: { hourly_rate: number }) => rate.hourly_rate)).toEqual([6500]);
    const path = `/api/admin/court-prices/${listed[0].id}`;
    expect((await club.send('DELETE', path, undefined, owner.headers)).json.data.court.hourly_rate).toBe(
      5000,
    );
    expect((await club.send('DELETE', path, undefined, owner.headers)).status).toBe(404);
    expect((await setRate('2026-11-20', 6000)).json.fields.from).toContain('later date');
    expect((await setRate('2026-02-30', 6000)).json.fields.from).toContain('exists');
    expect((await setRate('2028-11-20', 6000)).json.fields.from).toContain('two years');
    expect((await setRate('2028-11-19', 6000)).status).toBe(201);
    expect((await setRate('2026-12-01', -1)).status).toBe(422);
    const unknown = await club.post(
      '/api/admin/courts/9/prices',
      { from: '2026-12-01', hourly_rate: 1 },
      owner.headers,
    );
    expect(unknown.status).toBe(404);
  });

  test('a booking at the price of before is refused with the new one', async () => {
    await setRate('2026-12-01', 6000);
    const old = await club.post('/api/book', bookingBody({ date: '2026-12-01', amount: 5000 }));
    expect([old.status, old.json.reason, old.json.amount]).toEqual([409, 'price_changed', 6000]);
  });
});

test('walk-ins, moves and closures follow the calendar', async () => {
  await save(withExceptions(exception(), eid));
  const walkIn = (date: string, slots: string[]) => ({
    court_id: 1,
    date,
    slots,
    name: 'Usman Ali',
    phone: '0300 1234567',
  });
  const book = (date: string, slots: string[]) =>
    club.post('/api/admin/bookings', walkIn(date, slots), owner.headers);
  expect((await book('2026-12-15', ['04:00', '04:30'])).json.data.booking.computed_amount).toBe(5000);
  expect((await book('2026-12-15', ['18:00', '18:30'])).json.error).toBe(
    'The club is open from 8 PM to 5 AM.',
  );
  expect((await book('2026-12-31', ['20:00', '20:30'])).json.error).toContain('Eid ul-Fitr');
  const closure = { court_id: 1, date: '2026-12-15', slots: ['18:00'], reason: 'Nets' };
  expect((await club.post('/api/admin/closures', closure, owner.headers)).status).toBe(422);
  const insights = (
    await club.get('/api/admin/insights?startDate=2026-12-15&endDate=2026-12-31', owner.headers)
  ).json;
  /** Half-hours of both courts in an hour of the day. */
  const openAt = (hour: number) =>
    insights.data.occupancy
      .filter((at: { hour: number }) => at.hour === hour)
      .reduce((sum: number, { open }: { open: number }) => sum + open, 0);
  expect([openAt(4), openAt(20), openAt(10)]).toEqual([16 * 4, 16 * 4, 0]);
});

test('the default calendar is version 0 and sends nothing more to browsers', async () => {
  const { json } = await club.get('/api/admin/calendar', owner.headers);
  expect(json.data).toEqual({ calendar: DEFAULT_CALENDAR, version: 0, history: [] });
  expect((await club.get('/')).text).not.toContain('"calendar":');
  expect(DEFAULT_DAY.bands).toHaveLength(4);
});
