import { clubTimestamp } from '../../domain/business-day.ts';
import { formatPkr } from '../../domain/format-money.ts';
import { formatPayBy } from '../../domain/format-payment-deadline.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { goneReason, playDetails, playerEmail, shareAmounts, shareButton } from '../player-message.ts';

/** A place of an open match is held for a player who waited. */
export const playerOffered = playerEmail({
  kind: 'player.offered',
  label: 'Player: a place is free',
  on: { 'player.offered': () => ({ key: 'offer' }) },
  // One address has one place in a match, so nothing delays it.
  byClub: true,
  withdrawIf: (player) =>
    goneReason(player) ?? (player.hold_until === null ? 'the place is taken already' : null),
  content: (player, club) => {
    const until = formatPayBy(clubTimestamp(player.hold_until ?? 0));
    return {
      subject: `Free for you until ${until}: ${formatPlayDate(player.booking)}`,
      preview: `A place for ${formatPkr(player.charge)}. Take it by ${until}.`,
      badge: { text: `Held for you until ${until}`, tone: 'warning' },
      heading: 'A place is free',
      sections: [
        greetingSection(
          player.name,
          `The place that you wait for is free. We hold it for you alone until ${until}; after that, the next player gets it.`,
        ),
        playDetails(player),
        shareAmounts(player),
        shareButton(player),
        questionsNote(club),
      ],
    };
  },
  samples: { held: { player: { hold_until: Date.parse('2026-11-20T15:25:00+05:00') } } },
});

export const playerMatchFull = playerEmail({
  kind: 'player.match_full',
  label: 'Player: the match is full',
  on: { 'player.match_full': () => ({ key: Bun.randomUUIDv7() }) },
  calendar: true,
  content: (player, club) => ({
    subject: `Your match is full: ${formatPlayDate(player.booking)}`,
    preview: 'All places are taken. See you on court.',
    badge: { text: 'Full', tone: 'success' },
    heading: 'Your match is full',
    sections: [
      greetingSection(player.name, 'All places are taken, so you play. See you on court.'),
      playDetails(player),
      shareAmounts(player),
      shareButton(player),
      questionsNote(club),
    ],
  }),
  samples: { full: {} },
});
