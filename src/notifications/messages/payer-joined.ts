import { clubTimestamp } from '../../domain/business-day.ts';
import { formatPkr } from '../../domain/format-money.ts';
import { formatPayBy } from '../../domain/format-payment-deadline.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { payerEmail } from '../booking-message.ts';
import { questionsNote } from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { type EmailContent, greetingSection } from '../email-content.ts';
import {
  chatToPay,
  goneReason,
  type PayerMessage,
  pageButton,
  paySteps,
  playDetails,
  shareAmounts,
} from '../payer-message.ts';
import type { StyledClub } from '../render-email.ts';

/** The player's own link, because giving a contact changes its key. */
export const payerJoined = payerEmail<{ invited?: true }>({
  kind: 'payer.joined',
  label: 'Player: own link',
  on: {
    'payer.joined': ({ invited }) => ({ key: 'own', details: invited ? { invited } : {} }),
    'payer.link_requested': () => ({ key: Bun.randomUUIDv7() }),
  },
  required: true,
  calendar: true,
  withdrawIf: ({ payer }) => goneReason(payer),
  chat: {
    text: 'Your padel game: {{1}}, {{2}}. {{3}} To pay: {{4}}. Your own page has everything else; its link is only for you.',
    examples: [...PLAY_EXAMPLES, 'You’re playing with Ayesha K.', 'PKR 2,500 by 7 PM'],
    button: 'Open my page',
    atOnce: true,
    values: ({ payer }) => [
      ...chatPlay(payer.booking),
      payer.state === 'waiting'
        ? 'You’re on the waiting list, and we’ll write to you when a place is free.'
        : placeText(payer),
      chatToPay(payer),
    ],
  },
  content: ({ payer, club, details: { invited } }) => {
    const { booking, charge, state, hold_until } = payer;
    const isHeld = hold_until !== null;
    if (payer.turned_away !== null) return turnedAwayContent(payer, club);
    if (state === 'waiting') return waitingContent(payer, club);
    const place = placeText(payer);
    return {
      subject: `Your place: ${formatPlayDate(booking)}`,
      preview: `${place} Your share is ${formatPkr(charge)}.`,
      heading: isHeld ? 'A place is held for you' : 'You’re in',
      sections: [
        greetingSection(
          payer.name,
          `${place} The link below is only for you${invited ? '; the one you had before no longer works.' : '.'}`,
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
    invited: { payer: {}, details: { invited: true } },
    held: { payer: { payment_method: null, hold_until: Date.parse('2026-11-20T15:40:00+05:00') } },
    'unconfirmed host': { payer: { host_name: '' } },
    'a second place': { payer: { turned_away: 'plays' } },
    'taken off before': { payer: { turned_away: 'taken_off' } },
    waiting: { payer: { state: 'waiting', charge: 0, balance: 0 } },
    transfer: { payer: {} },
    paid: { payer: { received: 2500, balance: 0 } },
  },
});

/** What the player has, with the host's name if the player may read it. */
function placeText({ host_name, hold_until }: PayerMessage): string {
  // A short name such as "Ayesha K." ends the sentence itself.
  const host = host_name.replace(/\.$/, '');
  if (hold_until === null) return host ? `You’re playing with ${host}.` : 'You have a place in this game.';
  const until = formatPayBy(clubTimestamp(hold_until));
  return `We’re holding a place${host ? ` with ${host_name}` : ''} for you until ${until}. It’s yours as soon as you pay or send a receipt.`;
}

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
