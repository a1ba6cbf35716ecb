import type { Booking } from '../../domain/booking.ts';
import { shortName } from '../../domain/clean-words.ts';
import { formatPkr } from '../../domain/format-money.ts';
import { formatPayBy } from '../../domain/format-payment-deadline.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { bookingEmail, type Composing, payerEmail } from '../booking-message.ts';
import { bookingButton, bookingDetails, questionsNote } from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { greetingSection } from '../email-content.ts';
import { chatToPay, playDetails, refundAccountSections, shareAmounts } from '../payer-message.ts';
import { HELD } from '../sample-data.ts';

interface Left {
  keep: number;
  give_back: number;
  taken_off: boolean;
  reason?: string;
  expired?: true;
}

/** The player gave the place back or was removed. */
export const payerLeft = payerEmail<Left>({
  kind: 'payer.left',
  label: 'Player: place given back',
  on: {
    'payer.left': ({ keep, give_back, taken_off, reason, expired }) => ({
      key: `${keep}:${give_back}`,
      details: { keep, give_back, taken_off, reason, expired },
    }),
  },
  required: true,
  withdrawIf: ({ payer: { state } }) => (state === 'left' ? null : 'the player plays again'),
  chat: {
    text: 'You are no longer in this game: {{1}}, {{2}}. {{3}} Your own page has the details, and asks for your account if we need one for a refund.',
    examples: [...PLAY_EXAMPLES, 'You’ve given your place back. We’ll give you PKR 1,250 back.'],
    button: 'Open my page',
    values: ({ payer, details }) => {
      const { who, back, kept } = leftText(details);
      return [...chatPlay(payer.booking), `${who}${back}${kept}`];
    },
  },
  content: ({ payer, club, details }) => {
    const { taken_off, reason, expired } = details;
    const { who, back, kept } = leftText(details);
    return {
      subject: `You’re not playing on ${formatPlayDate(payer.booking)}`,
      preview: `${who}${back}`,
      badge: { text: 'Place given back', tone: 'danger' },
      heading: taken_off
        ? 'You were removed'
        : expired
          ? 'Your place is free again'
          : 'You gave your place back',
      sections: [
        greetingSection(payer.name, `${who}${back}${kept}`),
        ...(reason ? [{ kind: 'quote' as const, text: reason }] : []),
        playDetails(payer),
        shareAmounts(payer),
        ...refundAccountSections(payer),
        questionsNote(club),
      ],
    };
  },
  samples: {
    left: {
      payer: { state: 'left', charge: 1250, received: 2500, balance: -1250 },
      details: { keep: 1250, give_back: 1250, taken_off: false },
    },
    expired: {
      payer: { state: 'left', charge: 0, balance: 0 },
      details: { keep: 0, give_back: 0, taken_off: false, expired: true },
    },
    removed: {
      payer: { state: 'left', charge: 0, received: 2500, balance: -2500 },
      details: { keep: 0, give_back: 2500, taken_off: true, reason: 'The level does not fit.' },
    },
  },
});

/** Why the place is gone, and what becomes of its money. */
function leftText({ keep, give_back, taken_off, expired }: Left): {
  who: string;
  back: string;
  kept: string;
} {
  const gone = expired
    ? 'The deadline has passed, so another player can take your place.'
    : 'You’ve given your place back.';
  return {
    who: taken_off ? 'You were removed from this booking.' : gone,
    back: give_back > 0 ? ` We’ll give you ${formatPkr(give_back)} back.` : '',
    kept:
      keep > 0
        ? ` The club keeps ${formatPkr(keep)}; you’ll get it back once another player has paid for your place.`
        : '',
  };
}

/** The host takes over the place of a player who can't come. */
export const hostPayerLeft = bookingEmail<{ left?: number }>({
  kind: 'host.payer_left',
  label: 'Host: a player can’t come',
  on: {
    'payer.left': ({ payer_id, taken_off, expired }) =>
      taken_off || expired ? null : { key: `p${payer_id}`, details: { left: payer_id } },
  },
  aboutOthers: true,
  chat: {
    text: 'A place in your game is free: {{1}}, {{2}}. {{3}} can’t come, so you pay for that place until another player takes it. To pay: {{4}}. You can invite somebody on your booking page.',
    examples: [...PLAY_EXAMPLES, 'Bilal A.', 'PKR 5,000 by 7 PM'],
    button: 'Open my booking',
    values: (composing) => [
      ...chatPlay(composing.booking),
      nameOfLeft(composing) || 'One of your players',
      chatToPay(composing.payer),
    ],
  },
  content: (composing) => {
    const { booking, club } = composing;
    const name = nameOfLeft(composing);
    return {
      subject: `Booking ${booking.id}: ${name || 'a player'} can’t come`,
      preview: 'You cover the place until another player takes it.',
      badge: { text: 'A place is free', tone: 'warning' },
      heading: `${name || 'A player'} can’t come`,
      sections: [
        greetingSection(
          booking.name,
          `${name || 'One of your players'} has given the place back. You now pay for it until another player takes it; you can invite one on your booking page.${owedNote(booking)}`,
        ),
        bookingDetails(booking),
        bookingButton(booking),
        questionsNote(club),
      ],
    };
  },
  samples: { left: { details: { left: 7 } }, owed: { booking: { ...HELD, is_shared: true } } },
});

/** What the host now has to pay, and by when. */
function owedNote({ status, balance, pay_by }: Booking): string {
  if (status !== 'pending' || balance <= 0 || pay_by === null) return '';
  return ` Please pay ${formatPkr(balance)} by ${formatPayBy(pay_by)}: after that, other players can book this slot.`;
}

/** Empty once the player's data was deleted. */
function nameOfLeft({ details: { left }, sources }: Composing<{ left?: number }>): string {
  return shortName((left !== undefined && sources.findPayer(left)?.name) || '');
}
