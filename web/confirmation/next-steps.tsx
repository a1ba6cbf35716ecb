import type { Booking, PublicBooking } from '../../src/domain/booking.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { formatPayBy } from '../../src/domain/format-payment-deadline.ts';
import { isReleased } from '../../src/domain/late-receipt.ts';
import { restSentence } from '../../src/domain/payment-instructions.ts';
import { CancellationPolicy } from '../shared/cancellation-policy.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';

export function NextSteps({ booking }: { booking: Booking | PublicBooking }) {
  const steps = 'balance' in booking ? listSteps(booking) : listPublicSteps(booking);
  return (
    <section className="card" aria-labelledby="next-title">
      <h2 id="next-title">What's Next</h2>
      <ol className="next-steps">
        {steps.map((step) => (
          <li key={step}>
            <NoWrap>{step}</NoWrap>
          </li>
        ))}
      </ol>
      {booking.status !== 'cancelled' && (
        <p className="small">
          <CancellationPolicy booking={booking} />
        </p>
      )}
    </section>
  );
}

const arriveEarly = 'Arrive 15 minutes early. Your court is set up 5 minutes before you start.';

/** The steps that anyone with the booking number may read: none is about money. */
function listPublicSteps({ id, status }: PublicBooking): string[] {
  if (status === 'cancelled')
    return ['Its slots are free again. You can book another time whenever you like.'];
  return [
    ...(status === 'pending' ? ['Open the link in your email to pay, cancel or reschedule.'] : []),
    `Keep your booking number: ${id}.`,
    arriveEarly,
  ];
}

function listSteps(booking: Booking): string[] {
  const amount = formatPkr(booking.computed_amount);
  if (isReleased(booking) && booking.payment_method === 'bank_transfer') {
    return booking.receipt_received
      ? [
          'We check your receipt against our account within 24 hours.',
          'We email you: your slot again if it is still free, or credit or a refund.',
        ]
      : [
          'You can book the same slot again while it is free.',
          'If you have already paid, upload the receipt on this page.',
        ];
  }
  if (booking.status === 'cancelled') {
    return [
      'Your slots are free again. You can book another time whenever you like.',
      booking.balance < 0
        ? `We will refund ${formatPkr(-booking.balance)}.`
        : booking.received > 0
          ? 'Nothing more is to be paid or refunded.'
          : 'If you have already paid, call us with your booking number.',
    ];
  }
  const { received, balance } = booking;
  if (booking.status === 'paid') {
    return [
      ...(balance > 0 ? [restSentence(booking)] : []),
      `Keep your booking number: ${booking.id}.`,
      arriveEarly,
    ];
  }
  if (received > 0) {
    return [
      balance > 0 ? restSentence(booking) : 'Your booking is confirmed.',
      `Tell the reception your booking number: ${booking.id}.`,
      arriveEarly,
    ];
  }
  if (booking.payment_method === 'cash') {
    return [
      `Bring ${amount} in cash to the club reception.`,
      `Tell the reception your booking number: ${booking.id}.`,
      arriveEarly,
    ];
  }
  if (booking.payment_method === 'credit') {
    return [
      `Pay ${amount} at the club reception, with your credit or in cash.`,
      `Tell the reception your booking number: ${booking.id}.`,
      arriveEarly,
    ];
  }
  if (booking.payment_method === 'card') {
    return [
      'We are waiting for your bank; this takes a moment.',
      'We confirm by email as soon as the payment has arrived.',
      arriveEarly,
    ];
  }
  if (booking.receipt_received) {
    return [
      'We check your receipt against our account within 24 hours.',
      'We send you an email when your booking is confirmed.',
      arriveEarly,
    ];
  }
  return [
    `Send ${amount} from your bank's app${booking.pay_by ? ` by ${formatPayBy(booking.pay_by)}` : ''}, with booking ${booking.id} as the reference.`,
    'Upload a picture of the receipt on this page.',
    'We check it within 24 hours and confirm by email.',
    arriveEarly,
  ];
}
