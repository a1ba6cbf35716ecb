import type { Database } from 'bun:sqlite';
import { SUM_REFUNDS_DUE } from '../bookings/balance-list.ts';
import type { Insights, InsightTotals } from '../domain/api/insight-routes.ts';
import {
  addDays,
  clubInstant,
  daysBetween,
  WEEKDAYS,
  type Weekday,
  weekdayOf,
} from '../domain/business-day.ts';
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

/** The slots of one weekday at one half-hour. */
interface SlotCount {
  weekday: Weekday;
  slot: number;
  booked: number;
  open: number;
}

type MoneyAndStates = Pick<InsightTotals, 'revenue' | 'to_give_back' | 'paid' | 'pending' | 'cancelled'>;
type Customers = Pick<InsightTotals, 'no_shows' | 'customers' | 'repeat_customers'>;

/** Revenue, customers and court use over a range of business days, both inclusive. */
export class InsightsStore {
  readonly #selectRevenue;
  readonly #selectStates;
  readonly #selectCustomers;
  readonly #countMembers;
  readonly #selectSlotCounts;
  readonly #countCourts;

  constructor(db: Database) {
    const inRange = 'FROM booking INDEXED BY booking_day WHERE date BETWEEN ?1 AND ?2';
    this.#selectRevenue = db.prepare<RevenueRow, [from: string, to: string, characters: number]>(
      `SELECT substr(date, 1, ?3) AS period, sum(received) AS amount,
         coalesce(sum(max(0, min(received, charge))) FILTER (WHERE state IN ('cancelled', 'released')), 0) AS kept,
         count(*) FILTER (WHERE state = 'paid') AS bookings
       ${inRange} GROUP BY period ORDER BY period`,
    );
    this.#selectStates = db.prepare<MoneyAndStates, [string, string]>(
      `SELECT coalesce(sum(received), 0) AS revenue, (${SUM_REFUNDS_DUE}) AS to_give_back, count(*) FILTER (WHERE state = 'paid') AS paid,
         count(*) FILTER (WHERE state = 'pending') AS pending,
         count(*) FILTER (WHERE state IN ('cancelled', 'released')) AS cancelled ${inRange}`,
    );
    this.#selectCustomers = db.prepare<Customers, [string, string]>(
      `SELECT coalesce(sum(no_shows), 0) AS no_shows, count(person) AS customers,
         count(person) FILTER (WHERE bookings > 1) AS repeat_customers
       FROM (SELECT coalesce(nullif(phone, ''), nullif(email, '')) AS person, count(*) AS bookings,
           count(*) FILTER (WHERE attendance = 'no_show') AS no_shows
         FROM booking INDEXED BY booking_day CROSS JOIN payer ON payer.booking_id = booking.id AND position = 1
         WHERE date BETWEEN ? AND ? AND booking.state IN ('pending', 'paid') GROUP BY person)`,
    );
    this.#countMembers = db.prepare<{ members: number }, [number, number]>(
      'SELECT count(*) AS members FROM user WHERE role IS NULL AND created_at >= ? AND created_at < ?',
    );
    this.#selectSlotCounts = db.prepare<
      { weekday: number; slot: number; booked: number; closed: number },
      [string, string]
    >(
      `SELECT (strftime('%w', claim.date) + 6) % 7 AS weekday, slot,
         count(booking_id) + count(session_id) AS booked, count(closure_id) AS closed
       FROM court CROSS JOIN claim ON claim.court_id = court.id AND claim.date BETWEEN ? AND ?
       WHERE court.active = 1 GROUP BY weekday, slot`,
    );
    this.#countCourts = db.prepare<{ courts: number }, []>(
      'SELECT count(*) AS courts FROM court WHERE active = 1',
    );
  }

  read(from: string, to: string, calendar: Calendar): Insights {
    const days = daysBetween(from, to) + 1;
    const step = days <= MAX_DAYS_SHOWN_DAILY ? 'day' : 'month';
    const rows = this.#selectRevenue.all(
      step === 'day' ? from : `${from.slice(0, 7)}-01`,
      step === 'day' ? to : `${to.slice(0, 7)}-31`,
      step === 'day' ? 10 : 7,
    );
    const revenueByPeriod = new Map(rows.map((row) => [row.period, row]));
    const revenue = periodsBetween(from, to, step).map(
      (period) => revenueByPeriod.get(period) ?? { period, amount: 0, kept: 0, bookings: 0 },
    );
    const slots = this.#slotCounts(from, to, calendar);
    const [firstBefore, lastBefore] = [addDays(from, -days), addDays(from, -1)];
    return {
      totals: this.#totals(from, to, slots),
      before: this.#totals(firstBefore, lastBefore, this.#slotCounts(firstBefore, lastBefore, calendar)),
      step,
      revenue,
      occupancy: byHour(slots),
    };
  }

  #totals(from: string, to: string, slots: readonly SlotCount[]): InsightTotals {
    const states = this.#selectStates.get(from, to);
    const customers = this.#selectCustomers.get(from, to);
    if (!states || !customers) throw new Error('an aggregate always has a row');
    const until = clubInstant(addDays(to, 1), 0);
    return {
      from,
      to,
      ...states,
      ...customers,
      new_members: this.#countMembers.get(clubInstant(from, 0), until)?.members ?? 0,
      booked: slots.reduce((sum, { booked }) => sum + booked, 0),
      open: slots.reduce((sum, { open }) => sum + open, 0),
    };
  }

  #slotCounts(from: string, to: string, calendar: Calendar): SlotCount[] {
    const courts = this.#countCourts.get()?.courts ?? 0;
    const openDays = countOpenDays(calendar, from, to);
    const taken = new Map(
      this.#selectSlotCounts.all(from, to).map((row) => [`${WEEKDAYS[row.weekday]} ${row.slot}`, row]),
    );
    return WEEKDAYS.flatMap((weekday) =>
      BUSINESS_DAY_SLOTS.flatMap((slot) => {
        const { booked = 0, closed = 0 } = taken.get(`${weekday} ${slot}`) ?? {};
        const days = openDays.get(`${weekday} ${slot}`) ?? 0;
        // Bookings outside hours that changed later are kept.
        const open = Math.max(courts * days - closed, booked);
        return days > 0 || booked > 0 ? [{ weekday, slot, booked, open }] : [];
      }),
    );
  }
}

/** Two slots make one hour. */
function byHour(slots: readonly SlotCount[]): Insights['occupancy'] {
  const hours = new Map<string, Insights['occupancy'][number]>();
  for (const { weekday, slot, booked, open } of slots) {
    const hour = Math.floor(slot / 2);
    const sum = hours.get(`${weekday} ${hour}`) ?? { weekday, hour, booked: 0, open: 0 };
    hours.set(`${weekday} ${hour}`, { ...sum, booked: sum.booked + booked, open: sum.open + open });
  }
  return [...hours.values()];
}

/** On how many days of the range each slot of a weekday is open. */
function countOpenDays(calendar: Calendar, from: string, to: string): Map<string, number> {
  const daysByPlan = new Map<Weekday, Map<readonly PlannedSlot[], number>>();
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const weekday = weekdayOf(date);
    const { slots } = dayPlanOf(calendar, date);
    const plans = daysByPlan.get(weekday) ?? new Map<readonly PlannedSlot[], number>();
    daysByPlan.set(weekday, plans.set(slots, (plans.get(slots) ?? 0) + 1));
  }
  const openDays = new Map<string, number>();
  for (const [weekday, plans] of daysByPlan) {
    for (const [slots, days] of plans) {
      for (const { slotIndex } of slots) {
        const key = `${weekday} ${slotIndex}`;
        openDays.set(key, (openDays.get(key) ?? 0) + days);
      }
    }
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
  // 30 days after the middle of any month is in the next one.
  for (let middle = `${from.slice(0, 7)}-15`; middle.slice(0, 7) <= last; ) {
    periods.push(middle.slice(0, 7));
    middle = `${addDays(middle, 30).slice(0, 7)}-15`;
  }
  return periods;
}
