import { formatPkr } from '../../domain/format-money.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { playDetails, playerEmail, refundAccountSections } from '../player-message.ts';

/** The money of a receipt came for a share that is owed no more; PKR. */
export const playerRefundDue = playerEmail<{ amount: number }>({
  kind: 'player.refund_due',
  label: 'Player: late payment to refund',
  on: { 'receipt.refund_due': ({ amount }) => ({ key: Bun.randomUUIDv7(), details: { amount } }) },
  byClub: true,
  withdrawIf: () => null,
  content: (player, club, { amount }) => ({
    subject: `We will refund ${formatPkr(amount)}: ${formatPlayDate(player.booking)}`,
    preview: 'Your payment came for a share that is no longer to be paid.',
    badge: { text: 'To be refunded', tone: 'warning' },
    heading: 'We will refund your payment',
    sections: [
      greetingSection(
        player.name,
        `We received your ${formatPkr(amount)}, but your share is no longer to be paid. We will refund ${formatPkr(amount)} in full.`,
      ),
      playDetails(player),
      ...refundAccountSections(player),
      questionsNote(club),
    ],
  }),
  samples: {
    due: {
      booking: { status: 'cancelled' },
      player: { charge: 0, received: 2500, balance: -2500, paid_by: 'bank_transfer' },
      details: { amount: 2500 },
    },
  },
});
