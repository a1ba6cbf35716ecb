import { formatPayBy } from '../../domain/format-payment-deadline.ts';
import { isReleased } from '../../domain/late-receipt.ts';
import { payerEmail } from '../booking-message.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import {
  chatOwed,
  chatToPay,
  goneReason,
  heldNote,
  type PayerMessage,
  pageButton,
  paySteps,
  playDetails,
  shareAmounts,
  titled,
} from '../payer-message.ts';
import { HELD, RELEASED } from '../sample-data.ts';

const reason = 'The picture shows PKR 1,250 instead of PKR 12,500.';

/** The booking has a new deadline, or had already been released. */
export const receiptRejected = payerEmail<{ reason: string }>({
  kind: 'receipt.rejected',
  label: 'Receipt not accepted',
  on: {
    'receipt.rejected': (event) => ({ key: `r${event.receipt_id}`, details: { reason: event.reason } }),
  },
  withdrawnBy: ['booking.paid', 'booking.cancelled', 'receipt.received'],
  // Anyone who thinks they have paid needs to know, even with emails turned off and after play.
  required: true,
  withdrawIf: ({ payer: { position, booking } }) =>
    position === 1 && booking.status === 'cancelled' && !isReleased(booking)
      ? 'the booking is cancelled'
      : null,
  chat: {
    text: 'We could not accept the receipt for your {{1}}. The reason: {{2}} To pay: {{3}}. Please send us another receipt or call us.',
    examples: ['booking 1042', reason, 'PKR 12,500 by 7 PM'],
    button: 'Send another receipt',
    values: ({ payer, details }) => [chatOwed(payer), details.reason, chatToPay(payer)],
  },
  content: ({ payer, club, details }) => ({
    subject: titled(payer, 'we could not accept your receipt'),
    preview: details.reason,
    badge: { text: 'Receipt not accepted', tone: 'warning' },
    heading: 'We couldn’t accept your receipt',
    sections: [
      greetingSection(payer.name, nextStep(payer)),
      { kind: 'quote', text: details.reason },
      playDetails(payer),
      ...(goneReason(payer) ? [] : paySteps(payer, club)),
      ...(payer.position === 1 ? [] : [shareAmounts(payer)]),
      pageButton(payer),
      questionsNote(club),
    ],
  }),
  samples: {
    held: { booking: HELD, details: { reason } },
    released: { booking: RELEASED, details: { reason } },
    'held place': { payer: { hold_until: Date.parse('2026-11-20T15:40:00+05:00') }, details: { reason } },
    share: { payer: {}, details: { reason } },
    late: { payer: { state: 'left', charge: 0, balance: 0 }, details: { reason } },
  },
});

function nextStep(payer: PayerMessage): string {
  const { position, booking } = payer;
  const isGone = goneReason(payer) !== null;
  if (position > 1)
    return isGone
      ? 'Your place is no longer held. If you have paid, please reply to this email.'
      : `Please pay and upload a new receipt on your payment page.${heldNote(payer)}`;
  if (isGone)
    return 'Your slot is no longer held. If you have paid, please upload another receipt or reply to this email.';
  const payBy = booking.pay_by === null ? '' : ` by ${formatPayBy(booking.pay_by)}`;
  return `Your court is still held for you. Please pay and upload a new receipt${payBy}.`;
}
