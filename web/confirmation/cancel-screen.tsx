import { useQueryParams } from '../lib/router.ts';
import { bookAgainUrl } from '../shared/book-again-url.ts';
import { usePageData } from '../shared/page-data.tsx';
import { emailLink, phoneLink } from '../ui/contact-links.ts';
import { EmailAddress } from '../ui/email-address.tsx';
import { Facts } from '../ui/facts.tsx';
import { Icon } from '../ui/icons.tsx';
import {
  type CancelParams,
  formatCourt,
  formatDate,
  formatTime,
  parseCancelParams,
} from './cancel-params.ts';

/** The page after an interrupted payment. */
export default function CancelScreen() {
  const { club } = usePageData();
  const params = parseCancelParams(useQueryParams());
  return (
    <main id="main" className="container narrow" tabIndex={-1}>
      <header className="page-head">
        <p className="eyebrow">Payment</p>
        <h1>Booking Cancelled</h1>
        <p className="lead">Your payment was cancelled or interrupted. No charges have been made.</p>
      </header>
      <div className="stack">
        <section className="card warm" aria-labelledby="happened-title">
          <h2 id="happened-title">What Happened?</h2>
          <ul className="checklist">
            <li>
              <strong>Payment Not Completed</strong>: the payment was stopped before it went through.
            </li>
            <li>
              <strong>No Charges Made</strong>: nothing was taken from your card or account.
            </li>
            <li>
              <strong>Court Not Reserved</strong>: the slot is still available.
            </li>
          </ul>
        </section>
        {params && <AttemptedBooking params={params} />}
        <section className="card" aria-labelledby="next-title">
          <h2 id="next-title">What Can You Do?</h2>
          <p className="cluster">
            <a href={bookAgainUrl(params ?? {})} className="button">
              <Icon name="calendar" /> Book Again
            </a>
            <a href="/booking" className="button ghost">
              Different Payment
            </a>
            <a href="/contact" className="button ghost">
              Contact Us
            </a>
          </p>
        </section>
        <div className="tiles">
          <section className="card" aria-labelledby="options-title">
            <h2 id="options-title">Payment Options</h2>
            <ul className="checklist">
              <li>Online: credit/debit cards, Easypaisa, JazzCash via a payment provider</li>
              <li>Bank transfer with manual confirmation</li>
              <li>Cash at reception</li>
            </ul>
          </section>
          <section className="card" aria-labelledby="help-title">
            <h2 id="help-title">Need Immediate Help?</h2>
            <p>Call or write: {club.opening_text}.</p>
            <div>
              <a href={phoneLink(club.phone)} className="contact-detail">
                <Icon name="phone" /> {club.phone}
              </a>
              <a href={emailLink(club.email)} className="contact-detail">
                <Icon name="mail" /> <EmailAddress address={club.email} />
              </a>
            </div>
          </section>
        </div>
        <p>
          <a href="/" className="button ghost">
            Back to Home
          </a>
        </p>
      </div>
    </main>
  );
}

function AttemptedBooking({ params }: { params: CancelParams }) {
  return (
    <section className="card flat" aria-labelledby="attempt-title">
      <h2 id="attempt-title">Attempted Booking Details</h2>
      <Facts
        of={{
          Court: formatCourt(params.court),
          Date: formatDate(params.date),
          Time: formatTime(params.time),
          Amount: 'PKR 5,000',
        }}
      />
    </section>
  );
}
