import type { UserStore } from '../accounts/user-store.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { SeriesPreview } from '../domain/api/series-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { businessDayOf } from '../domain/business-day.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { shortDate } from '../domain/format-date.ts';
import { formatPkr } from '../domain/format-money.ts';
import { normalizePhone } from '../domain/phone.ts';
import { seriesDates, seriesLabel } from '../domain/series.ts';
import type { SeriesInput } from '../domain/series-input.ts';
import { startInstantOf } from '../domain/slot.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import { collectCredit } from './collect-credit.ts';
import type { SeriesRequestStore } from './request-store.ts';
import { type PlanDeps, type PlannedDate, SeriesPlanner, toSeriesDate } from './series-planner.ts';
import type { SeriesPattern, SeriesStore } from './store.ts';

export interface SeriesDeps extends PlanDeps {
  series: SeriesStore;
  requests: SeriesRequestStore;
  users: UserStore;
  ledger: LedgerStore;
}

/** A series' customer; `user_id` is null without an account. */
type Customer = Pick<Booking, 'user_id' | 'name' | 'email' | 'phone'>;

/** Every date with its price and conflicts; read-only. */
export function previewSeries(deps: SeriesDeps, input: SeriesInput, now: number): SeriesPreview {
  const customer = customerOf(deps, input, now);
  const planned = planDates(deps, input, customer, now);
  return toPreview(planned, customer, deps);
}

/**
 * Books all dates of a series in one transaction, or throws `slot_taken` with the conflicting dates and books none.
 * An input with `series_id` adds its dates to that series.
 */
export function bookSeries(tx: Transaction, deps: SeriesDeps, input: SeriesInput, actor: Actor): number {
  const { series, dates } = deps;
  const customer = customerOf(deps, input, tx.now);
  const planned = planDates(deps, input, customer, tx.now);
  assertBookable(planned, input.amount);
  const pattern: SeriesPattern = {
    court_id: input.court_id,
    weekday: input.weekday,
    start_time: input.start_time,
    half_hours: input.half_hours,
    every_weeks: input.every_weeks,
    payment_rule: input.payment_rule,
    payment_method: input.payment_rule === 'credit' ? 'credit' : input.payment_method,
  };
  const id = input.series_id ?? series.create(tx, pattern, actor);
  if (input.series_id) series.setPattern(tx, id, pattern);
  const monthStarts = new Map<string, number>();
  const booked = planned.flatMap(({ place, slotIndexes, hourly_rate, lines }) => {
    if (!place) return [];
    const { court_id, court_name, date, amount } = place;
    const start = startInstantOf(date, slotIndexes[0] ?? 0);
    const month = date.slice(0, 7);
    const dueBefore = input.payment_rule === 'monthly' ? (monthStarts.get(month) ?? start) : start;
    monthStarts.set(month, dueBefore);
    const { payment_method } = pattern;
    return dates.book(
      tx,
      {
        ...customer,
        series_id: id,
        court_id,
        court_name,
        date,
        slotIndexes,
        hourly_rate,
        payment_method,
        computed_amount: amount,
        lines,
        dueBefore,
      },
      actor,
    );
  });
  recordAuditEntry(tx, actor, 'series_booked', 'series', id, { dates: booked.length });
  // A series that already ends soon when booked needs no reminder of its end.
  const written = series.require(id, businessDayOf(tx.now));
  if (written.ends_soon) series.letEnd(tx, written);
  if (input.request_id) deps.requests.remove(tx, input.request_id);
  collectCredit(tx, deps, booked, actor);
  const { payment_rule } = pattern;
  tx.emit({
    kind: 'series.changed',
    booking_id: booked[0]?.id ?? 0,
    series_id: id,
    change: 'booked',
    label: seriesLabel(pattern),
    payment_rule,
    dates: booked.map((booking) => ({ booking_id: booking.id })),
  });
  return id;
}

function planDates(deps: SeriesDeps, input: SeriesInput, customer: Customer, now: number): PlannedDate[] {
  const dates = seriesDates(input);
  if (input.from < deps.calendar.today()) {
    throw invalidField('from', 'The first date is in the past. Please choose today or a later date.');
  }
  const itemsFor = deps.dates.itemsFor(customer, input.add_ons);
  const planner = new SeriesPlanner(deps, now, input.half_hours, itemsFor);
  const { court_id, start_time } = input;
  return planner.plan(
    dates.map((date) => ({ date, place: { court_id, date, start_time } })),
    input.decisions,
  );
}

/**
 * Throws `slot_taken` while a date has a conflict, and `changed_meanwhile` if the total is not what the admin saw.
 */
export function assertBookable(planned: readonly PlannedDate[], amount: number | undefined): void {
  const blocked = planned.filter(({ place_conflicts }) => place_conflicts.length > 0);
  if (blocked.length > 0) {
    const names = blocked.map(({ place, date }) => shortDate(place?.date ?? date)).join('; ');
    throw new Failure(
      'slot_taken',
      `${blocked.length === 1 ? 'One date is' : `${blocked.length} dates are`} not free: ${names}. Please decide about each and try again. Nothing was booked.`,
      {
        dates: blocked.map(({ date }) => date),
        bookings: blocked.flatMap(({ place_conflicts }) =>
          place_conflicts.flatMap(({ booking_id }) => (booking_id === undefined ? [] : [booking_id])),
        ),
      },
    );
  }
  const placed = planned.filter(({ place }) => place !== null);
  if (placed.length === 0)
    throw invalidField('decisions', 'Every date is skipped, so there is nothing to do.');
  const total = totalOf(planned);
  if (amount !== undefined && amount !== total) {
    throw new Failure(
      'changed_meanwhile',
      `The total is now ${formatPkr(total)}, not ${formatPkr(amount)}. Please check it and try again.`,
      { amount: total },
    );
  }
}

export function toPreview(
  planned: readonly PlannedDate[],
  { name, user_id }: Pick<Booking, 'name' | 'user_id'>,
  { ledger }: Pick<SeriesDeps, 'ledger'>,
): SeriesPreview {
  return {
    dates: planned.map(toSeriesDate),
    total: totalOf(planned),
    customer: name,
    credit: user_id === null ? null : ledger.creditOf(user_id),
  };
}

/** The cost of the dates to be booked; a date that isn't free hasn't been decided yet. */
function totalOf(planned: readonly PlannedDate[]): number {
  return planned
    .filter(({ place_conflicts }) => place_conflicts.length === 0)
    .reduce((sum, { place }) => sum + (place?.amount ?? 0), 0);
}

/** Throws `invalid` unless exactly one of member, guest and series is given, and for credit without a member. */
function customerOf(deps: SeriesDeps, input: SeriesInput, now: number): Customer {
  const { member_id, member_email, guest, series_id } = input;
  const named = [member_id, member_email, guest, series_id].filter((one) => one !== undefined);
  if (named.length === 0) throw invalidField('guest', 'Please name the customer: a member or a guest.');
  if (named.length > 1) throw invalidField('guest', 'Please name either a member or a guest, not both.');
  const customer = guest
    ? { user_id: null, ...guest, phone: normalizePhone(guest.phone) }
    : series_id !== undefined
      ? pickCustomer(deps.series.require(series_id, businessDayOf(now)))
      : memberOf(deps, input);
  if (input.payment_rule === 'credit' && customer.user_id === null) {
    throw invalidField('payment_rule', 'Credit belongs to a member. Please choose another way to pay.');
  }
  return customer;
}

function pickCustomer({ user_id, name, email, phone }: Customer): Customer {
  return { user_id, name, email, phone };
}

function memberOf(deps: SeriesDeps, { member_id = 0, member_email }: SeriesInput): Customer {
  // A stranger may have registered with a customer's address, so only a confirmed one is a member's.
  const id = member_email === undefined ? member_id : deps.users.findConfirmed(member_email);
  const user = id === null ? null : deps.users.find(id);
  if (user) return { user_id: user.id, name: user.name, email: user.email, phone: user.phone ?? '' };
  throw member_email === undefined
    ? invalidField('member_id', 'There is no member with this number.')
    : invalidField(
        'member_email',
        'No member has confirmed this email. Please book for a guest, or correct it.',
      );
}
