import { formatPkr } from '../../domain/format-money.ts';
import { type MoneyMethod, REFUNDED_HOW } from '../../domain/money-labels.ts';
import { CARD_REFUND_TIME } from '../../domain/refund.ts';
import { payerEmail } from '../booking-message.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import {
  chatOwed,
  correctionEmail,
  pageButton,
  playDetails,
  refundAmounts,
  titled,
} from '../payer-message.ts';
import { CANCELLED } from '../sample-data.ts';

/** A refund recorded in the ledger; PKR. */
export const bookingRefunded = payerEmail<{ entry_id: number; amount: number; method: MoneyMethod }>({
  kind: 'booking.refunded',
  label: 'Refund',
  on: {
    'payer.refunded': ({ entry_id, amount, method }) => ({
      key: `e${entry_id}`,
      details: { entry_id, amount, method },
    }),
  },
  duringCheckout: true,
  required: true,
  withdrawIf: ({ details, entries }) => {
    const entry = entries().find(({ id }) => id === details.entry_id);
    return entry && entry.reversed_by !== null ? 'the refund was undone' : null;
  },
  chat: {
    text: 'We’ve refunded you {{1}} for your {{2}}. You get it {{3}}; a bank transfer or a card can take a few business days. Your own page shows all payments.',
    examples: ['PKR 6,250', 'booking 1042', REFUNDED_HOW.bank_transfer],
    button: 'Open my page',
    values: ({ payer, details: { amount, method } }) => [
      formatPkr(amount),
      chatOwed(payer),
      REFUNDED_HOW[method],
    ],
  },
  content: ({ payer, club, details: { amount, method } }) => {
    const refund = formatPkr(amount);
    const sentence = `We’ve refunded you ${refund} ${REFUNDED_HOW[method]}. ${NEXT_AFTER_REFUND[method]}`;
    return {
      subject: titled(payer, `${refund} was refunded`),
      preview: sentence.trim(),
      badge: { text: 'Refunded', tone: 'success' },
      heading: 'Your refund',
      sections: [
        greetingSection(payer.name, sentence.trim()),
        playDetails(payer),
        refundAmounts(payer, amount),
        ...(payer.state === 'left' ? [] : [pageButton(payer)]),
        questionsNote(club),
      ],
    };
  },
  samples: {
    transfer: {
      booking: { ...CANCELLED, charge: 6250, received: 6250 },
      details: { entry_id: 2, amount: 6250, method: 'bank_transfer' },
    },
    credit: { booking: CANCELLED, details: { entry_id: 2, amount: 6250, method: 'credit' } },
    player: {
      payer: { state: 'left', charge: 0, received: 0, balance: 0 },
      details: { entry_id: 2, amount: 2500, method: 'bank_transfer' },
    },
  },
});

/** The refund was recorded by mistake, and its email has been sent. */
export const refundUndone = payerEmail<{ amount: number; method: MoneyMethod }>({
  kind: 'booking.refund_undone',
  label: 'Refund undone',
  on: {
    'payer.refund_undone': ({ entry_id, amount, method }) => ({
      key: `e${entry_id}`,
      details: { amount, method },
    }),
  },
  corrects: { kind: 'booking.refunded', reason: 'the refund was undone' },
  duringCheckout: true,
  required: true,
  chat: {
    text: 'This is about your {{1}}. {{2}} Your own page has the details, and asks for your account if we need it.',
    examples: ['booking 1042', refundUndoneText({ amount: 6250, method: 'cash' }, -6250)],
    button: 'Open my page',
    values: ({ payer, details }) => [chatOwed(payer), refundUndoneText(details, payer.balance)],
  },
  content: ({ payer, club, details }) => {
    const sentence = refundUndoneText(details, payer.balance);
    return correctionEmail(
      payer,
      club,
      titled(payer, `${formatPkr(details.amount)} was not refunded yet`),
      sentence,
    );
  },
  samples: {
    due: {
      booking: { ...CANCELLED, charge: 0, received: 6250 },
      details: { amount: 6250, method: 'cash' },
    },
    player: {
      payer: { state: 'left', charge: 0, received: 2500, balance: -2500 },
      details: { amount: 2500, method: 'bank_transfer' },
    },
  },
});

/** Takes back what a refund's message said; `balance` is what is owed now. */
export function refundUndoneText(
  { amount, method }: { amount: number; method: MoneyMethod },
  balance: number,
): string {
  const due = balance < 0 ? ` You still get ${formatPkr(-balance)} from us.` : '';
  return `We wrote that we’ve refunded you ${formatPkr(amount)} ${REFUNDED_HOW[method]}. That was recorded by mistake, sorry.${due}`;
}

const NEXT_AFTER_REFUND: Record<MoneyMethod, string> = {
  cash: '',
  bank_transfer: 'A bank transfer takes 2 to 5 business days.',
  card: CARD_REFUND_TIME,
  credit: 'You can pay with it when you book again.',
};
