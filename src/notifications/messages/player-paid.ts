import { formatPkr } from '../../domain/format-money.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { goneReason, playDetails, playerEmail, shareAmounts, shareButton } from '../player-message.ts';

export const playerPaid = playerEmail({
  kind: 'player.paid',
  label: 'Player: share paid',
  on: { 'player.paid': ({ entry_id }) => ({ key: `e${entry_id}` }) },
  calendar: true,
  withdrawIf: (player) => goneReason(player) ?? (player.balance > 0 ? 'the payment was undone' : null),
  content: (player, club) => ({
    subject: `Your share is paid: ${formatPlayDate(player.booking)}`,
    preview: `${formatPkr(player.received)} received. See you on court.`,
    badge: { text: 'Paid', tone: 'success' },
    heading: 'Your share is paid',
    sections: [
      greetingSection(player.name, 'Thank you. Your share has arrived; see you on court.'),
      playDetails(player),
      shareAmounts(player),
      shareButton(player),
      questionsNote(club),
    ],
  }),
  samples: { paid: { player: { received: 2500, balance: 0 } } },
});
