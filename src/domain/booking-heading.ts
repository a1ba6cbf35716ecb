/** The opening of a booking's page and emails: one accurate heading, and the customer's next step. */
import type { SelfService } from './api/booking-answers.ts';
import type { Booking } from './booking.ts';
import { closedForText } from './closed-for.ts';
import { formatPkr } from './format-money.ts';
import { formatPayBy } from './format-payment-deadline.ts';
import { isReleased } from './late-receipt.ts';
import { restSentence } from './payment-instructions.ts';
import { endOfPlay, startOfPlay } from './play-time.ts';
import { receiptCheckTime } from './reply-times.ts';

/** True while the club is checking the customer's receipt; nothing needs to be paid meanwhile. */
export function isUnderReview(booking: Pick<Booking, 'status' | 'receipt_received' | 'pay_by'>): boolean {
  return booking.receipt_received && (booking.status === 'pending' || isReleased(booking));
}

export function bookingTitle(booking: Booking, now: number): string {
  if (isUnderReview(booking)) return 'Payment under review';
  if (isReleased(booking)) return 'Not paid in time';
  if (booking.status === 'cancelled') return 'This booking is cancelled';
  if (endOfPlay(booking) <= now) return 'This booking is over';
  return booking.status === 'pending' ? 'Held for you' : 'Confirmed';
}

export function bookingLead(
  booking: Booking,
  now: number,
  { receipt_rejected, not_full, club_cancelled }: Partial<SelfService> = {},
  /** How the customer hears of it; see `tellYou`. */
  tell = 'email you',
): string {
  const { status, balance, received, payment_method } = booking;
  if (isReleased(booking) && payment_method !== 'card') return releasedLead(booking, now);
  const refund = balance < 0 ? ` We will refund ${formatPkr(-balance)}.` : '';
  if (status === 'cancelled') {
    if (not_full) return `Your match did not fill, so it is cancelled.${refund}`;
    return `${club_cancelled ? clubCancelledText(club_cancelled) : 'Your slot is no longer held.'}${refund}`;
  }
  const by = booking.pay_by ? ` by ${formatPayBy(booking.pay_by, now)}` : '';
  if (receipt_rejected && status === 'pending')
    return `We could not accept your receipt: ${receipt_rejected.replace(/\.$/, '')}. Upload another picture${by}.`;
  if (received > 0 && balance > 0 && !isUnderReview(booking)) {
    return `We received ${formatPkr(received)}. Your booking costs ${formatPkr(booking.charge)}. ${restSentence(booking)}`;
  }
  if (status === 'pending' && balance <= 0)
    return 'Your share is paid. The other players still have to pay theirs.';
  if (status === 'paid' && balance > 0) return `Your court is confirmed. ${restSentence(booking)}`;
  if (status === 'paid') return `Everything is paid.${refund} See you on court.`;
  if (payment_method === 'card') return 'We are waiting for your payment to be confirmed.';
  if (booking.receipt_received) {
    const held = booking.pay_by ? ` Your slot is held until ${formatPayBy(booking.pay_by, now)}.` : '';
    return `We’ll check your receipt ${receiptCheckTime(startOfPlay(booking), now)} and ${tell}.${held}`;
  }
  const amount = formatPkr(balance);
  return payment_method === 'bank_transfer'
    ? `Send ${amount}${by}, then upload the receipt.`
    : `Pay ${amount} at the reception${by || ' before you play'}.`;
}

function clubCancelledText({ reason }: { reason: string }): string {
  return `${reason && `${closedForText({ reason })} `}We’re sorry, but we had to cancel your booking.`;
}

function releasedLead(booking: Booking, now: number): string {
  const payBy = formatPayBy(booking.pay_by ?? '', now);
  return booking.receipt_received
    ? `The slot was released at ${payBy}, before your receipt arrived. We’ll check it ${receiptCheckTime(startOfPlay(booking), now)}: if the slot is still free, you get it back; otherwise you get credit or a refund.`
    : `We did not receive your payment by ${payBy}, so other players can book this slot again. You owe nothing.`;
}
