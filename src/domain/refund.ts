/** What a cancellation gives back: the one rule that the server applies and that pages, emails and policies state. */
import type { BookingLine } from './api/booking-answers.ts';
import { formatPkr } from './format-money.ts';
import type { PaymentMethod } from './money-labels.ts';
import { slotIndexOf, startInstantOf } from './slot.ts';

/** Decides what the club keeps. `mistake` is a booking that should never have been made. */
export const CANCELLED_BY = ['customer', 'club', 'medical', 'mistake'] as const;
export type CancelledBy = (typeof CANCELLED_BY)[number];

const HOUR_MS = 60 * 60_000;
/** Cancelling at least this long before the start refunds everything, or half. */
export const FULL_REFUND_HOURS = 24;
export const HALF_REFUND_HOURS = 12;
/** A customer may move a booking online until this long before the start. */
export const RESCHEDULE_NOTICE_HOURS = 24;

export const CANCELLATION_POLICY = policyText(FULL_REFUND_HOURS);

/** The same for a booking, whose plan may give more time. */
export function cancellationPolicy(booking: RefundedPlay): string {
  return policyText(fullRefundHours(booking));
}

function policyText(fullHours: number): string {
  const half = fullHours > HALF_REFUND_HOURS ? ` 50% up to ${HALF_REFUND_HOURS} hours,` : '';
  return `Need to cancel? Full refund up to ${fullHours} hours before,${half} none after that.`;
}

/** The refund rule as a table. */
export const REFUND_ROWS = [
  [`${FULL_REFUND_HOURS} hours or more before the start`, '100%'],
  [`${HALF_REFUND_HOURS} to ${FULL_REFUND_HOURS} hours before the start`, '50%'],
  [`Less than ${HALF_REFUND_HOURS} hours before the start`, 'No refund'],
] as const;

/** What a refund needs to know about a booking; a plan in its lines may give its holder more time to cancel. */
export interface RefundedPlay {
  date: string;
  start_time: string;
  lines?: readonly BookingLine[];
}

/** Cancelling before this time refunds everything. */
export function fullRefundEnd(booking: RefundedPlay): number {
  return startOf(booking) - fullRefundHours(booking) * HOUR_MS;
}

function fullRefundHours({ lines = [] }: RefundedPlay): number {
  const own = lines.flatMap(({ terms }) => (terms?.cancel_hours === undefined ? [] : [terms.cancel_hours]));
  return Math.min(FULL_REFUND_HOURS, ...own);
}

export interface CancellationOutcome {
  /** The part of the price that goes back. */
  percent: 100 | 50 | 0;
  /** PKR of the price that the club keeps; nothing for an unpaid booking. */
  keep: number;
  /** PKR to give back of what was received. */
  giveBack: number;
}

/**
 * What a cancellation keeps and gives back. A customer gets what the published policy says, the club or a mistake
 * refunds everything, a documented emergency half. Nothing is claimed from a customer who has not paid.
 */
export function cancellationOutcome(
  booking: RefundedPlay & { received: number; computed_amount: number },
  cancelledBy: CancelledBy,
  now: number,
): CancellationOutcome {
  const percent = refundPercent(booking, cancelledBy, now);
  const price = booking.computed_amount;
  const keep = Math.min(price - Math.round((price * percent) / 100), Math.max(0, booking.received));
  return { percent, keep, giveBack: booking.received - keep };
}

/** How much of the price, or of the included hours, a cancellation gives back. */
export function refundPercent(booking: RefundedPlay, cancelledBy: CancelledBy, now: number): 100 | 50 | 0 {
  const hoursLeft = (startOf(booking) - now) / HOUR_MS;
  if (cancelledBy === 'club' || cancelledBy === 'mistake' || hoursLeft >= fullRefundHours(booking))
    return 100;
  return cancelledBy === 'medical' || hoursLeft >= HALF_REFUND_HOURS ? 50 : 0;
}

function startOf({ date, start_time }: Pick<RefundedPlay, 'date' | 'start_time'>): number {
  return startInstantOf(date, slotIndexOf(start_time) ?? 0);
}

/**
 * What staff gave away, as owners read it: money, credit, a payment undone, a price lowered close to play or
 * afterwards, a code. Others only inform owners: a refused attempt, a transfer without a receipt, cash missing at a
 * count or before the next opening, a corrected email.
 */
export const GRANT_KINDS = [
  'refund',
  'credit',
  'undo',
  'write_off',
  'code',
  'refused',
  'unproven',
  'missing',
  'taken_out',
  'contact',
] as const;
export type GrantKind = (typeof GRANT_KINDS)[number];

/** The window of the daily limits. It slides, so midnight doesn't double them. */
export const STAFF_LIMIT_HOURS = 24;

/**
 * Why a staff member may not give away `amount` PKR; null when they may. `given` is what this person gave for this
 * booking and in the last day, plus what anyone on the staff gave this customer in the last day; undone gifts count
 * too.
 */
export function staffLimitError(
  amount: number,
  given: { booking: number; staff: number; customer: number },
  limits: { booking: number; day: number },
): string | null {
  if (limits.booking === 0 || limits.day === 0)
    return 'Only an owner may give money back. Ask an owner to do this.';
  if (given.booking + amount > limits.booking) {
    return `Staff may give back up to ${formatPkr(limits.booking)} for a booking. Ask an owner to do this.`;
  }
  if (given.staff + amount > limits.day) {
    return `Staff may give back up to ${formatPkr(limits.day)} in ${STAFF_LIMIT_HOURS} hours, and you have given back ${formatPkr(given.staff)}. Ask an owner to do this.`;
  }
  if (given.customer + amount > limits.day) {
    return `Staff may give one customer back up to ${formatPkr(limits.day)} in ${STAFF_LIMIT_HOURS} hours, and this one got ${formatPkr(given.customer)}. Ask an owner to do this.`;
  }
  return null;
}

export const CARD_REFUND_TIME =
  'A refund takes 3 to 7 business days to a card and 1 to 3 to a mobile wallet.';

const REFUND_TEXTS: Record<PaymentMethod, string> = {
  credit: 'We will add it to your credit.',
  cash: 'You can collect it in cash at the reception.',
  bank_transfer: 'A refund by bank transfer takes 2 to 5 business days.',
  card: CARD_REFUND_TIME,
};

/** How and when a refund reaches the customer, by the booking's payment method. */
export function refundText(paymentMethod: PaymentMethod): string {
  return REFUND_TEXTS[paymentMethod];
}

/** The same for money that came in several ways: each part goes back the way it came. */
export function refundTexts(ways: readonly { method: PaymentMethod; amount: number }[]): string {
  const [only, ...others] = ways;
  if (only && others.length === 0) return refundText(only.method);
  return ways.map(({ method, amount }) => `${formatPkr(amount)}: ${refundText(method)}`).join(' ');
}
