import { hasBegun, hasPlaceText, isOver, playerOf, waitsText } from '../../domain/item-words.ts';
import { latestOffer, offerRingsBy } from '../../domain/offer.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { itemMessage } from '../item-message.ts';
import {
  EVENT_OVER,
  EXAMPLE_TITLE,
  greetedName,
  holdText,
  isEvent,
  isGone,
  itemAmounts,
  itemButton,
  itemDetails,
  itemSteps,
  itemToPay,
  pleasePay,
} from '../item-sections.ts';
import { SAMPLE_ITEM } from '../sample-data.ts';

/** Somebody got a place, is waiting for one, or bought something; says how to pay. */
export const itemTaken = itemMessage({
  kind: 'item.taken',
  label: 'Place or purchase: taken',
  both: true,
  on: { 'item.taken': () => ({ key: 'taken' }) },
  withdrawIf: (payer, now) =>
    isGone(payer)
      ? 'it was given back'
      : isOver(payer.item, now) || (payer.state === 'waiting' && hasBegun(payer.item, now))
        ? EVENT_OVER
        : null,
  chat: {
    text: 'Thank you for choosing {{1}}. To pay: {{2}}. Open your page to see the details, to pay, to send your receipt or to give it back.',
    examples: [EXAMPLE_TITLE, 'PKR 2,500 by 6 PM'],
    button: 'Open my page',
    atOnce: true,
    values: ({ payer }) => [
      payer.item.title,
      payer.state === 'waiting' ? 'nothing yet, you are on the waiting list' : itemToPay(payer),
    ],
  },
  content: ({ payer, club }) => {
    const { item, state, balance } = payer;
    const until = holdText(payer);
    const player = playerOf(payer);
    const hasPlace = isEvent(payer) ? hasPlaceText(player) : 'It’s yours';
    const [heading, text] =
      state === 'waiting'
        ? [waitsText(player), 'All places are taken. We’ll write to you as soon as one is free.']
        : balance <= 0
          ? [hasPlace, 'We look forward to seeing you.']
          : until
            ? [
                isEvent(payer) ? `We’re holding a place for ${player ?? 'you'}` : 'Please pay to begin',
                `It’s ${player === null ? 'yours' : `${player}’s`} as soon as your payment arrives. Please pay by ${until}.`,
              ]
            : [hasPlace, 'Please pay as shown below.'];
    return {
      subject: `${item.title}: ${player === null ? heading.charAt(0).toLowerCase() + heading.slice(1) : heading}`,
      preview: item.details[0] ?? item.title,
      ...(balance > 0 ? { badge: { text: 'Payment pending', tone: 'warning' as const } } : {}),
      heading,
      sections: [
        greetingSection(greetedName(payer), text),
        itemDetails(payer),
        ...(state === 'waiting' ? [] : [itemAmounts(payer), ...itemSteps(payer)]),
        itemButton(payer),
        questionsNote(club),
      ],
    };
  },
  short: ({ payer, title }) => {
    const player = playerOf(payer);
    const whoIs = player === null ? 'you are' : `${player} is`;
    if (payer.state === 'waiting') return `${whoIs} on the waiting list for ${title}.`;
    return payer.balance <= 0 ? `${whoIs} in for ${title}.` : pleasePay(payer, title);
  },
  samples: {
    held: { item: {} },
    free: { item: { charge: 0, balance: 0, hold_until: null, instructions: null } },
    child: {
      item: { name: 'Ali Khan', item: { ...SAMPLE_ITEM.item, contact_name: 'Ayesha Khan' } },
    },
    waiting: { item: { state: 'waiting', charge: 0, balance: 0, hold_until: null, instructions: null } },
  },
});

export const itemOffered = itemMessage({
  kind: 'item.offered',
  label: 'Place: free for somebody waiting',
  both: true,
  on: { 'item.offered': () => ({ key: 'offered' }) },
  withdrawIf: (payer, now) =>
    isGone(payer) ? 'the place is gone' : isOver(payer.item, now) ? EVENT_OVER : null,
  chat: {
    text: 'A place is free for you: {{1}}. To pay: {{2}}. If you do not pay in time, the next customer gets it. If you cannot come, please give it back on your page.',
    examples: [EXAMPLE_TITLE, 'PKR 2,500 by 6 PM'],
    button: 'Open my place',
    values: ({ payer }) => [payer.item.title, itemToPay(payer)],
  },
  ringsBy: ({ hold_until, item }) => offerRingsBy(hold_until ?? latestOffer(Date.parse(item.begins ?? ''))),
  content: ({ payer, club }) => ({
    subject: `A place is free: ${payer.item.title}`,
    preview:
      payer.balance > 0 ? `It is held for you until ${holdText(payer)}` : (payer.item.details[0] ?? ''),
    ...(payer.balance > 0 ? { badge: { text: 'Held for you', tone: 'warning' as const } } : {}),
    heading: `A place is free for ${playerOf(payer) ?? 'you'}`,
    sections: [
      greetingSection(
        greetedName(payer),
        payer.balance > 0
          ? `We’ll hold it for you until ${holdText(payer)}; please pay by then.`
          : `It’s ${playerOf(payer) === null ? 'yours. If you' : `${playerOf(payer)}’s. If they`} can’t come, please give it back on your page.`,
      ),
      itemDetails(payer),
      itemAmounts(payer),
      ...itemSteps(payer),
      itemButton(payer),
      questionsNote(club),
    ],
  }),
  short: ({ payer, title }) => {
    const until = holdText(payer);
    return `a place in ${title} is free for ${playerOf(payer) ?? 'you'}.${until ? ` We’re holding it until ${until}.` : ''}`;
  },
  samples: {
    offered: { item: {} },
    free: { item: { charge: 0, balance: 0, hold_until: null, instructions: null } },
  },
});
