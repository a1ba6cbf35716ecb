import { clubTimestamp } from '../../domain/business-day.ts';
import { formatPkr } from '../../domain/format-money.ts';
import { formatPayBy } from '../../domain/format-payment-deadline.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import {
  goneReason,
  playDetails,
  playerEmail,
  shareAmounts,
  shareButton,
  shareSteps,
} from '../player-message.ts';

/** At half of the time to pay, three hours before play, and when a payment that had taken a place was undone. */
export const playerDue = playerEmail({
  kind: 'player.payment_due',
  label: 'Player: payment reminder',
  on: { 'player.payment_due': ({ at }) => ({ key: `${at}` }) },
  withdrawIf: (player) => goneReason(player) ?? (player.balance > 0 ? null : 'the share is paid'),
  content: (player, club) => {
    const { booking, hold_until } = player;
    const pay_by = hold_until === null ? booking.pay_by : clubTimestamp(hold_until);
    const until = pay_by === null ? 'before you play' : `by ${formatPayBy(pay_by)}`;
    return {
      subject: `Please pay your share: ${formatPlayDate(player.booking)}`,
      preview: `${formatPkr(player.balance)}, ${until}`,
      badge: { text: 'Payment pending', tone: 'warning' },
      heading: `Please pay ${until}`,
      sections: [
        greetingSection(
          player.name,
          'We have not received your share yet. If you have already paid by transfer, please upload your receipt.',
        ),
        playDetails(player),
        shareAmounts(player),
        ...shareSteps(player, club),
        shareButton(player),
        questionsNote(club),
      ],
    };
  },
  samples: { open: {}, held: { booking: { pay_by: '2026-11-21T06:00:00+05:00' } } },
});
