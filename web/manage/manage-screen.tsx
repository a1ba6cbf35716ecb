import { useEffect, useLayoutEffect, useState } from 'react';
import { itemHeading } from '../../src/domain/item-heading.ts';
import { callInstead } from '../../src/domain/reach-words.ts';
import { ownPart } from '../../src/domain/share.ts';
import { callApi } from '../lib/api.ts';
import { useHydrated } from '../lib/hydrated.tsx';
import { reloadBooking } from '../lib/reload.ts';
import { useLocation, useQueryParams } from '../lib/router.ts';
import { serverNow } from '../lib/server-time.ts';
import { StaticServerHtml } from '../lib/static-server-html.tsx';
import {
  findBookingKey,
  managePath,
  nextBookingRef,
  parseManageFragment,
  refFromQuery,
  storeBookingKey,
} from '../lib/stored-booking-keys.ts';
import { useCurrentMinute } from '../lib/use-current-minute.ts';
import { BookingHeading } from '../shared/booking-view/booking-heading.tsx';
import { HelpCard } from '../shared/booking-view/help-card.tsx';
import { CardOrRow } from '../shared/booking-view/row.tsx';
import { UnreachableAlert } from '../shared/booking-view/unreachable-alert.tsx';
import {
  isCustomerDetails,
  isItemDetails,
  useBookingDetails,
  usePayerDetails,
} from '../shared/booking-view/use-booking-details.ts';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { ConfirmEmailChange } from './confirm-email-change.tsx';
import { EmailAddressForm } from './email-address-form.tsx';
import { ItemPage } from './item-page.tsx';
import { ManageBooking } from './manage-booking.tsx';
import { OpenHandedLink } from './open-handed-link.tsx';
import { PayerHeading, PayerPage, payerHeading } from './payer-page.tsx';
import type { PaymentReturn } from './payment-return.tsx';

/**
 * A booking, place or purchase as its customer or another payer manages it, opened from an email's link or signed in.
 */
export default function ManageScreen() {
  const hydrated = useHydrated();
  const { confirmation, pending, handed, forgetHanded } = useManageLink();
  const query = useQueryParams();
  const named = refFromQuery(query);
  // Without a number: whatever this browser was to play next when the page opened.
  const [next] = useState(() => nextBookingRef(serverNow()) ?? null);
  const ref = hydrated && !pending && !handed ? (named ?? next) : null;
  const isPayer = typeof ref === 'string';
  const own = useBookingDetails(isPayer ? null : ref);
  const other = usePayerDetails(isPayer ? Number(ref.slice(1)) : null);
  const customer = own.details && isCustomerDetails(own.details) ? own.details : null;
  const payer = other.details && !isItemDetails(other.details) ? other.details : null;
  const item = other.details && isItemDetails(other.details) ? other.details : null;
  const { state } = isPayer ? other : own;
  const id = isPayer ? (payer?.booking.id ?? null) : ref;
  const isKnown = customer !== null || payer !== null || item !== null;
  const isMissing =
    hydrated && !pending && !handed && (ref === null || (own.details && !customer) || state === 'not_found');
  const isLoading = !isKnown && !isMissing && !handed && state !== 'unreachable';
  const shared = { isStored: state === 'stored', payment: parsePaymentReturn(query.payment) };
  const now = useCurrentMinute();
  return (
    <main id="main" className="container confirm" tabIndex={-1} aria-busy={!isKnown && !isMissing && !handed}>
      <header className="page-head">
        {isLoading ? (
          <StaticServerHtml tag="div" id="opened-link">
            <p className="eyebrow">Your booking</p>
            <h1>Your booking</h1>
            <p className="lead requires-javascript" role="status">
              One moment, we are loading your booking…
            </p>
          </StaticServerHtml>
        ) : (
          <p className="eyebrow">{item ? item.item.title : id === null ? 'Your booking' : `Booking ${id}`}</p>
        )}
        {customer && (
          <BookingHeading
            booking={ownPart(customer.booking, customer.payers)}
            selfService={customer.self_service}
            now={now}
          />
        )}
        {payer && <PayerHeading text={payerHeading(payer)} />}
        {item && <PayerHeading text={itemHeading(item, serverNow())} />}
        {!isKnown && !isLoading && <h1>{isMissing ? 'My booking' : 'Your booking'}</h1>}
        <JavaScriptRequired feature="Managing your booking" />
        <noscript>
          <p>Our message about it has the booking’s number and time.</p>
        </noscript>
      </header>
      {handed && <OpenHandedLink link={handed} onOpened={forgetHanded} />}
      {(state === 'unreachable' || state === 'stored') && <UnreachableAlert isStored={state === 'stored'} />}
      {customer && confirmation && <ConfirmEmailChange details={customer} confirmation={confirmation} />}
      {customer && <ManageBooking details={customer} opensSplit={query.open === 'split'} {...shared} />}
      {payer && <PayerPage details={payer} {...shared} />}
      {item && <ItemPage details={item} payment={shared.payment} />}
      {isKnown && named === null && (
        <div className="rows">
          <LostLink title="Another booking?" folds />
        </div>
      )}
      {isMissing && (
        <div className="split">
          {isPayer ? (
            <LostPayerLink />
          ) : (
            <LostLink title={ref === null ? 'Find your booking' : 'This link doesn’t open the booking'} />
          )}
          <HelpCard hint="Tell us your name and the day, and we will find your booking." />
        </div>
      )}
    </main>
  );
}

function parsePaymentReturn(text = ''): PaymentReturn {
  return text === 'returned' || text === 'cancelled' ? text : '';
}

/**
 * Takes the key from the address's fragment before other code can send it elsewhere. The address keeps the booking's
 * number, so that Back, reload and the tab's history work without the key.
 */
function useManageLink(): {
  confirmation: string;
  pending: boolean;
  /** What the reception's link has behind `#`; empty without one. */
  handed: string;
  forgetHanded: () => void;
} {
  const { route } = useLocation();
  const [confirmation, setConfirmation] = useState('');
  const [handed, setHanded] = useState('');
  const [pending, setPending] = useState(true);
  useLayoutEffect(() => {
    const readLink = () => {
      const link = parseManageFragment(location.hash);
      if (/^#h\d/.test(location.hash)) {
        setHanded(location.hash.slice(1));
        history.replaceState(history.state, '', location.pathname);
      }
      if (link) {
        const isKnown = findBookingKey(link.ref) === link.key;
        storeBookingKey(link.ref, link.key);
        setConfirmation(link.confirmation);
        route(managePath(link.ref), true);
        if (!isKnown) void reloadBooking();
      }
      setPending(false);
    };
    readLink();
    addEventListener('hashchange', readLink);
    return () => removeEventListener('hashchange', readLink);
  }, [route]);
  useEffect(() => {
    // After a route change, some browsers keep the fragment until the next one.
    if (!pending && location.hash)
      history.replaceState(history.state, '', location.pathname + location.search);
  }, [pending]);
  return { confirmation, pending, handed, forgetHanded: () => setHanded('') };
}

/** Emails links to upcoming bookings to the address that made them; without mail the reception has a new one. */
function LostLink({ title, folds = false }: { title: string; folds?: boolean }) {
  const { club } = usePageData();
  const [answer, setAnswer] = useState('');
  const requestLinks = async (email: string) => {
    const { message } = await callApi('POST /api/manage-links', { body: { email } });
    setAnswer(message);
  };
  return (
    <CardOrRow folds={folds} id="lost-title" title={title} className="card requires-javascript">
      <p>
        {club.no_mail
          ? 'The browser that booked opens it without a link.'
          : 'The newest message about the booking has its link.'}{' '}
        Members can also <a href="/login">log in</a>.
      </p>
      {club.no_mail ? (
        <p>{callInstead(club, 'for a new link')}</p>
      ) : (
        <EmailAddressForm
          label="Email you booked with"
          name="email"
          submitLabel="Send me my links"
          onSubmit={requestLinks}
        />
      )}
      <p role="status">{answer}</p>
    </CardOrRow>
  );
}

/** Whom to ask for a share's link. */
function LostPayerLink() {
  return (
    <section className="card requires-javascript" aria-labelledby="lost-title">
      <h2 id="lost-title">This link no longer works</h2>
      <p>Please ask your host or the reception for a new link, or use the newest message about it.</p>
    </section>
  );
}
