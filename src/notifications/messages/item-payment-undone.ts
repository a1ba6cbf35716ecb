import { formatPkr } from '../../domain/format-money.ts';
import type { MoneyMethod } from '../../domain/money-labels.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { itemMessage } from '../item-message.ts';
import { EXAMPLE_TITLE, greetedName, itemAccount, itemAmounts, itemDetails } from '../item-sections.ts';
import { paymentUndoneText } from './payment-undone.ts';

export const itemPaymentUndone = itemMessage<{ amount: number; method: MoneyMethod }>({
  kind: 'item.payment_undone',
  label: 'Place or purchase: payment undone',
  on: {
    'item.payment_undone': ({ entry_id, amount, method }) => ({
      key: `undone:${entry_id}`,
      details: { amount, method },
    }),
  },
  follows: ['item.left', 'item.unmatched', 'item.refund_undone'],
  chat: {
    text: 'This is about {{1}}. {{2}} Use the button to see all payments.',
    examples: [EXAMPLE_TITLE, paymentUndoneText({ amount: 2500, method: 'cash' }, 0)],
    button: 'Open my page',
    values: ({ payer, details }) => [payer.item.title, paymentUndoneText(details, payer.balance)],
  },
  content: ({ payer, club, details }) => {
    const sentence = paymentUndoneText(details, payer.balance);
    return {
      subject: `${formatPkr(details.amount)} was recorded by mistake: ${payer.item.title}`,
      preview: sentence,
      badge: { text: 'Correction', tone: 'warning' },
      heading: 'Our mistake',
      sections: [
        greetingSection(greetedName(payer), sentence),
        itemDetails(payer),
        itemAmounts(payer),
        ...itemAccount(payer),
        questionsNote(club),
      ],
    };
  },
  short: ({ payer, title, details: { amount } }) => {
    const rest = payer.balance < 0 ? `You still get ${formatPkr(-payer.balance)}.` : 'So nothing goes back.';
    return `we recorded ${formatPkr(amount)} from you for ${title} by mistake, sorry. ${rest}`;
  },
  samples: {
    nothing: { item: { state: 'left', charge: 0, balance: 0 }, details: { amount: 2500, method: 'cash' } },
  },
});
