import { clubTimestamp } from '../../domain/business-day.ts';
import { formatPkr } from '../../domain/format-money.ts';
import { formatPayBy } from '../../domain/format-payment-deadline.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { questionsNote } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import {
  goneReason,
  payerEmail,
  playDetails,
  shareAmounts,
  shareButton,
  shareSteps,
} from '../payer-message.ts';

/** At half of the time to pay, three hours before play, and when a payment that had taken a place was undone. */
export const payerDue = payerEmail({
  kind: 'payer.payment_due',
  urgency: 2,
  label: 'Player: payment reminder',
  on: { 'payer.payment_due': ({ at }) => ({ key: `${at}` }) },
  withdrawIf: (payer) => goneReason(payer) ?? (payer.balance > 0 ? null : 'the share is paid'),
  content: (payer, club) => {
    const { booking, hold_until } = payer;
    const pay_by = hold_until === null ? booking.pay_by : clubTimestamp(hold_until);
    const until = pay_by === null ? 'before you play' : `by ${formatPayBy(pay_by)}`;
    return {
      subject: `Please pay your share: ${formatPlayDate(payer.booking)}`,
      preview: `${formatPkr(payer.balance)}, ${until}`,
      badge: { text: 'Payment pending', tone: 'warning' },
      heading: `Please pay ${until}`,
      sections: [
        greetingSection(
          payer.name,
          'We have not received your share yet. If you have already paid by transfer, please upload your receipt.',
        ),
        playDetails(payer),
        shareAmounts(payer),
        ...shareSteps(payer, club),
        shareButton(payer),
        questionsNote(club),
      ],
    };
  },
  samples: { open: {}, held: { booking: { pay_by: '2026-11-21T06:00:00+05:00' } } },
});
