import type { Database } from 'bun:sqlite';
import { addDays, weekdayOf } from '../../domain/business-day.ts';
import { startTimeOf } from '../../domain/slot.ts';
import { OPEN_SLOTS, type PlannedBooking } from './plan-bookings.ts';

const DAY = 86_400_000;
const WEEKS_BEFORE = 3;
const SERIES_DATES = 8;
/** Each series: start in the evening, half-hours, and how its dates are paid. */
const SERIES = [
  { day: 1, start: 26, half_hours: 3, payment_rule: 'monthly', payment_method: 'bank_transfer' },
  { day: 3, start: 24, half_hours: 2, payment_rule: 'each_time', payment_method: 'cash' },
] as const;
/** A smaller club has no regulars. */
const MIN_BOOKINGS = 150;

/** A date of the series with this number. */
type SeriesBooking = PlannedBooking & { series: number };

/** How many of `bookings` belong to series. */
export function seriesBookingCount(bookings: number): number {
  return bookings < MIN_BOOKINGS ? 0 : SERIES.length * SERIES_DATES;
}

/** Places the dates of each series around the planned bookings, on the first court and time with room. */
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
    // Skips weeks in which the time is taken, as a customer would, and continues for longer.
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

/** A member asks for a series. */
export function addSeriesRequest(
  db: Database,
  input: { today: string; now: number; memberId: number },
): void {
  db.query(
    `INSERT INTO series_request (user_id, court_id, start_time, half_hours, every_weeks, from_date, dates, note,
       created_at) VALUES (?, 1, '10:00', 3, 1, ?, 10, 'Our morning group, if the court is free.', ?)`,
  ).run(input.memberId, addDays(input.today, 9), input.now - DAY);
}
