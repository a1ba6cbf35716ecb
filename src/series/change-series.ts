import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Series, SeriesPreview } from '../domain/api/series-routes.ts';
import type { Booking } from '../domain/booking.ts';
import { addDays, businessDayOf, WEEKDAYS } from '../domain/business-day.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import { startOfPlay } from '../domain/play-time.ts';
import { cancellationOutcome } from '../domain/refund.ts';
import { seriesLabel } from '../domain/series.ts';
import type { SeriesCancellation, SeriesChange, SeriesPayment } from '../domain/series-input.ts';
import { startTimeOf } from '../domain/slot.ts';
import { assertBookable, type SeriesDeps, toPreview } from './book-series.ts';
import { type PlannedDate, SeriesPlanner } from './series-planner.ts';

/** Every upcoming date at its new place, with its conflicts; read-only. */
export function previewChange(deps: SeriesDeps, id: number, input: SeriesChange, now: number): SeriesPreview {
  const series = deps.series.require(id, businessDayOf(now));
  return toPreview(planChange(deps, series, input, now), series, deps);
}

/** Moves all upcoming dates to another weekday, time, length or court in one transaction, or none. */
export function changeSeries(
  tx: Transaction,
  deps: SeriesDeps,
  id: number,
  input: SeriesChange,
  actor: Actor,
): void {
  const { series: store, dates: seriesBookings } = deps;
  const series = store.require(id, businessDayOf(tx.now), input.version);
  const planned = planChange(deps, series, input, tx.now);
  assertBookable(planned, input.amount);
  const before = new Map(seriesBookings.list(id).map((booking) => [booking.id, booking]));
  const moved = planned.flatMap(({ booking_id, place, slotIndexes }) => {
    const booking = before.get(booking_id ?? 0);
    const slots = slotIndexes.map(startTimeOf);
    if (!booking || !place || isAt(booking, { ...place, slots })) return [];
    const { court_id, date, amount } = place;
    seriesBookings.move(tx, booking.id, { court_id, date, slots, amount, version: booking.version }, actor);
    return booking;
  });
  if (moved.length === 0) throw new Failure('wrong_state', 'All dates are already at this place.');
  const { court_id, weekday, start_time, half_hours } = input;
  const pattern = { ...series, court_id, weekday, start_time, half_hours };
  store.setPattern(tx, id, pattern);
  recordAuditEntry(tx, actor, 'series_moved', 'series', id, { dates: moved.length });
  tx.emit({
    kind: 'series.changed',
    booking_id: moved[0]?.id ?? 0,
    series_id: id,
    change: 'moved',
    label: seriesLabel(pattern),
    payment_rule: series.payment_rule,
    dates: moved.map(({ id: booking_id, court_name, date, slots }) => ({
      booking_id,
      from: { court_name, date, slots },
    })),
  });
}

/** Cancels the dates of a span under the usual rules; one email covers all of them. */
export function cancelDates(
  tx: Transaction,
  deps: SeriesDeps,
  id: number,
  input: SeriesCancellation,
  actor: Actor,
): Booking[] {
  const { series: store, dates: seriesBookings } = deps;
  const today = businessDayOf(tx.now);
  const series = store.require(id, today);
  const { cancelled_by, refund_to } = input;
  const { from = today, until = '9999-12-31' } = input;
  if (until < from) throw invalidField('until', 'The last date is before the first one.');
  const coming = comingDates(seriesBookings.list(id), tx.now);
  const dates = coming.filter(({ date }) => date >= from && date <= until);
  if (dates.length === 0)
    throw new Failure('wrong_state', 'This weekly booking has no upcoming dates in this time.');
  const giveBack = dates.reduce(
    (sum, booking) => sum + cancellationOutcome(booking, cancelled_by, tx.now).giveBack,
    0,
  );
  if (input.amount_back !== undefined && input.amount_back !== giveBack) {
    throw new Failure(
      'changed_meanwhile',
      `The refund is now ${formatPkr(giveBack)}, not ${formatPkr(input.amount_back)}. Please check it and try again.`,
      { amount: giveBack },
    );
  }
  const cancelled = dates.map((booking) => {
    const toCredit = refund_to === 'credit' && booking.user_id !== null;
    const decision = {
      cancelled_by,
      refund_to: toCredit ? 'credit' : 'money',
      version: booking.version,
    } as const;
    return seriesBookings.cancel(tx, booking.id, decision, actor);
  });
  store.touch(tx, id);
  const first = dates[0]?.date ?? from;
  const last = dates.at(-1)?.date ?? until;
  recordAuditEntry(tx, actor, 'series_cancelled', 'series', id, {
    dates: cancelled.length,
    from: first,
    until: last,
    cancelled_by,
  });
  // The series continues after a pause.
  const isPaused = dates.length > 1 && coming.some(({ date }) => date > last);
  tx.emit({
    kind: 'series.changed',
    booking_id: cancelled[0]?.id ?? 0,
    series_id: id,
    change: isPaused ? 'paused' : 'cancelled',
    cancelled_by,
    label: seriesLabel(series),
    payment_rule: series.payment_rule,
    dates: cancelled.map(({ id: booking_id, charge }, index) => ({
      booking_id,
      kept: charge,
      paid: dates[index]?.received ?? 0,
    })),
    ...(refund_to === 'credit' && series.user_id !== null ? { refund_to } : {}),
  });
  return cancelled;
}

/** Records several dates as paid at once, such as a month's. */
export function payDates(
  tx: Transaction,
  deps: SeriesDeps,
  id: number,
  input: SeriesPayment,
  actor: Actor,
): Booking[] {
  deps.series.require(id, businessDayOf(tx.now));
  const byId = new Map(deps.dates.list(id).map((booking) => [booking.id, booking]));
  const dates = [...new Set(input.booking_ids)].map((bookingId) => {
    const booking = byId.get(bookingId);
    if (!booking || booking.status === 'cancelled') {
      throw invalidField('booking_ids', `Booking ${bookingId} is not a date of this weekly booking.`);
    }
    return booking;
  });
  const total = dates.reduce((sum, { balance }) => sum + Math.max(0, balance), 0);
  if (total === 0) throw new Failure('wrong_state', 'These dates are already paid.');
  if (input.amount !== undefined && input.amount !== total) {
    throw new Failure(
      'changed_meanwhile',
      `These dates now cost ${formatPkr(total)}, not ${formatPkr(input.amount)}. Please check it and try again.`,
      { amount: total },
    );
  }
  return dates.map((booking) => deps.dates.pay(tx, booking, input.method, actor));
}

/** Dates that have not begun and are not cancelled. */
function comingDates(bookings: readonly Booking[], now: number): Booking[] {
  return bookings.filter((booking) => booking.status !== 'cancelled' && startOfPlay(booking) > now);
}

function planChange(deps: SeriesDeps, series: Series, input: SeriesChange, now: number): PlannedDate[] {
  const dates = comingDates(deps.dates.list(series.id), now).filter(({ date }) => date >= input.from);
  if (dates.length === 0)
    throw new Failure('wrong_state', 'This weekly booking has no upcoming dates in this time.');
  const days = WEEKDAYS.indexOf(input.weekday) - WEEKDAYS.indexOf(series.weekday);
  const { court_id, start_time, half_hours } = input;
  const planner = new SeriesPlanner(deps, now, half_hours);
  const wanted = dates.map((booking) => ({
    date: booking.date,
    booking,
    place: { court_id, start_time, date: addDays(booking.date, days) },
  }));
  return planner.plan(wanted, input.decisions);
}

function isAt(
  booking: Booking,
  place: { court_id: number; date: string; slots: readonly string[] },
): boolean {
  const { court_id, date, slots } = place;
  return booking.court_id === court_id && booking.date === date && booking.slots.join() === slots.join();
}
