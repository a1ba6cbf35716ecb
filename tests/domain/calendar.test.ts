import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import * as v from 'valibot';
import { prepareBooking } from '../../src/bookings/prepare-booking.ts';
import { addDays, businessDayOf, clubInstant } from '../../src/domain/business-day.ts';
import { type Calendar, calendarSchema } from '../../src/domain/calendar.ts';
import { calendarErrors } from '../../src/domain/calendar-errors.ts';
import type { CourtRate } from '../../src/domain/court.ts';
import {
  buildDaySlots,
  dayPlanOf,
  hoursLabel,
  isDayOver,
  isOpen,
  nearestOpenDates,
  openSlotIndexesOf,
  slotsBetween,
  todayOf,
} from '../../src/domain/day-plan.ts';
import { DEFAULT_CALENDAR, DEFAULT_DAY } from '../../src/domain/default-calendar.ts';
import {
  exceptionPrices,
  openingText,
  shownOpeningText,
  upcomingExceptions,
  weekdaysLabel,
} from '../../src/domain/opening-hours.ts';
import { priceOf, soldPriceOf } from '../../src/domain/price.ts';
import { pricingBandsOf } from '../../src/domain/pricing-bands.ts';
import { inPlayingOrder, slotIndexOf, startTimeOf } from '../../src/domain/slot.ts';
import { COURT_IDS, randomCalendar } from '../support/random-calendar.ts';

const CALENDARS = { numRuns: 200 };
const anyDate = fc.integer({ min: 0, max: 110 }).map((days) => addDays('2026-11-20', days));
const NOON = clubInstant('2026-11-19', 12 * 60);

describe('200 random calendars', () => {
  test('can be saved, and are read back unchanged', () => {
    fc.assert(
      fc.property(randomCalendar, (calendar) => {
        expect(calendarErrors(calendar, [{ court_id: 1, hourly_rate: 5000 }])).toEqual({});
        expect(v.parse(calendarSchema, JSON.parse(JSON.stringify(calendar)))).toEqual(calendar);
      }),
      CALENDARS,
    );
  });

  test('have plans that cover the opening hours of the rule in force without gaps', () => {
    fc.assert(
      fc.property(randomCalendar, anyDate, (calendar, date) => {
        const plan = dayPlanOf(calendar, date);
        const rule = plan.exception?.day ?? Object.values(calendar.week)[weekdayIndex(date)];
        const open = rule?.open ? rule.hours.flatMap(({ opens, closes }) => slotsBetween(opens, closes)) : [];
        expect(openSlotIndexesOf(plan)).toEqual(inPlayingOrder(open));
        expect(new Set(open).size).toBe(open.length);
        expect(pricingBandsOf(plan.slots).flatMap((band) => band.slotIndexes)).toEqual(inPlayingOrder(open));
        for (const { slotIndex, tier, discount, court_discounts } of plan.slots) {
          const band = rule?.open
            ? rule.bands.find(({ from, until }) => slotsBetween(from, until).includes(slotIndex))
            : undefined;
          expect([band?.tier, band?.discount, band?.court_discounts]).toEqual([
            tier,
            discount,
            court_discounts,
          ]);
        }
        const covering = calendar.exceptions.filter((exception) => exceptionCovers(exception, date));
        expect(plan.exception?.rank).toBe(
          covering.length > 0 ? Math.max(...covering.map(({ rank }) => rank)) : undefined,
        );
        expect(buildDaySlots(plan, new Set(), NOON).every((slot) => slot.available)).toBe(true);
      }),
      CALENDARS,
    );
  });

  test('price every selection the same in the browser and on the server, and the lines add up', () => {
    fc.assert(
      fc.property(
        randomCalendar,
        anyDate,
        fc.nat({ max: 47 }),
        fc.integer({ min: 2, max: 12 }),
        fc.nat({ max: 20_000 }),
        fc.constantFrom(...COURT_IDS, 9),
        (calendar, date, start, count, rate, court_id) => {
          // The browser has the calendar as JSON.
          const browser = dayPlanOf(JSON.parse(JSON.stringify(calendar)) as Calendar, date);
          const open = openSlotIndexesOf(browser);
          const slotIndexes = open.slice(start % (open.length || 1)).slice(0, count);
          const [first = -1] = slotIndexes;
          const request = {
            court_id,
            date,
            name: 'Ayesha Khan',
            email: 'a@example.com',
            phone: '0300 1234567',
            payment_method: 'cash' as const,
            sms_updates: false,
            updates_by: [],
            start_time: startTimeOf(Math.max(0, first)),
            duration: slotIndexes.length * 30,
            slots: slotIndexes.map(startTimeOf),
          };
          const court = { id: court_id, name: 'Court 1', description: '', features: [], image_url: null };
          const context = { calendar, now: NOON, daysAhead: 120, club: { name: 'Padel' } };
          const book = () =>
            prepareBooking(request, {
              ...context,
              court: { ...court, hourly_rate: rate, price_per_hour: rate, active: true },
            });
          if (slotIndexes.length < 2 || hasLoneSlot(slotIndexes)) {
            expect(book).toThrow();
            return;
          }
          const price = priceOf(slotIndexes, { court_id, hourly_rate: rate }, browser);
          const booking = book();
          expect([booking.computed_amount, booking.hourly_rate]).toEqual([price.total, rate]);
          expect(price.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(price.total);
          expect(Number.isInteger(price.total) && price.total >= 0).toBe(true);
          const discount = discountInForce(calendar, date, first, court_id);
          expect(price.discount).toBe(Math.min(Math.round(discount * price.hours), price.subtotal));
          // A statement reads the same price from what the booking stores.
          const sold = { ...booking, duration: request.duration };
          expect(soldPriceOf(sold)).toEqual(price);
        },
      ),
      CALENDARS,
    );
  });

  test("reject every half-hour that their plan doesn't open", () => {
    fc.assert(
      fc.property(randomCalendar, anyDate, fc.nat({ max: 47 }), (calendar, date, slotIndex) => {
        const plan = dayPlanOf(calendar, date);
        const offered = buildDaySlots(plan, new Set(), NOON).map((slot) => slotIndexOf(slot.start_time));
        expect(offered.includes(slotIndex)).toBe(isOpen(plan, slotIndex));
      }),
      CALENDARS,
    );
  });

  test("sell a day that isn't over at every moment", () => {
    fc.assert(
      fc.property(randomCalendar, fc.nat({ max: 90 * 24 * 4 }), (calendar, quarters) => {
        const now = NOON + quarters * 15 * 60_000;
        const today = todayOf(calendar, now);
        expect(isDayOver(dayPlanOf(calendar, today), now)).toBe(false);
        expect(today >= businessDayOf(now)).toBe(true);
        // At 6 AM the club may go back to a day that is closed, to say so.
        const later = now + 15 * 60_000;
        if (businessDayOf(later) === businessDayOf(now)) expect(todayOf(calendar, later) >= today).toBe(true);
      }),
      CALENDARS,
    );
  });
});

/** Read from the rule, without the plan. */
function discountInForce(calendar: Calendar, date: string, slotIndex: number, courtId: number): number {
  const covering = calendar.exceptions
    .filter((exception) => exceptionCovers(exception, date))
    .toSorted((a, b) => b.rank - a.rank);
  const rule = covering[0]?.day ?? Object.values(calendar.week)[weekdayIndex(date)];
  const band = rule?.open
    ? rule.bands.find(({ from, until }) => slotsBetween(from, until).includes(slotIndex))
    : undefined;
  const own = Object.entries(band?.court_discounts ?? {}).find(([id]) => Number(id) === courtId);
  return own ? own[1] : (band?.discount ?? 0);
}

const weekdayIndex = (date: string) => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
const exceptionCovers = ({ from, to, weekdays }: Calendar['exceptions'][number], date: string) =>
  from <= date && date <= to && weekdays.some((weekday) => weekday === weekdayName(date));
const weekdayName = (date: string) =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })
    .format(new Date(`${date}T00:00:00Z`))
    .toLowerCase();
const hasLoneSlot = (slotIndexes: readonly number[]) =>
  slotIndexes.some(
    (slot) => !slotIndexes.includes((slot + 1) % 48) && !slotIndexes.includes((slot + 47) % 48),
  );

describe('hours in words', () => {
  const closed = { open: false as const };
  test('of a week', () => {
    expect(openingText(DEFAULT_CALENDAR, '2026-11-20')).toBe('Every day, 7 AM – 4 AM');
    const week = { ...DEFAULT_CALENDAR.week, friday: closed, sunday: closed };
    expect(openingText({ week, exceptions: [] }, '')).toBe('Mon – Thu, Sat, 7 AM – 4 AM; Fri, Sun, closed');
    expect(weekdaysLabel(['saturday', 'sunday'])).toBe('Sat – Sun');
    expect(hoursLabel(dayPlanOf(DEFAULT_CALENDAR, '2026-11-20').slots)).toBe('7 AM – 4 AM');
  });

  test("are the owner's own only in an ordinary week", () => {
    const own = 'Every day until 4 AM, call us for tournaments';
    const early = { ...DEFAULT_DAY, hours: [{ opens: '07:00', closes: '10:00' }] };
    const season = {
      reason: 'Repairs',
      from: '2026-12-01',
      to: '2026-12-10',
      rank: 0,
      weekdays: [
        ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
      ],
      day: { ...early, bands: DEFAULT_DAY.bands.slice(0, 1) },
    };
    const byDay = { ...early, hours: [{ opens: '10:00', closes: '18:00' }] };
    const festival = {
      ...season,
      reason: 'Festival',
      from: '2026-12-05',
      to: '2026-12-06',
      rank: 1,
      day: { ...byDay, bands: DEFAULT_DAY.bands.slice(1, 2) },
    };
    const calendar = { ...DEFAULT_CALENDAR, exceptions: [season, festival] };
    expect(shownOpeningText(own, calendar, '2026-11-30')).toBe(own);
    expect(shownOpeningText(own, calendar, '2026-12-01')).toBe('Every day, 7 AM – 10 AM');
    expect(shownOpeningText(own, calendar, '2026-12-06')).toBe('Every day, 10 AM – 6 PM');
    expect(shownOpeningText(own, calendar, '2026-12-10')).toBe('Every day, 7 AM – 10 AM');
    expect(shownOpeningText(own, calendar, '2026-12-11')).toBe(own);
    const reasonsOn = (date: string) => upcomingExceptions(calendar, date).map(({ reason }) => reason);
    expect([reasonsOn('2026-12-06'), reasonsOn('2026-12-07')]).toEqual([
      ['Repairs', 'Festival'],
      ['Repairs'],
    ]);
    const offPeak = (from: string, until: string, discount: number, court_discounts = {}) => ({
      from,
      until,
      tier: 'off_peak' as const,
      discount,
      court_discounts,
    });
    const courtsAt = (...rates: number[]) =>
      rates.map((hourly_rate, at) => ({ court_id: at + 1, hourly_rate }));
    const pricesOf =
      (...own: Parameters<typeof offPeak>[]) =>
      (courts: CourtRate[]) =>
        exceptionPrices({ ...season, day: { ...early, bands: own.map((band) => offPeak(...band)) } }, courts);
    expect(pricesOf(['07:00', '08:00', 500], ['08:00', '10:00', 1500])(courtsAt(5000))).toBe(
      'Start 7 AM – 8 AM: PKR 4,500 per hour. Start 8 AM – 10 AM: PKR 3,500 per hour',
    );
    expect(pricesOf(['07:00', '10:00', -1000])(courtsAt(5000, 4500, 5000))).toBe(
      'Start 7 AM – 10 AM: PKR 5,500 or 6,000 per hour',
    );
    // The second court has its own price.
    expect(pricesOf(['07:00', '10:00', 0, { 2: -2000 }])(courtsAt(5000, 5000))).toBe(
      'Start 7 AM – 10 AM: PKR 5,000 or 7,000 per hour',
    );
    expect(pricesOf(['07:00', '10:00', 0])(courtsAt(5000, 5000))).toBe('');
    expect(shownOpeningText('Every day, 7 AM – 4 AM', calendar, '2026-12-01')).toBe(
      'Every day, 7 AM – 10 AM',
    );
  });
});

test('the nearest open dates skip closed days and stay in their span', () => {
  const eid = {
    reason: 'Eid',
    from: '2026-12-02',
    to: '2026-12-03',
    rank: 0,
    day: { open: false as const },
    weekdays: [...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const)],
  };
  const calendar = { ...DEFAULT_CALENDAR, exceptions: [eid] };
  const near = (from: string, to: string) => nearestOpenDates(calendar, '2026-12-02', { from, to }, 3);
  expect(near('2026-11-20', '2026-12-31')).toEqual(['2026-12-01', '2026-12-04', '2026-11-30']);
  expect(near('2026-12-02', '2026-12-31')).toEqual(['2026-12-04', '2026-12-05', '2026-12-06']);
  expect(near('2026-12-01', '2026-12-04')).toEqual(['2026-12-01', '2026-12-04']);
  expect(near('2026-12-02', '2026-12-03')).toEqual([]);
});

test('a club that is closed for good has its next day at midnight', () => {
  const closed = { open: false as const };
  const week = Object.fromEntries(Object.keys(DEFAULT_CALENDAR.week).map((day) => [day, closed]));
  const calendar = { week, exceptions: [] } as unknown as Calendar;
  const midnight = clubInstant('2026-11-20', 24 * 60);
  expect([midnight - 1, midnight].map((now) => todayOf(calendar, now))).toEqual(['2026-11-20', '2026-11-21']);
});
