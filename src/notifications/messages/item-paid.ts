import { formatPkr } from '../../domain/format-money.ts';
import { capitalized, isOver, placeText, playerOf } from '../../domain/item-words.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { itemMessage } from '../item-message.ts';
import {
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

export const itemPaid = itemMessage({
  kind: 'item.paid',
  label: 'Place or purchase: paid',
  on: { 'item.paid': ({ at }) => ({ key: `paid:${at}` }) },
  withdrawIf: (payer) => (isGone(payer) ? 'it was given back' : null),
  chat: {
    text: 'Thank you, we’ve received your payment for {{1}}. Use the button to see the details and what you’ve paid.',
    examples: [EXAMPLE_TITLE],
    button: 'Open my page',
    values: ({ payer }) => [payer.item.title],
  },
  content: ({ payer, club, now }) => ({
    subject: `Paid: ${payer.item.title}`,
    preview: payer.item.details[0] ?? payer.item.title,
    badge: { text: 'Paid', tone: 'success' },
    heading:
      isEvent(payer) && !isOver(payer.item, now)
        ? `${capitalized(placeText(playerOf(payer)))} is confirmed`
        : 'Your payment has arrived',
    sections: [
      greetingSection(greetedName(payer), 'Thank you, your payment has arrived.'),
      itemDetails(payer),
      itemAmounts(payer),
      itemButton(payer),
      questionsNote(club),
    ],
  }),
  short: ({ title }) => `your payment for ${title} has arrived. Thank you!`,
  samples: { paid: { item: { received: 2500, balance: 0, hold_until: null, instructions: null } } },
});

export const itemPaymentDue = itemMessage({
  kind: 'item.payment_due',
  label: 'Place or purchase: payment reminder',
  both: true,
  urgency: 2,
  on: { 'item.payment_due': ({ at }) => ({ key: `due:${at}` }) },
  withdrawIf: (payer) =>
    isGone(payer) || payer.balance <= 0 || payer.receipt_waits
      ? 'the payment came, or the time is over'
      : null,
  chat: {
    text: 'We have not received your payment for {{1}} yet. To pay: {{2}}. If you have paid already, please send us the receipt.',
    examples: [EXAMPLE_TITLE, 'PKR 2,500 by 6 PM'],
    button: 'Pay or send the receipt',
    atOnce: true,
    values: ({ payer }) => [payer.item.title, itemToPay(payer)],
  },
  content: ({ payer, club }) => {
    const until = holdText(payer);
    return {
      subject: `Please pay${until ? ` by ${until}` : ''}: ${payer.item.title}`,
      preview: formatPkr(payer.balance),
      badge: { text: 'Payment pending', tone: 'warning' },
      heading: until ? `Please pay by ${until}` : 'Please pay',
      sections: [
        greetingSection(
          greetedName(payer),
          'We have not received your payment yet. If you have already paid by transfer, please upload your receipt.',
        ),
        itemDetails(payer),
        itemAmounts(payer),
        ...itemSteps(payer),
        itemButton(payer),
        questionsNote(club),
      ],
    };
  },
  short: ({ payer, title }) => pleasePay(payer, title),
  samples: { held: { item: {} } },
});
