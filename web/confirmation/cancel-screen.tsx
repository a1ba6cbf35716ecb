import type { StoppedBooking } from '../../src/domain/page-data.ts';
import { useQueryParams } from '../lib/router.ts';
import { bookAgainUrl } from '../shared/book-again-url.ts';
import { HelpCard } from '../shared/booking-view/help-card.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { Facts } from '../ui/facts.tsx';
import { Icon } from '../ui/icons.tsx';
import { formatCourt, formatDate, formatTime, parseCancelParams } from './cancel-params.ts';

/** The page after an interrupted payment. */
export default function CancelScreen() {
  const { club, stopped = null } = usePageData();
  // The page's HTML already has them.
  const params = parseCancelParams(useQueryParams()) ?? stopped;
  return (
    <main id="main" className="container confirm" tabIndex={-1}>
      <header className="page-head">
        <p className="eyebrow">Payment</p>
        <h1>Booking Cancelled</h1>
        <p className="lead">Your payment was cancelled or interrupted. No charges have been made.</p>
      </header>
      <div className="split">
        <div className="stack">
          {params && <AttemptedBooking params={params} />}
          <section className="card highlighted" aria-labelledby="next-title">
            <h2 id="next-title">What Can You Do?</h2>
            <div className="cluster">
              <a href={bookAgainUrl(params ?? {})} className="button wide">
                <Icon name="calendar" /> Book Again
              </a>
              <a href="/booking" className="button ghost wide">
                Different Payment
              </a>
              <a href="/contact" className="button ghost wide">
                Contact Us
              </a>
            </div>
          </section>
          <section className="card" aria-labelledby="happened-title">
            <h2 id="happened-title">What Happened?</h2>
            <ul className="cancel-points">
              <li>
                <strong>Payment Not Completed</strong>: it stopped before it went through.
              </li>
              <li>
                <strong>No Charges Made</strong>: nothing was taken from your card or account.
              </li>
              <li>
                <strong>Court Not Reserved</strong>: the slot is still available.
              </li>
            </ul>
          </section>
        </div>
        <div className="stack">
          <section className="card" aria-labelledby="options-title">
            <h2 id="options-title">Payment Options</h2>
            <ul className="checklist">
              <li>Online: credit/debit cards, Easypaisa, JazzCash via a payment provider</li>
              <li>Bank transfer with manual confirmation</li>
              <li>Cash at reception</li>
            </ul>
          </section>
          <HelpCard title="Need Immediate Help?" hint={club.opening_text} />
          <a href="/" className="button ghost wide">
            Back to Home
          </a>
        </div>
      </div>
    </main>
  );
}

function AttemptedBooking({ params }: { params: StoppedBooking }) {
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
