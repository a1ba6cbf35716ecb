import { describeBalanceToCustomer } from '../../domain/money-labels.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import {
  playDetails,
  playerEmail,
  refundAccountSections,
  shareAmounts,
  shareButton,
} from '../player-message.ts';

/** The booking was moved or cancelled, the host paid the share, or another player paid for the place. */
export const playerChanged = playerEmail({
  kind: 'player.changed',
  label: 'Player: share changed',
  on: {
    'player.changed': () => ({ key: Bun.randomUUIDv7() }),
    'player.booking_changed': () => ({ key: Bun.randomUUIDv7() }),
    // Card money that came for a share that needs none.
    'payment.unmatched': () => ({ key: Bun.randomUUIDv7() }),
  },
  calendar: true,
  withdrawIf: () => null,
  content: (player, club) => {
    const { booking, state, balance } = player;
    const isCancelled = booking.status === 'cancelled';
    const text = isCancelled
      ? 'The booking is cancelled. This is what becomes of your share:'
      : state === 'left'
        ? 'Another player has paid for your place, so you get your share back.'
        : 'The booking has changed. This is your share now:';
    return {
      subject: `${isCancelled ? 'Cancelled' : 'Changed'}: ${formatPlayDate(booking)}`,
      preview: describeBalanceToCustomer(balance),
      badge: isCancelled ? { text: 'Cancelled', tone: 'danger' } : { text: 'Changed', tone: 'warning' },
      heading: isCancelled ? 'The booking is cancelled' : 'Your share has changed',
      sections: [
        greetingSection(player.name, text),
        playDetails(player),
        shareAmounts(player),
        ...refundAccountSections(player),
        ...(isCancelled || state === 'left' ? [] : [shareButton(player)]),
        questionsNote(club),
      ],
    };
  },
  samples: {
    moved: {},
    cancelled: {
      booking: { status: 'cancelled' },
      player: { charge: 1250, received: 2500, balance: -1250, paid_by: 'bank_transfer' },
    },
    replaced: { player: { state: 'left', charge: 0, received: 2500, balance: -2500, paid_by: 'cash' } },
  },
});
