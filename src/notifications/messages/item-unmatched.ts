import { formatPkr } from '../../domain/format-money.ts';
import { placeText, playerOf } from '../../domain/item-words.ts';
import { CARD_REFUND_TIME } from '../../domain/refund.ts';
import { dashboardButton, questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { clubItemMessage, type ItemMessage, itemMessage } from '../item-message.ts';
import { EXAMPLE_TITLE, greetedName, isEvent, isGone, itemButton, itemDetails } from '../item-sections.ts';

/** PKR. */
interface Unmatched {
  amount: number;
}

const UNMATCHED = {
  on: {
    'item.unmatched': ({ amount, at }: Unmatched & { at: number }) => ({
      key: `unmatched:${at}`,
      details: { amount },
    }),
  },
  samples: {
    gone: {
      item: {
        state: 'left',
        received: 2500,
        charge: 0,
        balance: -2500,
        paid_ways: [{ method: 'card' as const, amount: 2500 }],
      },
      details: { amount: 2500 },
    },
    paid: {
      item: {
        received: 5000,
        balance: -2500,
        hold_until: null,
        paid_ways: [{ method: 'card' as const, amount: 5000 }],
      },
      details: { amount: 2500 },
    },
  },
};

const whyUnmatched = (payer: ItemMessage, place: string) => {
  if (!isGone(payer)) return 'it was already paid';
  return isEvent(payer) ? `${place} was no longer held` : 'it had already ended';
};

export const itemUnmatched = itemMessage<Unmatched>({
  ...UNMATCHED,
  kind: 'item.unmatched',
  label: 'Place or purchase: card payment to refund',
  both: true,
  chat: {
    text: 'Your card payment of {{1}} for {{2}} arrived when there was nothing left to pay. We’ll refund it in full. Use the button to see the details.',
    examples: ['PKR 2,500', EXAMPLE_TITLE],
    button: 'Open my page',
    values: ({ payer, details: { amount } }) => [formatPkr(amount), payer.item.title],
  },
  content: ({ payer, club, details }) => {
    const amount = formatPkr(details.amount);
    return {
      subject: `Your card payment of ${amount}: ${payer.item.title}`,
      preview: 'We will refund it in full.',
      badge: { text: 'To be refunded', tone: 'warning' },
      heading: 'We will refund your payment',
      sections: [
        greetingSection(
          greetedName(payer),
          `We received ${amount} by card for ${payer.item.title}, but ${whyUnmatched(payer, placeText(playerOf(payer)))}. We’ll refund it in full. ${CARD_REFUND_TIME}`,
        ),
        itemDetails(payer),
        itemButton(payer),
        questionsNote(club),
      ],
    };
  },
  short: ({ title, details: { amount } }) =>
    `your card payment of ${formatPkr(amount)} for ${title} arrived when there was nothing left to pay. We’ll refund it in full.`,
});

export const clubItemUnmatched = clubItemMessage<Unmatched>({
  ...UNMATCHED,
  kind: 'club.item_unmatched',
  label: 'To the club: card payment for a place or purchase to refund',
  content: ({ payer, club, details }) => {
    const amount = formatPkr(details.amount);
    return {
      subject: `Card payment to refund: ${amount}, ${payer.item.title}`,
      preview: `${payer.name} paid, but there was nothing left to pay.`,
      heading: 'Please refund a card payment',
      sections: [
        {
          kind: 'paragraph',
          text: `The card provider reports ${amount} from ${payer.name} for ${payer.item.title}, but ${whyUnmatched(payer, 'the place')}. Please refund it in the provider’s dashboard, or agree something else with the customer, who expects the refund.`,
        },
        itemDetails(payer),
        dashboardButton(club),
      ],
    };
  },
});
