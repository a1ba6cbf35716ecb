import { businessDayOf, CLUB_OFFSET_MINUTES, daysBetween } from './business-day.ts';
import type { PaymentMethod } from './money-labels.ts';
import { startOfPlay } from './play-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** What ends at night, after 11 PM and before 9 AM, … */
const NIGHT = { from: 23 * HOUR_MS, to: 9 * HOUR_MS };
/** … is extended to the morning; a payment's deadline if that is still this long before play. */
const MORNING_BEFORE_PLAY_HOURS = 2;
/** By how much at most. */
export const NIGHT_MS = DAY_MS - NIGHT.from + NIGHT.to;

/** This close to play nobody else buys the court, and the players may already be at the reception. */
export const NO_RESALE_MS = 30 * MINUTE_MS;

/** Later than this, what was due was missed: the club's machine was off. */
const MISSED_AFTER_MS = 5 * MINUTE_MS;

/**
 * Whether what was to happen at `due` comes so late that play has begun in the meantime. The players may be on court, so
 * nothing is taken from them: what they owe stays owed.
 */
export function isMissed(
  play: { date: string; slots: readonly string[] },
  due: number,
  now: number,
): boolean {
  return startOfPlay(play) <= now && now - due > MISSED_AFTER_MS;
}

/** How long unpaid bookings hold their slots, as set by the owner. */
export interface PayByRules {
  /** A bank transfer must arrive within this time, … */
  transfer_hours: number;
  /** … but at the latest this long before play, … */
  transfer_before_play_hours: number;
  /** … and no customer gets less than this, unless play starts sooner. */
  transfer_least_minutes: number;
  /** Cash is due this long before play; null when players pay on arrival. */
  cash_deadline_hours_before_play: number | null;
  /** How long slots wait for a card payment. */
  card_hold_minutes: number;
}

/** The owner's rules for unpaid bookings. */
export interface BookingRules extends PayByRules {
  /** How far ahead guests may book with cash; null for as far as members. */
  cash_days_ahead_guests: number | null;
  /** How long after the release a receipt is still accepted. */
  late_receipt_days: number;
  /** After this many no-shows a customer can't book with cash; 0 for no limit. */
  no_show_limit: number;
}

/**
 * How long a booking made, or asked for again, at `now` holds its slots unpaid; null without a deadline. It is a full
 * minute, because customers read minutes, and never after the `start` of play. Only a card payment may end after the
 * start, because its customer is paying right now. A date of a series is due before its play, whenever it was booked;
 * since an admin books it, it stays owed even when only the last half hour is left. A deadline at night moves to the
 * morning.
 */
export function payByOf(
  method: PaymentMethod,
  rules: PayByRules,
  now: number,
  start: number,
  inSeries = false,
): number | null {
  if (method === 'card') return fullMinute(now + rules.card_hold_minutes * MINUTE_MS);
  const latest = inSeries ? latestInSeries(method, rules, start) : latestPayBy(method, rules, now, start);
  if (latest === null || start <= now) return null;
  const least = now + rules.transfer_least_minutes * MINUTE_MS;
  const beforePlay = Math.max(MORNING_BEFORE_PLAY_HOURS, hoursBeforePlay(method, rules));
  const payBy = afterNight(
    Math.min(start, fullMinute(Math.max(least, latest))),
    start - beforePlay * HOUR_MS,
  );
  return inSeries && payBy >= start - NO_RESALE_MS ? null : payBy;
}

/** The next morning, if `instant` is at night and the morning is no later than `latest`. */
export function afterNight(instant: number, latest: number): number {
  const timeOfDay = (instant + CLUB_OFFSET_MINUTES * MINUTE_MS) % DAY_MS;
  if (timeOfDay >= NIGHT.to && timeOfDay <= NIGHT.from) return instant;
  const morning = instant - timeOfDay + NIGHT.to + (timeOfDay > NIGHT.from ? DAY_MS : 0);
  return morning <= latest ? morning : instant;
}

/** How long before play the owner wants the money at the latest. */
function hoursBeforePlay(method: string, rules: PayByRules): number {
  return (method === 'cash' && rules.cash_deadline_hours_before_play) || rules.transfer_before_play_hours;
}

function latestPayBy(method: string, rules: PayByRules, now: number, start: number): number | null {
  // Credit pays at once; what is owed after a move is due like a transfer.
  if (method === 'bank_transfer' || method === 'credit') {
    return Math.min(now + rules.transfer_hours * HOUR_MS, start - rules.transfer_before_play_hours * HOUR_MS);
  }
  const cashHours = rules.cash_deadline_hours_before_play;
  return method === 'cash' && cashHours !== null ? start - cashHours * HOUR_MS : null;
}

/** Credit still missing two days before play is due like a transfer. */
function latestInSeries(method: string, rules: PayByRules, start: number): number | null {
  if (method === 'cash') return latestPayBy(method, rules, start, start);
  return start - rules.transfer_before_play_hours * HOUR_MS;
}

/**
 * The deadline after moving to another `start`. A transfer keeps its remaining time, because moving is not paying;
 * cash, and dates of a series, are due by the new play.
 */
export function payByAfterMove(
  booking: { payment_method: PaymentMethod; pay_by: number | null; series_id?: number | null },
  rules: PayByRules,
  now: number,
  start: number,
): number | null {
  const { payment_method, pay_by } = booking;
  const inSeries = Boolean(booking.series_id);
  if (pay_by === null || payment_method === 'card') return pay_by;
  const payBy = payByOf(payment_method, rules, now, start, inSeries);
  return payment_method === 'cash' || inSeries || payBy === null ? payBy : Math.min(pay_by, payBy);
}

/**
 * When to remind the customer of `payBy`: at half-time, but at most a day before. Card payments have no reminder,
 * because the site only writes to the customer once paid.
 */
export function reminderAt(method: PaymentMethod, now: number, payBy: number | null): number | null {
  if (payBy === null || method === 'card') return null;
  return Math.max(now + Math.floor((payBy - now) / 2), payBy - DAY_MS);
}

/** Players who have not paid get a last reminder this long before play. */
const LAST_REMINDER_MS = 3 * HOUR_MS;

/** When to remind a player next: at half-time, then three hours before play. */
export function payerReminderAt(
  booking: { pay_by: string | null; date: string; slots: readonly string[] },
  now: number,
  halfTime = true,
): number | null {
  const payBy = booking.pay_by === null || !halfTime ? null : Date.parse(booking.pay_by);
  const half = payBy === null ? [] : [now + Math.floor((payBy - now) / 2)];
  const next = [...half, startOfPlay(booking) - LAST_REMINDER_MS].filter((at) => at > now);
  return next.length > 0 ? Math.min(...next) : null;
}

/** Why a guest can't book `date` with cash; null when they can. Members have accounts and always can. */
export function guestCashError(
  date: string,
  rules: Pick<BookingRules, 'cash_days_ahead_guests'>,
  now: number,
): string | null {
  const days = rules.cash_days_ahead_guests;
  if (days === null || daysBetween(businessDayOf(now), date) <= days) return null;
  const limit = days === 0 ? 'for today' : days === 1 ? 'for today or tomorrow' : `up to ${days} days ahead`;
  return `Without a confirmed account you can only pay cash when booking ${limit}. Please choose another way to pay, or log in.`;
}

function fullMinute(instant: number): number {
  return Math.ceil(instant / MINUTE_MS) * MINUTE_MS;
}
