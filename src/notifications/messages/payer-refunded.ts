import { formatPkr } from '../../domain/format-money.ts';
import { MONEY_METHOD_LABELS, type MoneyMethod } from '../../domain/ledger.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { payerEmail, playDetails, shareAmounts } from '../payer-message.ts';
import { NEXT_AFTER_REFUND } from './booking-refunded.ts';

export const payerRefunded = payerEmail<{ amount: number; method: MoneyMethod }>({
  kind: 'payer.refunded',
  label: 'Player: refund',
  on: {
    'payer.refunded': ({ entry_id, amount, method }) => ({
      key: `e${entry_id}`,
      details: { entry_id, amount, method },
    }),
  },
  byClub: true,
  withdrawIf: () => null,
  content: (payer, club, { amount, method }) => {
    const refund = formatPkr(amount);
    const sentence = `${refund} was refunded by ${MONEY_METHOD_LABELS[method].toLowerCase()}. ${NEXT_AFTER_REFUND[method]}`;
    return {
      subject: `${refund} was refunded: ${formatPlayDate(payer.booking)}`,
      preview: sentence.trim(),
      badge: { text: 'Refunded', tone: 'success' },
      heading: 'Your refund',
      sections: [
        greetingSection(payer.name, sentence.trim()),
        playDetails(payer),
        shareAmounts(payer),
        questionsNote(club),
      ],
    };
  },
  samples: {
    transfer: {
      payer: { state: 'left', charge: 0, received: 0, balance: 0 },
      details: { entry_id: 2, amount: 2500, method: 'bank_transfer' },
    },
  },
});
