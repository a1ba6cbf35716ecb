import { formatPkr } from '../../domain/format-money.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { payerEmail } from '../booking-message.ts';
import { questionsNote } from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { greetingSection } from '../email-content.ts';
import { goneReason, pageButton, playDetails, shareAmounts } from '../payer-message.ts';

export const payerPaid = payerEmail({
  kind: 'payer.paid',
  label: 'Player: share paid',
  on: { 'payer.paid': ({ entry_id }) => ({ key: `e${entry_id}` }) },
  required: true,
  calendar: true,
  withdrawIf: ({ payer }) => goneReason(payer) ?? (payer.balance > 0 ? 'the payment was undone' : null),
  chat: {
    text: 'Thank you, we’ve received your share of the price: {{1}}. You play here: {{2}}, {{3}}. See you on court.',
    examples: ['PKR 2,500', ...PLAY_EXAMPLES],
    button: 'Open my page',
    values: ({ payer }) => [formatPkr(payer.received), ...chatPlay(payer.booking)],
  },
  content: ({ payer, club }) => ({
    subject: `Your share is paid: ${formatPlayDate(payer.booking)}`,
    preview: `${formatPkr(payer.received)} received. See you on court.`,
    badge: { text: 'Paid', tone: 'success' },
    heading: 'Your share is paid',
    sections: [
      greetingSection(payer.name, 'Thank you. We’ve received your share. See you on court.'),
      playDetails(payer),
      shareAmounts(payer),
      pageButton(payer),
      questionsNote(club),
    ],
  }),
  samples: { paid: { payer: { received: 2500, balance: 0 } } },
});
