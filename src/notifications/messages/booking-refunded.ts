import { formatPkr } from '../../domain/format-money.ts';
import { MONEY_METHOD_LABELS, type MoneyMethod } from '../../domain/ledger.ts';
import { CARD_REFUND_TIME } from '../../domain/refund.ts';
import { payerEmail } from '../booking-message.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { pageButton, playDetails, shareAmounts, titled } from '../payer-message.ts';
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
    text: 'We have refunded {{1}} of your booking {{2}} to you by {{3}}. A bank transfer or a card can take a few business days. Your booking page shows all payments.',
    examples: ['PKR 6,250', '1042', 'bank transfer'],
    button: 'Open my booking',
    values: ({ booking, details: { amount, method } }) => [
      formatPkr(amount),
      `${booking.id}`,
      MONEY_METHOD_LABELS[method].toLowerCase(),
    ],
  },
  content: ({ payer, club, details: { amount, method } }) => {
    const refund = formatPkr(amount);
    const sentence = `${refund} was refunded by ${MONEY_METHOD_LABELS[method].toLowerCase()}. ${NEXT_AFTER_REFUND[method]}`;
    return {
      subject: titled(payer, `${refund} was refunded`),
      preview: sentence.trim(),
      badge: { text: 'Refunded', tone: 'success' },
      heading: 'Your refund',
      sections: [
        greetingSection(payer.name, sentence.trim()),
        playDetails(payer),
        shareAmounts(payer),
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

const NEXT_AFTER_REFUND: Record<MoneyMethod, string> = {
  cash: '',
  bank_transfer: 'A bank transfer takes 2 to 5 business days.',
  card: CARD_REFUND_TIME,
  credit: 'You can pay with it when you book again.',
};
