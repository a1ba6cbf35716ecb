import { closedForText } from '../../domain/closed-for.ts';
import type { ClosedFor } from '../../domain/closing.ts';
import { describeBalanceToCustomer } from '../../domain/money-labels.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { payerEmail } from '../booking-message.ts';
import { ownSentence, questionsNote } from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { greetingSection } from '../email-content.ts';
import {
  type PayerMessage,
  pageButton,
  playDetails,
  refundAccountSections,
  shareAmounts,
} from '../payer-message.ts';

interface Details {
  closed_for?: ClosedFor;
  /** Absent for a move, and for a cancellation that was queued by an older release. */
  cancelled?: 'host' | 'club' | 'unpaid' | 'not_full';
}

/** What happened. A closure says who cancelled by itself. */
function changedText(
  { closed_for, cancelled }: Details,
  { booking, state, host_name }: PayerMessage,
): string {
  const because = closed_for ? `${closedForText(closed_for)} ` : '';
  if (booking.status !== 'cancelled')
    return `${because}${state === 'left' ? 'Another player has paid for your place, so you get your share back.' : 'The booking has changed.'}`;
  if (cancelled === 'host') return `${because}${host_name || 'Your host'} has cancelled the booking.`;
  if (cancelled === 'unpaid')
    return `${because}Too little of the booking was paid in time, so it is cancelled.`;
  if (cancelled === 'not_full') return `${because}The match did not fill, so it is cancelled.`;
  if (cancelled === 'club') return `${because}We’re sorry, but we had to cancel the booking.`;
  return `${because}The booking is cancelled.`;
}

/** What comes after that, in an email that goes on with the share. */
function nextText({ booking, state }: PayerMessage): string {
  if (booking.status === 'cancelled') return ' Here’s what happens to your share:';
  return state === 'left' ? '' : ' Here is your share now:';
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
  chat: {
    text: 'There’s news about your game: {{1}}, {{2}}. {{3}} Your share: {{4}}. Your own page has the details.',
    examples: [...PLAY_EXAMPLES, 'The match did not fill, so it is cancelled.', 'PKR 2,500 to be refunded'],
    button: 'Open my page',
    values: ({ payer, details }) => [
      ...chatPlay(payer.booking),
      changedText(details, payer),
      describeBalanceToCustomer(payer.balance),
    ],
  },
  content: ({ payer, club, details }) => {
    const { closed_for } = details;
    const { booking, state, balance } = payer;
    const isCancelled = booking.status === 'cancelled';
    return {
      subject: `${isCancelled ? 'Cancelled' : 'Changed'}: ${formatPlayDate(booking)}`,
      preview: describeBalanceToCustomer(balance),
      badge: isCancelled ? { text: 'Cancelled', tone: 'danger' } : { text: 'Changed', tone: 'warning' },
      heading: isCancelled ? 'The booking is cancelled' : 'Your share has changed',
      sections: [
        greetingSection(payer.name, `${changedText(details, payer)}${nextText(payer)}`),
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
      payer: {
        charge: 1250,
        received: 2500,
        balance: -1250,
        paid_ways: [{ method: 'bank_transfer', amount: 2500 }],
      },
    },
    'cancelled by the host': {
      booking: { status: 'cancelled' },
      payer: {
        charge: 1250,
        received: 2500,
        balance: -1250,
        paid_ways: [{ method: 'bank_transfer', amount: 2500 }],
      },
      details: { cancelled: 'host' },
    },
    closed: {
      booking: { status: 'cancelled' },
      payer: {
        charge: 0,
        received: 2500,
        balance: -2500,
        paid_ways: [{ method: 'bank_transfer', amount: 2500 }],
      },
      details: { cancelled: 'club', closed_for: { reason: 'Rain', note: '' } },
    },
    replaced: {
      payer: {
        state: 'left',
        charge: 0,
        received: 2500,
        balance: -2500,
        paid_ways: [{ method: 'cash', amount: 2500 }],
      },
    },
  },
});
