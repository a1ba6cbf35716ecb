import { payerEmail } from '../booking-message.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { pageButton, playDetails, titled } from '../payer-message.ts';
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
  content: ({ payer, club }) => {
    // The mailbox may not be the payer's own, so the email shows only the end of the number.
    const [number = ''] = (payer.refund_account ?? '').split(',');
    const text = `We’re sending your refund to the account ending in ${number.slice(-4)}. If this isn’t yours, please call us now.`;
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
