import { formatPkr } from '../../domain/format-money.ts';
import { capitalized } from '../../domain/item-words.ts';
import { type MoneyMethod, REFUNDED_HOW } from '../../domain/money-labels.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { type ItemMessage, itemMessage } from '../item-message.ts';
import { EXAMPLE_TITLE, greetedName, itemAccount, itemButton, itemDetails } from '../item-sections.ts';
import { refundUndoneText } from './booking-refunded.ts';

export const itemRefunded = itemMessage<{ amount: number; method: MoneyMethod }>({
  kind: 'item.refunded',
  label: 'Place or purchase: refunded',
  on: {
    'item.refunded': ({ entry_id, amount, method }) => ({
      key: `refund:${entry_id}`,
      details: { amount, method },
    }),
  },
  chat: {
    text: 'We’ve refunded you {{1}} for {{2}}. You get it {{3}}; a bank transfer or a card can take a few business days. Use the button to see all payments.',
    examples: ['PKR 2,500', EXAMPLE_TITLE, REFUNDED_HOW.bank_transfer],
    button: 'Open my page',
    values: ({ payer, details: { amount, method } }) => [
      formatPkr(amount),
      payer.item.title,
      REFUNDED_HOW[method],
    ],
  },
  content: ({ payer, club, details: { amount, method } }) => ({
    subject: `Refund of ${formatPkr(amount)}: ${payer.item.title}`,
    preview: capitalized(REFUNDED_HOW[method]),
    badge: { text: 'Refunded', tone: 'success' },
    heading: 'Your refund',
    sections: [
      greetingSection(greetedName(payer), `We’ve refunded you ${formatPkr(amount)} ${REFUNDED_HOW[method]}.`),
      itemDetails(payer),
      questionsNote(club),
    ],
  }),
  short: ({ title, details: { amount, method } }) =>
    `we’ve refunded you ${formatPkr(amount)} for ${title} ${REFUNDED_HOW[method]}.`,
  samples: { cash: { item: { state: 'left' }, details: { amount: 2500, method: 'cash' } } },
});

export const itemRefundAccount = itemMessage({
  kind: 'item.refund_account',
  label: 'Place or purchase: account for the refund entered',
  on: { 'item.refund_account_given': ({ at }) => ({ key: `account:${at}` }) },
  withdrawIf: ({ balance, refund_account }) =>
    balance < 0 && refund_account !== null ? null : 'the refund was made',
  chat: {
    text: 'We’re sending your refund for {{1}} to the account ending in {{2}}. If this is not yours, please call us now.',
    examples: [EXAMPLE_TITLE, '6702'],
    button: 'Open my page',
    values: ({ payer }) => [payer.item.title, endOfAccount(payer)],
  },
  content: ({ payer, club }) => {
    // The mailbox may not be the payer's own, so the email shows only the end of the number.
    const text = `We’re sending your refund to the account ending in ${endOfAccount(payer)}. If this isn’t yours, please call us now.`;
    return {
      subject: `The account for your refund: ${payer.item.title}`,
      preview: text,
      badge: { text: 'Refund', tone: 'warning' },
      heading: 'The account for your refund',
      sections: [
        greetingSection(greetedName(payer), text),
        itemDetails(payer),
        itemButton(payer),
        questionsNote(club),
      ],
    };
  },
  short: ({ payer, title }) =>
    `your refund for ${title} goes to the account ending in ${endOfAccount(payer)}. If it is not yours, please call us.`,
  samples: {
    entered: {
      item: {
        state: 'left',
        charge: 0,
        received: 2500,
        balance: -2500,
        refund_account: 'PK36SCBL0000001123456702, Ayesha Khan',
      },
    },
  },
});

function endOfAccount({ refund_account }: ItemMessage): string {
  const [number = ''] = (refund_account ?? '').split(',');
  return number.slice(-4);
}

export const itemRefundUndone = itemMessage<{ amount: number; method: MoneyMethod }>({
  kind: 'item.refund_undone',
  label: 'Place or purchase: refund undone',
  on: {
    'item.refund_undone': ({ entry_id, amount, method }) => ({
      key: `refund:${entry_id}`,
      details: { amount, method },
    }),
  },
  corrects: { kind: 'item.refunded', reason: 'the refund was undone' },
  chat: {
    text: 'We wrote that we’ve refunded you {{1}} for {{2}}. That was recorded by mistake, sorry. Use the button to see all payments and what you still get.',
    examples: ['PKR 2,500', EXAMPLE_TITLE],
    button: 'Open my page',
    values: ({ payer, details: { amount } }) => [formatPkr(amount), payer.item.title],
  },
  content: ({ payer, club, details }) => {
    const sentence = refundUndoneText(details, payer.balance);
    return {
      subject: `${formatPkr(details.amount)} was not refunded yet: ${payer.item.title}`,
      preview: sentence,
      badge: { text: 'Correction', tone: 'warning' },
      heading: 'Our mistake',
      sections: [
        greetingSection(greetedName(payer), sentence),
        itemDetails(payer),
        ...itemAccount(payer),
        questionsNote(club),
      ],
    };
  },
  short: ({ title, details: { amount } }) =>
    `we wrote that we refunded you ${formatPkr(amount)} for ${title}. That was a mistake, sorry.`,
  samples: {
    due: {
      item: { state: 'left', charge: 0, received: 2500, balance: -2500 },
      details: { amount: 2500, method: 'cash' },
    },
  },
});
