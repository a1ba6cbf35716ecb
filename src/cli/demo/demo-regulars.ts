import type { Database } from 'bun:sqlite';
import type { PriceItem } from '../../domain/booking-line.ts';
import { addDays, weekdayOf } from '../../domain/business-day.ts';
import { positionOf, startTimeOf } from '../../domain/slot.ts';
import { OPEN_SLOTS, type PlannedBooking } from './plan-bookings.ts';
import type { SeededRandom } from './random.ts';
import type { Person } from './sample-people.ts';

const DAY = 86_400_000;
const WEEKS_BEFORE = 3;
const SERIES_DATES = 8;
/** The start of each series in the evening, its half-hours, and how its dates are paid. */
const SERIES = [
  { day: 1, start: 26, half_hours: 3, payment_rule: 'monthly', payment_method: 'bank_transfer' },
  { day: 3, start: 24, half_hours: 2, payment_rule: 'each_time', payment_method: 'cash' },
] as const;
/** A smaller club has no regulars. */
const MIN_BOOKINGS = 150;

const RACKET = { id: 1, name: 'Racket', price: 500 };
const ADD_ONS = [
  { ...RACKET, unit: 'booking', max_at_once: 8 },
  { id: 2, name: 'Balls (3)', price: 1200, unit: 'booking', max_at_once: null },
  { id: 3, name: 'Coach', price: 3000, unit: 'hour', max_at_once: 1 },
];

/** A date of the series with this number. */
type SeriesBooking = PlannedBooking & { series: number };

/** How many of `bookings` belong to series. */
export function seriesBookingCount(bookings: number): number {
  return bookings < MIN_BOOKINGS ? 0 : SERIES.length * SERIES_DATES;
}

/** Places the dates of each series where no planned booking is, on the first court and time that have room. */
export function planSeries(planned: readonly PlannedBooking[], courts: number): SeriesBooking[] {
  const taken = new Set<string>();
  const keyOf = (court: number, day: number, position: number) => `${court} ${day} ${position}`;
  const take = ({ court, day, positions }: PlannedBooking) => {
    for (const position of positions) taken.add(keyOf(court, day, position));
  };
  for (const booking of planned) {
    if (!booking.cancelled && booking.day >= -7 * WEEKS_BEFORE) take(booking);
  }
  return SERIES.flatMap((series, index) => {
    const dates: SeriesBooking[] = [];
    // Weeks in which the time is taken are left out, as a customer would; the series goes on longer.
    for (let week = -WEEKS_BEFORE; dates.length < SERIES_DATES; week += 1) {
      const day = series.day + 7 * week;
      const places = Array.from({ length: courts }, (_, at) => 1 + ((at + index) % courts));
      const positions = Array.from({ length: series.half_hours }, (_, at) => series.start + at);
      const court = places.find((place) => !positions.some((at) => taken.has(keyOf(place, day, at))));
      if (court === undefined) continue;
      const date = { court, day, positions, cancelled: false, series: index + 1 };
      take(date);
      dates.push(date);
    }
    return dates;
  });
}

/** Add-ons, codes and the members' price that bookings of the demo have. */
export function addExtras(db: Database): void {
  const insertAddOn = db.prepare(
    'INSERT INTO add_on (id, name, price, unit, max_at_once, position) VALUES (?1, ?2, ?3, ?4, ?5, ?1)',
  );
  for (const { id, name, price, unit, max_at_once } of ADD_ONS) {
    insertAddOn.run(id, name, price, unit, max_at_once);
  }
  db.run(
    `INSERT INTO promo_code (code, name, percent, amount_off, tiers, first_booking, members_only, max_uses) VALUES
       ('WELCOME10', 'First booking', 10, NULL, NULL, 1, 0, 200),
       ('RAINYDAY', 'After a storm', NULL, 1000, NULL, 0, 0, 50),
       (NULL, 'Members’ price', 10, NULL, '["morning"]', 0, 1, NULL)`,
  );
}

/** Some bookings come with rackets. */
export function itemsOfBooking(random: SeededRandom): PriceItem[] {
  if (!random.chance(0.12)) return [];
  const { id, name, price } = RACKET;
  const quantity = 1 + random.nextInt(2);
  return [
    {
      ...{ kind: 'add_on', source_id: id, label: name, quantity, unit: 'booking', unit_price: price },
      terms: null,
    },
  ];
}

export function addSeries(db: Database, plans: readonly PlannedBooking[], today: string, now: number): void {
  const insert = db.prepare(
    `INSERT INTO series (id, court_id, weekday, start_time, half_hours, every_weeks, payment_rule, payment_method,
       created_at) VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?)`,
  );
  for (const [index, series] of SERIES.entries()) {
    const date = plans.find((plan) => plan.series === index + 1);
    if (!date) continue;
    const { payment_rule, payment_method, half_hours, start, day } = series;
    const startTime = startTimeOf(OPEN_SLOTS[start] ?? 14);
    const weekday = weekdayOf(addDays(today, day));
    const createdAt = now - (7 * WEEKS_BEFORE + 2) * DAY;
    insert.run(
      index + 1,
      date.court,
      weekday,
      startTime,
      half_hours,
      payment_rule,
      payment_method,
      createdAt,
    );
  }
}

/** How a date of a series is paid. */
export function seriesMethod({ series }: PlannedBooking): string | undefined {
  return series === undefined ? undefined : SERIES[series - 1]?.payment_method;
}

/** Customers who wait for evenings that are taken, and a member who asks for a series. */
export function addWaiting(
  db: Database,
  random: SeededRandom,
  plans: readonly PlannedBooking[],
  input: { today: string; now: number; createPerson: (index: number) => Person; memberId: number },
): void {
  const insert = db.prepare(
    `INSERT INTO wish (date, from_position, until_position, slots, court_id, name, email, phone, contact, state,
       created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?7, 'open', ?9)`,
  );
  // Each waits for the whole time of a booking, so that cancelling it makes an offer.
  const evenings = plans.filter(
    ({ day, cancelled, positions }) =>
      day >= 1 && day <= 2 && !cancelled && (positions[0] ?? 0) >= 20 && isOneBlock(positions),
  );
  for (const [index, plan] of [evenings[0], evenings[0], evenings[1]].entries()) {
    if (!plan) continue;
    const { name, email, phone } = input.createPerson(random.nextInt(60_000));
    const first = positionOf(OPEN_SLOTS[plan.positions[0] ?? 0] ?? 14);
    const until = first + plan.positions.length;
    const createdAt = input.now - (3 - index) * 3_600_000;
    insert.run(
      ...([addDays(input.today, plan.day), first, until, plan.positions.length, plan.court] as const),
      ...([name, email, phone, createdAt] as const),
    );
  }
  db.query(
    `INSERT INTO series_request (user_id, court_id, start_time, half_hours, every_weeks, from_date, dates, note,
       created_at) VALUES (?, 1, '10:00', 3, 1, ?, 10, 'Our morning group, if the court is free.', ?)`,
  ).run(input.memberId, addDays(input.today, 9), input.now - DAY);
}

function isOneBlock(positions: readonly number[]): boolean {
  return (positions.at(-1) ?? 0) - (positions[0] ?? 0) === positions.length - 1;
}
