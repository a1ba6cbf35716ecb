import { slotIndexOf, startInstantOf } from './slot.ts';

/** The refund under the published policy when the customer cancels. */
export interface Refund {
  percent: 100 | 50 | 0;
  /** PKR. */
  amount: number;
  /** Hours until the start; negative after the start. */
  hours_left: number;
}

/** The refund rule in one sentence, for every page and email that states it. */
export const CANCELLATION_POLICY =
  'Need to cancel? Full refund up to 24 hours before, 50 % up to 12 hours, none after that.';

const HOUR_MS = 60 * 60_000;

/**
 * 100 % at least 24 hours before the start, 50 % at least 12 hours before, then nothing. An admin decides on the
 * policy's exceptions: the club cancels, a system error, a medical emergency.
 */
export function refundOf(
  booking: { date: string; start_time: string; computed_amount: number },
  now: number,
): Refund {
  const slotIndex = slotIndexOf(booking.start_time) ?? 0;
  const hoursLeft = (startInstantOf(booking.date, slotIndex) - now) / HOUR_MS;
  const percent = hoursLeft >= 24 ? 100 : hoursLeft >= 12 ? 50 : 0;
  return { percent, amount: Math.round((booking.computed_amount * percent) / 100), hours_left: hoursLeft };
}

/** Who cancels, and so what the club keeps. `mistake` is a booking that should never have been made. */
export const CANCELLED_BY = ['customer', 'club', 'medical', 'mistake'] as const;
export type CancelledBy = (typeof CANCELLED_BY)[number];

export interface CancellationOutcome {
  /** How much of the price goes back. */
  percent: 100 | 50 | 0;
  /** PKR the club keeps of the price; a booking that nobody paid for keeps nothing. */
  keep: number;
  /** PKR to give back of what came. */
  giveBack: number;
}

/**
 * What cancelling a booking keeps and gives back: the customer by the published policy, the club and a
 * mistake everything, a documented emergency half. Nothing is claimed from a customer who has not paid.
 */
export function cancellationOutcome(
  booking: { received: number; date: string; start_time: string; computed_amount: number },
  cancelledBy: CancelledBy,
  now: number,
): CancellationOutcome {
  const byPolicy = refundOf(booking, now).percent;
  const percent =
    cancelledBy === 'customer' ? byPolicy : cancelledBy === 'medical' ? (byPolicy === 100 ? 100 : 50) : 100;
  const price = booking.computed_amount;
  const keep = Math.min(price - Math.round((price * percent) / 100), Math.max(0, booking.received));
  return { percent, keep, giveBack: booking.received - keep };
}

export const CARD_REFUND_TIME =
  'A refund takes 3 to 7 business days to a card and 1 to 3 to a mobile wallet.';

const REFUND_TEXTS: Record<string, string> = {
  credit: 'We will add it to your credit.',
  cash: 'You can collect it in cash at the reception.',
  bank_transfer: 'A refund by bank transfer takes 2 to 5 business days.',
  card: CARD_REFUND_TIME,
};

/** How and when the customer gets a refund, by the way the booking was to be paid. */
export function refundText(paymentMethod: string): string {
  return REFUND_TEXTS[paymentMethod] ?? REFUND_TEXTS.bank_transfer ?? '';
}
