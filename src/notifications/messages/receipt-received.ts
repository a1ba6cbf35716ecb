import type { Booking } from '../../domain/booking.ts';
import { formatPkr } from '../../domain/format-money.ts';
import { formatPayBy } from '../../domain/format-payment-deadline.ts';
import { isReleased } from '../../domain/late-receipt.ts';
import { startOfPlay } from '../../domain/play-time.ts';
import { receiptCheckTime } from '../../domain/reply-times.ts';
import { bookingEmail, clubEmail } from '../booking-message.ts';
import {
  bookingButton,
  bookingDetails,
  customerDetails,
  dashboardButton,
  ownPrice,
  statusBadge,
} from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { greetingSection } from '../email-content.ts';
import { HELD, RELEASED } from '../sample-data.ts';

const HOUR_MS = 60 * 60_000;
const RECEIVED = {
  on: {
    'receipt.received': (_: object, { payment_receipt }: Booking, now: number) => ({
      key: payment_receipt ?? String(now),
    }),
  },
  intervalMs: HOUR_MS,
  withdrawnBy: ['booking.paid', 'booking.cancelled', 'receipt.rejected'] as const,
};

/** For a released booking, the receipt comes after its deadline. */
export const receiptReceived = bookingEmail({
  ...RECEIVED,
  kind: 'receipt.received',
  label: 'Receipt received',
  suits: (booking) => booking.status !== 'cancelled' || isReleased(booking),
  calendar: false,
  chat: {
    text: 'Thank you, we have the receipt for your booking {{1}}: {{2}}, {{3}}. We’ll check it and write to you as soon as your payment is confirmed.',
    examples: ['1042', ...PLAY_EXAMPLES],
    button: 'Open my booking',
    atOnce: true,
    values: ({ booking }) => [`${booking.id}`, ...chatPlay(booking)],
  },
  content: ({ booking, now }) => {
    const checkTime = receiptCheckTime(startOfPlay(booking), now);
    const isLate = isReleased(booking);
    // The booking had an earlier receipt, so this one has not stopped the deadline. With several payers, each has
    // their own.
    const held =
      booking.status === 'pending' && booking.pay_by && !booking.is_shared
        ? ` Your slot is held until ${formatPayBy(booking.pay_by)}. If we confirm your receipt after that, you get the slot back if it’s still free; otherwise you get credit or a refund.`
        : '';
    return {
      subject: `Receipt for booking ${booking.id} received${isLate ? ' after the deadline' : ''}`,
      preview: `We will check it ${isLate ? 'and get back to you ' : ''}${checkTime}.`,
      badge: { text: 'Being checked', tone: 'warning' },
      heading: 'We have your receipt',
      sections: [
        greetingSection(
          booking.name,
          isLate
            ? `Thank you. The slot was released before your receipt arrived. We will check it ${checkTime}: if the slot is still free, you get it back; otherwise we’ll give you credit or a refund.`
            : `Thank you. We will check your receipt ${checkTime} and email you when your payment is confirmed.${held}`,
        ),
        bookingDetails(booking),
        ...(isLate ? [] : [ownPrice(booking)]),
        bookingButton(booking),
      ],
    };
  },
  samples: { 'in-time': {}, again: { booking: HELD }, late: { booking: RELEASED } },
});

export const clubReceipt = clubEmail({
  ...RECEIVED,
  kind: 'club.receipt',
  label: 'To the club: new receipt',
  withdrawIf: ({ booking }) => {
    if (!booking.receipt_received) return 'the receipt has been decided';
    return booking.status === 'pending' || isReleased(booking) ? null : `the booking is ${booking.status}`;
  },
  content: ({ booking, club, now }) => {
    // A released booking owes nothing, so its receipt is for the price.
    const amount = formatPkr(booking.balance > 0 ? booking.balance : booking.computed_amount);
    const late = isReleased(booking)
      ? ' The receipt came after the deadline and the slot was released; you’ll find it in the dashboard under To do, Late receipts.'
      : '';
    return {
      subject: `Receipt for booking ${booking.id}: ${amount}`,
      preview: `${booking.name} uploaded a receipt. Please compare it with the bank account.`,
      badge: statusBadge(booking),
      heading: 'Please check a receipt',
      sections: [
        {
          kind: 'paragraph',
          text: `Please check that ${amount} with the reference “booking ${booking.id}” has arrived in the bank account. The customer expects an answer ${receiptCheckTime(startOfPlay(booking), now)}.${late}`,
        },
        bookingDetails(booking),
        customerDetails(booking),
        dashboardButton(club),
      ],
    };
  },
  samples: {
    'in-time': { booking: { receipt_received: true } },
    late: { booking: { ...RELEASED, receipt_received: true } },
  },
});
