import { formatPkr } from '../../domain/format-money.ts';
import { capitalized, placeText, playerOf } from '../../domain/item-words.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { itemMessage } from '../item-message.ts';
import { EXAMPLE_TITLE, greetedName, isEvent, itemAccount, itemDetails } from '../item-sections.ts';

interface Left {
  cause: 'left' | 'taken_off' | 'expired' | 'cancelled';
  keep: number;
  give_back: number;
  reason?: string;
}

const CHAT_CAUSES: Record<Left['cause'], string> = {
  left: 'you gave it back',
  taken_off: 'our reception gave it back for you',
  expired: 'your payment did not arrive in time',
  cancelled: 'it is cancelled, we are sorry',
};

export const itemLeft = itemMessage<Left>({
  kind: 'item.left',
  label: 'Place or purchase: given back or cancelled',
  both: true,
  on: {
    'item.left': ({ cause, keep, give_back, reason }) => ({
      key: 'left',
      details: { cause, keep, give_back, ...(reason ? { reason } : {}) },
    }),
  },
  chat: {
    text: 'A change to {{1}}: {{2}}. Refund: {{3}}. Use the button to see what you paid and what you’ll get back.',
    examples: [EXAMPLE_TITLE, 'it is cancelled, we are sorry', 'PKR 2,500'],
    button: 'Open my page',
    atOnce: true,
    values: ({ payer, details: { cause, give_back, reason } }) => [
      payer.item.title,
      [CHAT_CAUSES[cause], ...(reason ? [`(${reason})`] : [])].join(' '),
      give_back > 0 ? formatPkr(give_back) : 'nothing',
    ],
  },
  content: ({ payer, club, details: { cause, keep, give_back, reason } }) => {
    const { title } = payer.item;
    const place = placeText(playerOf(payer));
    const texts: Record<Left['cause'], [subject: string, heading: string, text: string]> = {
      left: [
        `Given back: ${title}`,
        isEvent(payer) ? `You gave ${place} back` : 'It has ended',
        'We’ve made a note of it.',
      ],
      taken_off: [
        `Given back: ${title}`,
        isEvent(payer) ? `${capitalized(place)} was given back` : 'It has ended',
        'Our reception did this for you. Please call us if you didn’t expect it.',
      ],
      expired: [
        `Not paid in time: ${title}`,
        isEvent(payer) ? `${capitalized(place)} is open to others again` : 'The time to pay is over',
        'Your payment didn’t arrive in time. If you’ve already paid, please call us.',
      ],
      cancelled: [`Cancelled: ${title}`, `${title} is cancelled`, 'We’re sorry: it won’t take place.'],
    };
    const [subject, heading, text] = texts[cause];
    const back =
      give_back > 0
        ? `You’ll get ${formatPkr(give_back)} back${keep > 0 ? `; ${formatPkr(keep)} stays with the club` : ''}.`
        : '';
    return {
      subject,
      preview: back || text,
      badge: { text: cause === 'cancelled' ? 'Cancelled' : 'Ended', tone: 'danger' },
      heading,
      sections: [
        greetingSection(greetedName(payer), [text, reason, back].filter(Boolean).join(' ')),
        itemDetails(payer),
        ...itemAccount(payer),
        questionsNote(club),
      ],
    };
  },
  short: ({ payer, title, details: { cause, give_back } }) => {
    const whose = playerOf(payer);
    const it = isEvent(payer) ? `${placeText(whose)} in ${title}` : title;
    const what = {
      left: `you gave back ${it}`,
      taken_off: `our reception gave back ${it} for you`,
      expired: `your payment for ${title} didn’t arrive in time`,
      cancelled: `sorry, ${title} is cancelled`,
    }[cause];
    return `${what}.${give_back > 0 ? ` You’ll get ${formatPkr(give_back)} back.` : ''}`;
  },
  samples: {
    left: { item: { state: 'left' }, details: { cause: 'left', keep: 500, give_back: 2000 } },
    'taken off': { item: { state: 'left' }, details: { cause: 'taken_off', keep: 0, give_back: 0 } },
    expired: { item: { state: 'left' }, details: { cause: 'expired', keep: 0, give_back: 0 } },
    cancelled: {
      item: {
        state: 'left',
        received: 2500,
        charge: 0,
        balance: -2500,
        paid_ways: [{ method: 'bank_transfer', amount: 2500 }],
      },
      details: { cause: 'cancelled', keep: 0, give_back: 2500, reason: 'Too few players joined.' },
    },
  },
});
