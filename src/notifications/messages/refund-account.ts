import { payerEmail } from '../booking-message.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { chatOwed, type PayerMessage, pageButton, playDetails, titled } from '../payer-message.ts';
import { CANCELLED } from '../sample-data.ts';

const ACCOUNT = 'PK36SCBL0000001123456702, Ayesha Khan';

/** An account for the refund was entered. */
export const refundAccount = payerEmail({
  kind: 'booking.refund_account',
  label: 'Refund: account entered',
  on: {
    'booking.refund_account_given': ({ at }) => ({ key: String(at) }),
  },
  required: true,
  withdrawIf: ({ payer: { balance, refund_account } }) =>
    balance < 0 && refund_account !== null ? null : 'the refund was made',
  chat: {
    text: 'We’re sending the refund for your {{1}} to the account ending in {{2}}. If this isn’t yours, please call us now.',
    examples: ['booking 1042', '6702'],
    button: 'Open my page',
    atOnce: true,
    values: ({ payer }) => [chatOwed(payer), endOf(payer)],
  },
  content: ({ payer, club }) => {
    const text = `We’re sending your refund to the account ending in ${endOf(payer)}. If this isn’t yours, please call us now.`;
    return {
      subject: titled(payer, 'the account for your refund'),
      preview: text,
      badge: { text: 'Refund', tone: 'warning' },
      heading: 'The account for your refund',
      sections: [
        greetingSection(payer.name, text),
        playDetails(payer),
        pageButton(payer),
        questionsNote(club),
      ],
    };
  },
  samples: {
    changed: {
      booking: { ...CANCELLED, received: 6250, charge: 0, balance: -6250, refund_account: ACCOUNT },
    },
    player: {
      payer: { state: 'left', charge: 0, received: 2500, balance: -2500, refund_account: ACCOUNT },
    },
  },
});

/** Whoever reads the message may not be the payer, so it shows only the end of the number. */
function endOf({ refund_account }: PayerMessage): string {
  const [number = ''] = (refund_account ?? '').split(',');
  return number.slice(-4);
}
