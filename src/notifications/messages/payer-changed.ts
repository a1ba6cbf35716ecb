import { type ClosedFor, closedForText } from '../../domain/closing.ts';
import { describeBalanceToCustomer } from '../../domain/money-labels.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { payerEmail } from '../booking-message.ts';
import { ownSentence, questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { pageButton, playDetails, refundAccountSections, shareAmounts } from '../payer-message.ts';

interface Details {
  closed_for?: ClosedFor;
  /** Absent for a move, and for a cancellation that was queued by an older release. */
  cancelled?: 'host' | 'club' | 'unpaid' | 'not_full';
}

const SHARE = 'Here’s what happens to your share:';

/** Who cancelled and why. A closure says so by itself. */
function cancelledText({ cancelled }: Details, hostName: string): string {
  if (cancelled === 'host') return `${hostName || 'Your host'} has cancelled the booking. ${SHARE}`;
  if (cancelled === 'unpaid')
    return `Too little of the booking was paid in time, so it is cancelled. ${SHARE}`;
  if (cancelled === 'not_full') return `The match did not fill, so it is cancelled. ${SHARE}`;
  if (cancelled === 'club') return `We’re sorry, but we had to cancel the booking. ${SHARE}`;
  return `The booking is cancelled. ${SHARE}`;
}

/** The booking was moved or cancelled, the host paid the share, or another player paid for the place. */
export const payerChanged = payerEmail<Details>({
  kind: 'payer.changed',
  label: 'Player: share changed',
  on: {
    'payer.changed': () => ({ key: Bun.randomUUIDv7() }),
    'payer.booking_changed': ({ closed_for, cancelled }) => ({
      key: Bun.randomUUIDv7(),
      details: { ...(closed_for ? { closed_for } : {}), ...(cancelled ? { cancelled } : {}) },
    }),
  },
  required: true,
  calendar: true,
  content: ({ payer, club, details }) => {
    const { closed_for } = details;
    const { booking, state, balance } = payer;
    const isCancelled = booking.status === 'cancelled';
    const text = isCancelled
      ? cancelledText(details, payer.host_name)
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
    'cancelled by the host': {
      booking: { status: 'cancelled' },
      payer: { charge: 1250, received: 2500, balance: -1250, paid_by: 'bank_transfer' },
      details: { cancelled: 'host' },
    },
    closed: {
      booking: { status: 'cancelled' },
      payer: { charge: 0, received: 2500, balance: -2500, paid_by: 'bank_transfer' },
      details: { cancelled: 'club', closed_for: { reason: 'Rain', note: '' } },
    },
    replaced: { payer: { state: 'left', charge: 0, received: 2500, balance: -2500, paid_by: 'cash' } },
  },
});
