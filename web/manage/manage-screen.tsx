import { useEffect, useLayoutEffect, useState } from 'react';
import { ownPart } from '../../src/domain/share.ts';
import { callApi } from '../lib/api.ts';
import { useHydrated } from '../lib/hydrated.tsx';
import { invalidateQueries } from '../lib/query.ts';
import { useLocation, useQueryParams } from '../lib/router.ts';
import {
  findBookingKey,
  nextBookingId,
  parseManageFragment,
  storeBookingKey,
} from '../lib/stored-booking-keys.ts';
import { useCurrentMinute } from '../lib/use-current-minute.ts';
import { BookingHeading } from '../shared/booking-view/booking-heading.tsx';
import { HelpCard } from '../shared/booking-view/help-card.tsx';
import { UnreachableAlert } from '../shared/booking-view/unreachable-alert.tsx';
import { isCustomerDetails, useBookingDetails } from '../shared/booking-view/use-booking-details.ts';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { ConfirmEmailChange } from './confirm-email-change.tsx';
import { EmailAddressForm } from './email-address-form.tsx';
import { ManageBooking } from './manage-booking.tsx';
import type { PaymentReturn } from './payment-return.tsx';

/** One booking in its customer's hands, opened by the link of an email or signed in. */
export default function ManageScreen() {
  const hydrated = useHydrated();
  const { confirmation, pending } = useManageLink();
  const { booking_id = '', payment = '', open } = useQueryParams();
  const isNamed = /^\d{1,15}$/.test(booking_id);
  // Without a number: what this browser played next when the page opened.
  const [next] = useState(() => nextBookingId(Date.now()) ?? null);
  const known = hydrated && !pending && !isNamed ? next : null;
  const id = hydrated && !pending && isNamed ? Number(booking_id) : known;
  const { state, details } = useBookingDetails(id);
  const customer = details && isCustomerDetails(details) ? details : null;
  const now = useCurrentMinute();
  const isMissing = hydrated && !pending && (id === null || (details && !customer) || state === 'not_found');
  return (
    <main id="main" className="container confirm" tabIndex={-1} aria-busy={!customer && !isMissing}>
      <header className="page-head">
        <p className="eyebrow">{id === null ? 'Your booking' : `Booking ${id}`}</p>
        {customer ? (
          <BookingHeading
            booking={ownPart(customer.booking, customer.players)}
            selfService={customer.self_service}
            now={now}
          />
        ) : (
          <h1>{isMissing ? 'My booking' : 'Your booking'}</h1>
        )}
        <JavaScriptRequired feature="Managing your booking" />
        <noscript>
          <p>Your email has the number and the time of the booking, and how to pay for it.</p>
        </noscript>
        {!customer && !isMissing && state !== 'unreachable' && (
          <p className="lead requires-javascript" role="status">
            One moment, we are loading your booking…
          </p>
        )}
      </header>
      {(state === 'unreachable' || state === 'stored') && <UnreachableAlert isStored={state === 'stored'} />}
      {customer && confirmation && <ConfirmEmailChange details={customer} confirmation={confirmation} />}
      {customer && (
        <ManageBooking
          details={customer}
          isStored={state === 'stored'}
          opensSplit={open === 'split'}
          payment={parsePaymentReturn(payment)}
        />
      )}
      {customer && known !== null && <LostLink title="Another booking?" />}
      {isMissing && (
        <div className="split">
          <LostLink title={id === null ? 'Find your booking' : 'This link does not open the booking'} />
          <HelpCard hint="Tell us your name and the day, and we will find your booking." />
        </div>
      )}
    </main>
  );
}

function parsePaymentReturn(text: string): PaymentReturn {
  return text === 'returned' || text === 'cancelled' ? text : '';
}

/**
 * Takes the key from the address's fragment before other code can send it elsewhere. The address keeps the
 * booking's number, so that Back, reload and the tab's history work without the key.
 */
function useManageLink(): { confirmation: string; pending: boolean } {
  const { route } = useLocation();
  const [confirmation, setConfirmation] = useState('');
  const [pending, setPending] = useState(true);
  useLayoutEffect(() => {
    const readLink = () => {
      const link = parseManageFragment(location.hash);
      if (link) {
        const isKnown = findBookingKey(link.id) === link.key;
        storeBookingKey(link.id, link.key);
        setConfirmation(link.confirmation);
        route(`/manage?booking_id=${link.id}`, true);
        if (!isKnown) void invalidateQueries('/api/booking/');
      }
      setPending(false);
    };
    readLink();
    addEventListener('hashchange', readLink);
    return () => removeEventListener('hashchange', readLink);
  }, [route]);
  useEffect(() => {
    // A route change of the router keeps the fragment in some browsers until the next one.
    if (!pending && location.hash)
      history.replaceState(history.state, '', location.pathname + location.search);
  }, [pending]);
  return { confirmation, pending };
}

/** Emails the links of the coming bookings to the address that made them. */
function LostLink({ title }: { title: string }) {
  const [answer, setAnswer] = useState('');
  const requestLinks = async (email: string) => {
    const { message } = await callApi('POST /api/manage-links', { body: { email } });
    setAnswer(message);
  };
  return (
    <section className="card requires-javascript" aria-labelledby="lost-title">
      <h2 id="lost-title">{title}</h2>
      <p>
        The newest email about the booking has its link. Members can also <a href="/login">log in</a>.
      </p>
      <EmailAddressForm
        label="Email you booked with"
        name="email"
        submitLabel="Send me my links"
        onSubmit={requestLinks}
      />
      <p role="status">{answer}</p>
    </section>
  );
}
