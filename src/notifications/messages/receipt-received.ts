import { formatPkr } from '../../domain/format-money.ts';
import { formatPayBy } from '../../domain/format-payment-deadline.ts';
import { isReleased } from '../../domain/late-receipt.ts';
import { transferReference } from '../../domain/payment-instructions.ts';
import { startOfPlay } from '../../domain/play-time.ts';
import { receiptCheckTime } from '../../domain/reply-times.ts';
import { clubEmail, payerEmail } from '../booking-message.ts';
import { bookingDetails, customerDetails, dashboardButton, statusBadge } from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { greetingSection } from '../email-content.ts';
import { chatOwed, ownMoney, pageButton, playDetails, titled } from '../payer-message.ts';
import { HELD, RELEASED } from '../sample-data.ts';

const HOUR_MS = 60 * 60_000;
const RECEIVED = {
  on: {
    'receipt.received': ({ receipt_id }: { receipt_id: number }) => ({ key: `r${receipt_id}` }),
  },
  intervalMs: HOUR_MS,
  withdrawnBy: ['booking.paid', 'booking.cancelled', 'receipt.rejected'] as const,
};

/** To whoever sent it, for a booking or a share. For a released booking, the receipt comes after its deadline. */
export const receiptReceived = payerEmail({
  ...RECEIVED,
  kind: 'receipt.received',
  label: 'Receipt received',
  suits: (booking) => booking.status !== 'cancelled' || isReleased(booking),
  calendar: false,
  chat: {
    text: 'Thank you, we have the receipt for your {{1}}: {{2}}, {{3}}. We’ll check it and write to you as soon as your payment is confirmed.',
    examples: ['booking 1042', ...PLAY_EXAMPLES],
    button: 'Open my page',
    atOnce: true,
    values: ({ booking, payer }) => [chatOwed(payer), ...chatPlay(booking)],
  },
  withdrawIf: ({ payer: { position, receipt_waits } }) =>
    position > 1 && receipt_waits === 0 ? 'the receipt has been decided' : null,
  content: ({ payer, booking, now }) => {
    const checkTime = receiptCheckTime(startOfPlay(booking), now);
    const isLate = isReleased(booking);
    // The booking had an earlier receipt, so this one has not stopped the deadline. With several payers, each has
    // their own.
    const held =
      booking.status === 'pending' && booking.pay_by && !booking.is_shared
        ? ` Your slot is held until ${formatPayBy(booking.pay_by)}. If we confirm your receipt after that, you get the slot back if it’s still free; otherwise you get credit or a refund.`
        : '';
    return {
      subject:
        payer.position > 1
          ? titled(payer, 'receipt received')
          : `Receipt for booking ${booking.id} received${isLate ? ' after the deadline' : ''}`,
      preview: `We will check it ${isLate ? 'and get back to you ' : ''}${checkTime}.`,
      badge: { text: 'Being checked', tone: 'warning' },
      heading: 'We have your receipt',
      sections: [
        greetingSection(
          payer.name,
          isLate
            ? `Thank you. The slot was released before your receipt arrived. We will check it ${checkTime}: if the slot is still free, you get it back; otherwise we’ll give you credit or a refund.`
            : `Thank you. We will check your receipt ${checkTime} and email you when your payment is confirmed.${held}`,
        ),
        playDetails(payer),
        ...(isLate ? [] : [ownMoney(payer)]),
        pageButton(payer),
      ],
    };
  },
  samples: {
    'in-time': {},
    again: { booking: HELD },
    late: { booking: RELEASED },
    share: { payer: { receipt_waits: 1 } },
  },
});

export const clubReceipt = clubEmail({
  ...RECEIVED,
  kind: 'club.receipt',
  label: 'To the club: new receipt',
  withdrawIf: ({ payer, booking }) => {
    const waits = payer.position > 1 ? payer.receipt_waits === 1 : booking.receipt_received;
    if (!waits) return 'the receipt has been decided';
    return booking.status === 'pending' || isReleased(booking) ? null : `the booking is ${booking.status}`;
  },
  content: ({ payer, booking, club, now }) => {
    // A released booking owes nothing, so its receipt is for the price.
    const amount = formatPkr(payer.balance > 0 ? payer.balance : booking.computed_amount);
    const isShare = payer.position > 1;
    const reference = transferReference(booking.id, isShare ? payer.id : undefined);
    const late = isReleased(booking)
      ? ' The receipt came after the deadline and the slot was released; you’ll find it in the dashboard under To do, Late receipts.'
      : '';
    return {
      subject: `Receipt for ${isShare ? 'a share of ' : ''}booking ${booking.id}: ${amount}`,
      preview: `${payer.name} uploaded a receipt. Please compare it with the bank account.`,
      badge: statusBadge(booking),
      heading: 'Please check a receipt',
      sections: [
        {
          kind: 'paragraph',
          text: `Please check that ${amount} with the reference “${reference}” has arrived in the bank account. ${isShare ? 'The player' : 'The customer'} expects an answer ${receiptCheckTime(startOfPlay(booking), now)}.${late}`,
        },
        bookingDetails(booking),
        isShare
          ? {
              kind: 'details',
              rows: [
                ['Player', payer.name],
                ['Email', payer.email],
              ],
            }
          : customerDetails(booking),
        dashboardButton(club),
      ],
    };
  },
  samples: {
    'in-time': { booking: { receipt_received: true } },
    late: { booking: { ...RELEASED, receipt_received: true } },
    share: { payer: { receipt_waits: 1 } },
  },
});
