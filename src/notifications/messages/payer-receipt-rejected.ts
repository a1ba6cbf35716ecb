import { formatPlayDate } from '../../domain/play-time.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import {
  goneReason,
  heldNote,
  payerEmail,
  playDetails,
  shareAmounts,
  shareButton,
} from '../payer-message.ts';

const REASON = { reason: 'The picture shows PKR 250 instead of PKR 2,500.' };

export const payerReceiptRejected = payerEmail<{ reason: string }>({
  kind: 'payer.receipt_rejected',
  label: 'Player: receipt not accepted',
  on: {
    'receipt.rejected': ({ receipt_id, reason }) => ({ key: `r${receipt_id}`, details: { reason } }),
  },
  byClub: true,
  withdrawIf: () => null,
  content: (payer, club, { reason }) => ({
    subject: `We could not accept your receipt: ${formatPlayDate(payer.booking)}`,
    preview: reason,
    badge: { text: 'Receipt not accepted', tone: 'warning' },
    heading: 'We could not accept your receipt',
    sections: [
      greetingSection(
        payer.name,
        goneReason(payer)
          ? 'Your place is no longer held. If you have paid, please reply to this email.'
          : `Please pay and upload a new receipt on the page of your share.${heldNote(payer)}`,
      ),
      { kind: 'quote', text: reason },
      playDetails(payer),
      shareAmounts(payer),
      shareButton(payer),
      questionsNote(club),
    ],
  }),
  samples: {
    held: { payer: { hold_until: Date.parse('2026-11-20T15:40:00+05:00') }, details: REASON },
    rejected: { details: REASON },
    late: { payer: { state: 'left', charge: 0, balance: 0 }, details: REASON },
  },
});
