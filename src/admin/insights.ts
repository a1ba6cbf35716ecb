import type { Database } from 'bun:sqlite';
import { totalsInRangeSql } from '../db/range-totals.ts';
import type { Insights } from '../domain/api/insight-routes.ts';
import { addDays, daysBetween } from '../domain/business-day.ts';
import type { Calendar } from '../domain/calendar.ts';
import { dayPlanOf, type PlannedSlot } from '../domain/day-plan.ts';
import { BUSINESS_DAY_SLOTS } from '../domain/slot.ts';

/** Longer ranges are shown by month. */
const MAX_DAYS_SHOWN_DAILY = 92;

interface RevenueRow {
  period: string;
  amount: number;
  kept: number;
  bookings: number;
}

/** Revenue and occupancy in a range of business days, both included. */
export class InsightsStore {
  readonly #selectRevenue;
  readonly #selectSlotCounts;
  readonly #countCourts;

  constructor(db: Database) {
    this.#selectRevenue = db.prepare<RevenueRow, [string]>(
      `SELECT substr(totals.period, 2) AS period, sum(totals.amount) AS amount,
         coalesce(sum(totals.amount) FILTER (WHERE totals.status = 'cancelled'), 0) AS kept,
         coalesce(sum(totals.bookings) FILTER (WHERE totals.status = 'paid'), 0) AS bookings
       FROM ${totalsInRangeSql('booking_stats')} GROUP BY totals.period ORDER BY totals.period`,
    );
    this.#selectSlotCounts = db.prepare<{ slot: number; booked: number; closed: number }, [string, string]>(
      `SELECT slot, count(booking_id) AS booked, count(closure_id) AS closed
       FROM court CROSS JOIN claim ON claim.court_id = court.id AND claim.date BETWEEN ? AND ?
       WHERE court.active = 1 GROUP BY slot`,
    );
    this.#countCourts = db.prepare<{ courts: number }, []>(
      'SELECT count(*) AS courts FROM court WHERE active = 1',
    );
  }

  read(from: string, to: string, calendar: Calendar): Insights {
    const days = daysBetween(from, to) + 1;
    const step = days <= MAX_DAYS_SHOWN_DAILY ? 'day' : 'month';
    const periodPrefix = step === 'day' ? 'd' : 'm';
    const lastPeriod = step === 'day' ? to : to.slice(0, 7);
    const firstPeriod = step === 'day' ? from : from.slice(0, 7);
    const rows = this.#selectRevenue.all(
      JSON.stringify([[`${periodPrefix}${firstPeriod}`, `${periodPrefix}${lastPeriod}~`]]),
    );
    const revenueByPeriod = new Map(rows.map((row) => [row.period, row]));
    const revenue = periodsBetween(from, to, step).map(
      (period) => revenueByPeriod.get(period) ?? { period, amount: 0, kept: 0, bookings: 0 },
    );
    const slotCounts = new Map(this.#selectSlotCounts.all(from, to).map((row) => [row.slot, row]));
    const courts = this.#countCourts.get()?.courts ?? 0;
    const openDays = countOpenDays(calendar, from, to);
    const occupancy = BUSINESS_DAY_SLOTS.flatMap((slotIndex) => {
      const { booked = 0, closed = 0 } = slotCounts.get(slotIndex) ?? {};
      const open = courts * (openDays.get(slotIndex) ?? 0) - closed;
      // The club keeps bookings outside hours that it changed later.
      return openDays.has(slotIndex) || booked > 0
        ? [{ hour: slotIndex, booked, open: Math.max(open, booked) }]
        : [];
    });
    return { step, revenue, occupancy };
  }
}

/** The number of days of the range on which each slot is open. */
function countOpenDays(calendar: Calendar, from: string, to: string): Map<number, number> {
  const daysByPlan = new Map<readonly PlannedSlot[], number>();
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const { slots } = dayPlanOf(calendar, date);
    daysByPlan.set(slots, (daysByPlan.get(slots) ?? 0) + 1);
  }
  const openDays = new Map<number, number>();
  for (const [slots, days] of daysByPlan) {
    for (const { slotIndex } of slots) openDays.set(slotIndex, (openDays.get(slotIndex) ?? 0) + days);
  }
  return openDays;
}

function periodsBetween(from: string, to: string, step: Insights['step']): string[] {
  const periods: string[] = [];
  if (step === 'day') {
    for (let date = from; date <= to; date = addDays(date, 1)) periods.push(date);
    return periods;
  }
  const last = to.slice(0, 7);
  // 30 days after the middle of any month lie in the next one.
  for (let middle = `${from.slice(0, 7)}-15`; middle.slice(0, 7) <= last; ) {
    periods.push(middle.slice(0, 7));
    middle = `${addDays(middle, 30).slice(0, 7)}-15`;
  }
  return periods;
}
