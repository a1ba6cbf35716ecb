import { formatPkr } from '../../domain/format-money.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { payerEmail } from '../booking-message.ts';
import { questionsNote } from '../booking-sections.ts';
import { type EmailContent, greetingSection } from '../email-content.ts';
import {
  goneReason,
  heldNote,
  type PayerMessage,
  pageButton,
  paySteps,
  playDetails,
  shareAmounts,
} from '../payer-message.ts';
import type { StyledClub } from '../render-email.ts';

/** The player's own link, because giving a contact changes its key. */
export const payerJoined = payerEmail<{ again?: true }>({
  kind: 'payer.joined',
  label: 'Player: own link',
  on: {
    'payer.joined': () => ({ key: 'own' }),
    'payer.link_requested': () => ({ key: Bun.randomUUIDv7(), details: { again: true } }),
  },
  required: true,
  calendar: true,
  withdrawIf: ({ payer }) => goneReason(payer),
  content: ({ payer, club, details: { again } }) => {
    const { booking, charge, state } = payer;
    const playing = `You’re playing with ${payer.host_name || 'your host'}.`.replace(/\.\.$/, '.');
    if (payer.turned_away !== null) return turnedAwayContent(payer, club);
    if (state === 'waiting') return waitingContent(payer, club);
    return {
      subject: `Your place: ${formatPlayDate(booking)}`,
      preview: `${playing} Your share is ${formatPkr(charge)}.`,
      heading: 'You’re in',
      sections: [
        greetingSection(
          payer.name,
          `${playing} The link below is only for you${again ? '.' : '; the one you had before no longer works.'}${heldNote(payer)}`,
        ),
        playDetails(payer),
        shareAmounts(payer),
        ...paySteps(payer, club),
        pageButton(payer),
        questionsNote(club),
      ],
    };
  },
  samples: {
    held: { payer: { payment_method: null, hold_until: Date.parse('2026-11-20T15:40:00+05:00') } },
    'unconfirmed host': { payer: { host_name: '' } },
    'a second place': { payer: { turned_away: 'plays' } },
    'taken off before': { payer: { turned_away: 'taken_off' } },
    waiting: { payer: { state: 'waiting', charge: 0, balance: 0 } },
    transfer: { payer: {} },
    paid: { payer: { received: 2500, balance: 0 } },
  },
});

function waitingContent(payer: PayerMessage, club: StyledClub): EmailContent {
  return {
    subject: `You’re on the waiting list: ${formatPlayDate(payer.booking)}`,
    preview: 'We’ll email you when a place is free.',
    heading: 'You’re on the waiting list',
    sections: [
      greetingSection(
        payer.name,
        'We’ll email you when a place is free. You can leave the list on your page.',
      ),
      playDetails(payer),
      pageButton(payer),
      questionsNote(club),
    ],
  };
}

/** The page where the place was requested doesn't say this, because anybody can type an address. */
function turnedAwayContent(payer: PayerMessage, club: StyledClub): EmailContent {
  const when = formatPlayDate(payer.booking);
  const [subject, heading, text] =
    payer.turned_away === 'plays'
      ? [
          `You’re already in this match: ${when}`,
          'You’re already in this match',
          'Somebody has just asked for another place with your email address. Nothing changes for you: your link is in our earlier email. For a second player, please use their own address.',
        ]
      : [
          `No place in this match: ${when}`,
          'No place in this match',
          'Somebody has just asked for a place with your email address, but it was removed from this match before, so it can’t take a place again.',
        ];
  return {
    subject,
    preview: heading,
    heading,
    sections: [greetingSection(payer.name, text), playDetails(payer), questionsNote(club)],
  };
}
