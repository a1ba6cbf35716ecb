import { formatPkr } from '../../domain/format-money.ts';
import { payerEmail } from '../booking-message.ts';
import { bookAnotherTime, questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import {
  chatOwed,
  type PayerMessage,
  pageButton,
  playDetails,
  refundAccountSections,
  titled,
} from '../payer-message.ts';
import { CANCELLED } from '../sample-data.ts';

/** The money of a late receipt arrived, but the slot is gone or the share is no longer owed; PKR. */
export const receiptRefundDue = payerEmail<{ amount: number }>({
  kind: 'receipt.refund_due',
  label: 'Late payment to refund',
  on: {
    'receipt.refund_due': ({ amount }, { version }) => ({ key: `v${version}`, details: { amount } }),
  },
  required: true,
  chat: {
    text: 'This is about your payment for your {{1}}: {{2}} We’ll refund it in full. Your own page has the details, and asks for your account if we need it.',
    examples: ['booking 1042', lateText({ position: 1 }, 'PKR 12,500')],
    button: 'Open my page',
    values: ({ payer, details }) => [chatOwed(payer), lateText(payer, formatPkr(details.amount))],
  },
  content: ({ payer, booking, club, details }) => {
    const sum = formatPkr(details.amount);
    const isCustomer = payer.position === 1;
    return {
      subject: titled(payer, `we will refund ${sum}`),
      preview: isCustomer
        ? 'Your payment came after the slot was released.'
        : 'Your payment was for a share that no longer needs to be paid.',
      badge: { text: 'To be refunded', tone: 'warning' },
      heading: 'We will refund your payment',
      sections: [
        greetingSection(
          payer.name,
          `${lateText(payer, sum)} We will refund ${sum} in full. A refund by bank transfer takes 2 to 5 business days.`,
        ),
        playDetails(payer),
        ...refundAccountSections(payer),
        ...(isCustomer ? [bookAnotherTime(booking, club), pageButton(payer)] : []),
        questionsNote(club),
      ],
    };
  },
  samples: {
    due: { booking: { ...CANCELLED, balance: -12_500 }, details: { amount: 12_500 } },
    player: {
      booking: { status: 'cancelled' },
      payer: {
        charge: 0,
        received: 2500,
        balance: -2500,
        paid_ways: [{ method: 'bank_transfer', amount: 2500 }],
      },
      details: { amount: 2500 },
    },
  },
});

function lateText({ position }: Pick<PayerMessage, 'position'>, sum: string): string {
  return position === 1
    ? `We received your ${sum} after the slot was released, and we can’t give you the slot back.`
    : `We received your ${sum}, but your share no longer needs to be paid.`;
}
