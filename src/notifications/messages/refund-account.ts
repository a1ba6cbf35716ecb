import { formatPlayDate } from '../../domain/play-time.ts';
import { requiredEmail } from '../booking-message.ts';
import { bookingButton, bookingDetails, questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { payerEmail, playDetails, shareButton } from '../payer-message.ts';
import { CANCELLED } from '../sample-data.ts';

const ACCOUNT = 'PK36SCBL0000001123456702, Ayesha Khan';

/** An account for the refund was named. */
export const refundAccount = requiredEmail({
  kind: 'booking.refund_account',
  label: 'Refund: account named',
  on: {
    'booking.refund_account_given': ({ at }) => ({ key: String(at) }),
  },
  withdrawIf: ({ booking }) => goneReason(booking),
  content: ({ booking, club }) => ({
    subject: `The account for your refund of booking ${booking.id}`,
    ...wordsOf(booking),
    sections: [
      greetingSection(booking.name, wordsOf(booking).preview),
      bookingDetails(booking),
      bookingButton(booking),
      questionsNote(club),
    ],
  }),
  samples: {
    changed: {
      booking: { ...CANCELLED, received: 6250, charge: 0, balance: -6250, refund_account: ACCOUNT },
    },
  },
});

export const payerRefundAccount = payerEmail({
  kind: 'payer.refund_account',
  label: 'Player: refund account named',
  on: {
    'booking.refund_account_given': ({ at }) => ({ key: String(at) }),
  },
  withdrawIf: goneReason,
  content: (payer, club) => ({
    subject: `The account for your refund: ${formatPlayDate(payer.booking)}`,
    ...wordsOf(payer),
    sections: [
      greetingSection(payer.name, wordsOf(payer).preview),
      playDetails(payer),
      shareButton(payer),
      questionsNote(club),
    ],
  }),
  samples: {
    changed: {
      payer: { state: 'left', charge: 0, received: 2500, balance: -2500, refund_account: ACCOUNT },
    },
  },
});

interface Refund {
  balance: number;
  refund_account: string | null;
}

function goneReason({ balance, refund_account }: Refund): string | null {
  return balance < 0 && refund_account !== null ? null : 'the refund was made';
}

/** The mailbox may not be the customer's own, so the email has the end of the number only. */
function wordsOf({ refund_account }: Refund) {
  const [number = ''] = (refund_account ?? '').split(',');
  return {
    preview: `We send your refund to the account that ends with ${number.slice(-4)}. If this is not yours, please call us now.`,
    badge: { text: 'Refund', tone: 'warning' as const },
    heading: 'The account for your refund',
  };
}
