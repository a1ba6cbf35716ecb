import { formatPkr } from '../../domain/format-money.ts';
import { MONEY_METHOD_LABELS, type MoneyMethod } from '../../domain/ledger.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { playDetails, playerEmail, shareAmounts } from '../player-message.ts';
import { NEXT_AFTER_REFUND } from './booking-refunded.ts';

export const playerRefunded = playerEmail<{ amount: number; method: MoneyMethod }>({
  kind: 'player.refunded',
  label: 'Player: refund',
  on: {
    'player.refunded': ({ entry_id, amount, method }) => ({
      key: `e${entry_id}`,
      details: { entry_id, amount, method },
    }),
  },
  byClub: true,
  withdrawIf: () => null,
  content: (player, club, { amount, method }) => {
    const refund = formatPkr(amount);
    const sentence = `${refund} was refunded by ${MONEY_METHOD_LABELS[method].toLowerCase()}. ${NEXT_AFTER_REFUND[method]}`;
    return {
      subject: `${refund} was refunded: ${formatPlayDate(player.booking)}`,
      preview: sentence.trim(),
      badge: { text: 'Refunded', tone: 'success' },
      heading: 'Your refund',
      sections: [
        greetingSection(player.name, sentence.trim()),
        playDetails(player),
        shareAmounts(player),
        questionsNote(club),
      ],
    };
  },
  samples: {
    transfer: {
      player: { state: 'left', charge: 0, received: 0, balance: 0 },
      details: { entry_id: 2, amount: 2500, method: 'bank_transfer' },
    },
  },
});
