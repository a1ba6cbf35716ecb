import { formatPkr } from '../../domain/format-money.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { questionsNote } from '../booking-sections.ts';
import { type EmailContent, greetingSection } from '../email-content.ts';
import {
  heldNote,
  type PlayerMessage,
  playDetails,
  playerEmail,
  shareAmounts,
  shareButton,
  shareSteps,
} from '../player-message.ts';
import type { StyledClub } from '../render-email.ts';

/** The player's own link, because a contact makes another key. */
export const playerJoined = playerEmail<{ again?: true }>({
  kind: 'player.joined',
  label: 'Player: own link',
  on: {
    'player.joined': () => ({ key: 'own' }),
    'player.link_requested': () => ({ key: Bun.randomUUIDv7(), details: { again: true } }),
  },
  calendar: true,
  content: (player, club, { again }) => {
    const { booking, charge, state } = player;
    const host = player.host_name || 'your host';
    if (state === 'waiting') return waitingContent(player, club);
    return {
      subject: `Your place: ${formatPlayDate(booking)}`,
      preview: `${player.host_name || 'Your host'} plays with you. Your share is ${formatPkr(charge)}.`,
      heading: 'You play',
      sections: [
        greetingSection(
          player.name,
          `You play with ${host}. The link below is yours alone${again ? '.' : '; the one that you got before works no longer.'}${heldNote(player)}`,
        ),
        playDetails(player),
        shareAmounts(player),
        ...shareSteps(player, club),
        shareButton(player),
        questionsNote(club),
      ],
    };
  },
  samples: {
    held: { player: { payment_method: null, hold_until: Date.parse('2026-11-20T15:40:00+05:00') } },
    'unconfirmed host': { player: { host_name: '' } },
    waiting: { player: { state: 'waiting', charge: 0, balance: 0 } },
    transfer: {},
    paid: { player: { received: 2500, balance: 0 } },
  },
});

function waitingContent(player: PlayerMessage, club: StyledClub): EmailContent {
  return {
    subject: `You wait for a place: ${formatPlayDate(player.booking)}`,
    preview: 'We email you when a place is free.',
    heading: 'You are on the waiting list',
    sections: [
      greetingSection(player.name, 'We email you when a place is free. You can leave the list on your page.'),
      playDetails(player),
      shareButton(player),
      questionsNote(club),
    ],
  };
}
