import { formatPkr } from '../../domain/format-money.ts';
import { paymentInstructions } from '../../domain/payment-instructions.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { playDetails, playerEmail, shareAmounts, shareButton } from '../player-message.ts';

/** The player's own link, because a contact makes another key. */
export const playerJoined = playerEmail({
  kind: 'player.joined',
  label: 'Player: own link',
  on: { 'player.joined': () => ({ key: 'own' }) },
  calendar: true,
  content: (player, club) => {
    const { booking, charge, received, balance, payment_method } = player;
    const demand = { id: booking.id, share: player.id, amount: charge, received, status: booking.status };
    const { title, lines } = paymentInstructions(payment_method ?? 'cash', demand, club);
    return {
      subject: `Your place: ${formatPlayDate(booking)}`,
      preview: `${player.host_name} plays with you. Your share is ${formatPkr(charge)}.`,
      heading: 'You play',
      sections: [
        greetingSection(
          player.name,
          `You play with ${player.host_name}. The link below is yours alone; the one that you got before works no longer.`,
        ),
        playDetails(player),
        shareAmounts(player),
        ...(balance > 0 ? [{ kind: 'steps' as const, title, lines: lines.map(onThePage) }] : []),
        shareButton(player),
        questionsNote(club),
      ],
    };
  },
  samples: { transfer: {}, paid: { player: { received: 2500, balance: 0 } } },
});

function onThePage(line: string): string {
  return line.replace('receipt here', 'receipt on the page of your share (button below)');
}
