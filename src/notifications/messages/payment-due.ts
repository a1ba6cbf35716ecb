import type { Booking } from '../../domain/booking.ts';
import { formatPkr } from '../../domain/format-money.ts';
import { formatPayBy } from '../../domain/format-payment-deadline.ts';
import { bookingEmail, bookingSms } from '../booking-message.ts';
import { bookingButton, bookingDetails, courtAndPlay, ownPrice, paymentSteps } from '../booking-sections.ts';
import { greetingSection } from '../email-content.ts';
import { HELD } from '../sample-data.ts';
import { clubInSms, courtInSms, oneOf, startInSms } from '../sms-text.ts';

const withdrawnBy = ['booking.paid', 'booking.cancelled', 'receipt.received'] as const;

/** At half of the time to pay. */
export const paymentDue = bookingEmail({
  kind: 'booking.payment_due',
  urgency: 2,
  label: 'Payment reminder',
  on: { 'booking.payment_due': (_, { pay_by }) => ({ key: `${pay_by}` }) },
  withdrawnBy,
  withdrawIf: ({ booking, now }) =>
    isPayable(booking, now) ? null : 'the payment came, or the time is over',
  content: ({ booking, club }) => {
    const payBy = formatPayBy(booking.pay_by ?? '');
    return {
      subject: `Booking ${booking.id}: please pay by ${payBy}`,
      preview: courtAndPlay(booking),
      badge: { text: 'Payment pending', tone: 'warning' },
      heading: `Please pay by ${payBy}`,
      sections: [
        greetingSection(
          booking.name,
          `We are holding your court and have not received your payment yet. After ${payBy} other players can book this slot. If you have already paid, please upload your receipt.`,
        ),
        bookingDetails(booking),
        ownPrice(booking),
        paymentSteps(booking, club),
        bookingButton(booking),
      ],
    };
  },
  samples: { held: { booking: HELD } },
});

export const smsPaymentDue = bookingSms({
  kind: 'sms.payment_due',
  urgency: 2,
  label: 'SMS: payment reminder',
  on: { 'booking.payment_due': (_, { pay_by }) => ({ key: `${pay_by}` }) },
  withdrawnBy,
  latest: ({ pay_by }) => Date.parse(pay_by ?? ''),
  suits: isPayable,
  text: (booking, club) => {
    const start = startInSms(booking);
    const courtAndStart = `${courtInSms(booking.court_name)}, ${start}`;
    const write = (place: string) =>
      `${clubInSms(club)}: please pay ${formatPkr(booking.balance)} for no. ${booking.id} (${place}) by ${formatPayBy(booking.pay_by ?? '')}, or the slot is released.`;
    return oneOf([`${write(courtAndStart)} Tel ${club.phone}`, write(courtAndStart), write(start)]);
  },
  samples: { held: { booking: HELD } },
});

/** Whether the customer can still pay in time. */
function isPayable({ status, balance, pay_by }: Booking, now: number): boolean {
  return status === 'pending' && balance > 0 && pay_by !== null && Date.parse(pay_by) > now;
}
