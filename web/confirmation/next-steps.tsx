import type { PublicBooking } from '../../src/domain/booking.ts';
import { formatPkr } from '../../src/domain/money.ts';
import { balanceDue } from '../../src/domain/payment.ts';
import { usePageData } from '../shared/page-data.tsx';
import { mailLink, phoneLink } from '../ui/contact-links.ts';
import { Icon } from '../ui/icons.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';

export function NextSteps({ booking }: { booking: PublicBooking }) {
  return (
    <section className="card" aria-labelledby="next-title">
      <h2 id="next-title">What's Next</h2>
      <ol className="next-steps">
        {listSteps(booking).map((step) => (
          <li key={step}>
            <NoWrap>{step}</NoWrap>
          </li>
        ))}
      </ol>
      {booking.status === 'paid' && (
        <p className="small">
          Plans change? See what you get back in the{' '}
          <a href="/return-refund-policy">Return &amp; Refund Policy</a>.
        </p>
      )}
    </section>
  );
}

function listSteps(booking: PublicBooking): string[] {
  const amount = formatPkr(booking.computed_amount);
  const arriveEarly = 'Arrive 15 minutes early. Your court is set up 5 minutes before you start.';
  if (booking.status === 'cancelled') {
    return [
      'Your half-hours are free again; book another time whenever you like.',
      'Paid already? Call us with your booking number.',
    ];
  }
  if (booking.status === 'paid') {
    return [`Keep your booking number: ${booking.id}.`, arriveEarly, 'Play.'];
  }
  if (booking.payment_method === 'cash') {
    return [
      `Bring ${amount} in cash to the club reception.`,
      `Tell the desk your booking number: ${booking.id}.`,
      arriveEarly,
    ];
  }
  const amountDue = balanceDue(booking);
  if (amountDue !== null) {
    return [
      amountDue > 0
        ? `Pay ${formatPkr(amountDue)} at the club reception.`
        : 'The club confirms your booking by e-mail.',
      `Tell the desk your booking number: ${booking.id}.`,
      arriveEarly,
    ];
  }
  if (booking.payment_method === 'card') {
    return [
      'Your bank is being asked; this takes a moment.',
      'We confirm by e-mail as soon as the payment is in.',
      arriveEarly,
    ];
  }
  if (booking.receipt_received) {
    return [
      'We check your receipt against our account within 24 hours.',
      'You get an e-mail when your booking is confirmed.',
      arriveEarly,
    ];
  }
  return [
    `Send ${amount} from your bank's app, with booking ${booking.id} as the reference.`,
    'Upload a picture of the receipt on this page.',
    'We check it within 24 hours and confirm by e-mail.',
    arriveEarly,
  ];
}

/** Who to ask, on the pages after a booking; `hint` says what to have at hand. */
export function HelpCard({ hint = 'Have your booking number ready.' }: { hint?: string }) {
  const { club } = usePageData();
  return (
    <section className="card flat" aria-labelledby="help-title">
      <h2 id="help-title">Need help?</h2>
      <p>{hint}</p>
      <ul className="help-links">
        <li>
          <a href={phoneLink(club.phone)}>
            <Icon name="phone" /> {club.phone}
          </a>
        </li>
        <li>
          <a href={mailLink(club.email)}>
            <Icon name="mail" /> {club.email}
          </a>
        </li>
      </ul>
    </section>
  );
}
