import { type ClosedFor, closedForText } from '../../domain/closing.ts';
import { describeBalanceToCustomer } from '../../domain/money-labels.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { payerEmail } from '../booking-message.ts';
import { ownSentence, questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { pageButton, playDetails, refundAccountSections, shareAmounts } from '../payer-message.ts';

/** The booking was moved or cancelled, the host paid the share, or another player paid for the place. */
export const payerChanged = payerEmail<{ closed_for?: ClosedFor }>({
  kind: 'payer.changed',
  label: 'Player: share changed',
  on: {
    'payer.changed': () => ({ key: Bun.randomUUIDv7() }),
    'payer.booking_changed': ({ closed_for }) => ({
      key: Bun.randomUUIDv7(),
      details: closed_for ? { closed_for } : {},
    }),
  },
  required: true,
  calendar: true,
  content: ({ payer, club, details: { closed_for } }) => {
    const { booking, state, balance } = payer;
    const isCancelled = booking.status === 'cancelled';
    const text = isCancelled
      ? 'The booking is cancelled. Here’s what happens to your share:'
      : state === 'left'
        ? 'Another player has paid for your place, so you get your share back.'
        : 'The booking has changed. Here is your share now:';
    return {
      subject: `${isCancelled ? 'Cancelled' : 'Changed'}: ${formatPlayDate(booking)}`,
      preview: describeBalanceToCustomer(balance),
      badge: isCancelled ? { text: 'Cancelled', tone: 'danger' } : { text: 'Changed', tone: 'warning' },
      heading: isCancelled ? 'The booking is cancelled' : 'Your share has changed',
      sections: [
        greetingSection(payer.name, closed_for ? `${closedForText(closed_for)} ${text}` : text),
        ...ownSentence(closed_for),
        playDetails(payer),
        shareAmounts(payer),
        ...refundAccountSections(payer),
        ...(isCancelled || state === 'left' ? [] : [pageButton(payer)]),
        questionsNote(club),
      ],
    };
  },
  samples: {
    moved: { payer: {} },
    cancelled: {
      booking: { status: 'cancelled' },
      payer: { charge: 1250, received: 2500, balance: -1250, paid_by: 'bank_transfer' },
    },
    replaced: { payer: { state: 'left', charge: 0, received: 2500, balance: -2500, paid_by: 'cash' } },
  },
});
