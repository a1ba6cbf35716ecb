import { formatPkr } from '../../domain/format-money.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { payerEmail, playDetails, refundAccountSections } from '../payer-message.ts';

/** The money of a receipt came for a share that is owed no more; PKR. */
export const payerRefundDue = payerEmail<{ amount: number }>({
  kind: 'payer.refund_due',
  label: 'Player: late payment to refund',
  on: { 'receipt.refund_due': ({ amount }) => ({ key: Bun.randomUUIDv7(), details: { amount } }) },
  byClub: true,
  withdrawIf: () => null,
  content: (payer, club, { amount }) => ({
    subject: `We will refund ${formatPkr(amount)}: ${formatPlayDate(payer.booking)}`,
    preview: 'Your payment came for a share that is no longer to be paid.',
    badge: { text: 'To be refunded', tone: 'warning' },
    heading: 'We will refund your payment',
    sections: [
      greetingSection(
        payer.name,
        `We received your ${formatPkr(amount)}, but your share is no longer to be paid. We will refund ${formatPkr(amount)} in full.`,
      ),
      playDetails(payer),
      ...refundAccountSections(payer),
      questionsNote(club),
    ],
  }),
  samples: {
    due: {
      booking: { status: 'cancelled' },
      payer: { charge: 0, received: 2500, balance: -2500, paid_by: 'bank_transfer' },
      details: { amount: 2500 },
    },
  },
});
