import type { Booking } from '../../domain/booking.ts';
import { formatPkr } from '../../domain/format-money.ts';
import { formatPayBy } from '../../domain/format-payment-deadline.ts';
import { payerEmail } from '../booking-message.ts';
import { courtAndPlay, questionsNote } from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { greetingSection } from '../email-content.ts';
import {
  chatOwed,
  chatToPay,
  ownMoney,
  pageButton,
  payByOf,
  paySteps,
  playDetails,
  titled,
} from '../payer-message.ts';
import { HELD } from '../sample-data.ts';
import { shortClub, shortCourt, shortStart } from '../short-text.ts';

/** What follows if nobody pays. */
const AFTER = {
  customer: 'After that, other players can book this time.',
  place: 'After that, another player can take your place.',
  share: 'Everybody pays for their own place.',
};

const withdrawnBy = ['booking.paid', 'booking.cancelled', 'receipt.received'] as const;

/**
 * Sent at half-time of the payment deadline; to players also three hours before play, and when a payment that had
 * secured a place was undone.
 */
export const paymentDue = payerEmail({
  kind: 'booking.payment_due',
  urgency: 2,
  label: 'Payment reminder',
  on: { 'payer.payment_due': ({ at }) => ({ key: `${at}` }) },
  withdrawnBy,
  withdrawIf: ({ payer, booking, now }) => {
    const isOpen = payer.position === 1 ? isPayable(booking, now) : payer.balance > 0;
    return isOpen ? null : 'the payment arrived, or the deadline has passed';
  },
  chat: {
    text: 'Please pay {{1}} for your {{2}}: {{3}}, {{4}}. {{5}} If you’ve already paid, please send us the receipt.',
    examples: ['PKR 12,500 by 7 PM', 'booking 1042', ...PLAY_EXAMPLES, AFTER.customer],
    button: 'Pay or send the receipt',
    atOnce: true,
    values: ({ booking, payer }) => [
      chatToPay(payer),
      chatOwed(payer),
      ...chatPlay(booking),
      AFTER[payer.position === 1 ? 'customer' : payer.hold_until === null ? 'share' : 'place'],
    ],
  },
  content: ({ payer, club }) => {
    const isCustomer = payer.position === 1;
    const payBy = payByOf(payer);
    const until = payBy === null ? 'before you play' : `by ${formatPayBy(payBy)}`;
    return {
      subject: isCustomer ? titled(payer, `please pay ${until}`) : titled(payer, 'please pay your share'),
      preview: isCustomer ? courtAndPlay(payer.booking) : `${formatPkr(payer.balance)}, ${until}`,
      badge: { text: 'Payment pending', tone: 'warning' },
      heading: `Please pay ${until}`,
      sections: [
        greetingSection(
          payer.name,
          isCustomer
            ? `We’re holding your court, but we haven’t received your payment yet. After ${formatPayBy(payBy ?? '')}, other players can book this slot. If you’ve already paid, please upload your receipt.`
            : 'We haven’t received your share yet. If you’ve already paid by transfer, please upload your receipt.',
        ),
        playDetails(payer),
        ownMoney(payer),
        ...paySteps(payer, club),
        pageButton(payer),
        questionsNote(club),
      ],
    };
  },
  short: {
    on: { 'payer.payment_due': (_, { pay_by }) => ({ key: `${pay_by}` }) },
    latest: ({ pay_by }) => Date.parse(pay_by ?? ''),
    suits: isPayable,
    texts: (booking, club) => {
      const start = shortStart(booking);
      const courtAndStart = `${shortCourt(booking.court_name)}, ${start}`;
      const write = (place: string) =>
        `${shortClub(club)}: please pay ${formatPkr(booking.balance)} for no. ${booking.id} (${place}) by ${formatPayBy(booking.pay_by ?? '')}, or the slot is released.`;
      return [`${write(courtAndStart)} Tel ${club.phone}`, write(courtAndStart), write(start)];
    },
  },
  samples: {
    held: { booking: HELD },
    share: { payer: {} },
    'held share': { booking: HELD, payer: {} },
  },
});

/** Whether the customer can still pay in time. */
function isPayable({ status, balance, pay_by }: Booking, now: number): boolean {
  return status === 'pending' && balance > 0 && pay_by !== null && Date.parse(pay_by) > now;
}
