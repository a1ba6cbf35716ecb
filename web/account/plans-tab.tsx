import { useState } from 'react';
import type { PlanOffer, Purchase } from '../../src/domain/api/plan-answers.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { PAYMENT_METHOD_LABELS } from '../../src/domain/payment-instructions.ts';
import { PURCHASE_STATUS_LABELS, periodText, planLines, purchaseFacts } from '../../src/domain/plan-texts.ts';
import { callApi } from '../lib/api.ts';
import { invalidateQueries, useQuery } from '../lib/query.ts';
import { useAction } from '../lib/use-action.ts';
import { usePageData } from '../shared/page-data.tsx';
import { useAuth } from '../shared/session.tsx';
import { useCourtNames } from '../shared/use-court-names.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';

/** The member's plans and packages, and those for sale. */
export function PlansTab() {
  const { data, state } = useQuery('GET /api/auth/plans');
  const courtNames = useCourtNames();
  if (state === 'failed')
    return (
      <p className="alert danger" role="alert">
        Your plans couldn’t be loaded. Please reload the page.
      </p>
    );
  if (!data) return <p aria-busy="true">Loading your plans …</p>;
  const isNow = ({ status }: Purchase) => status !== 'over' && status !== 'ended';
  const current = data.purchases.filter(isNow);
  // What the member has is renewed on its own card.
  const offers = data.plans.filter(({ id }) => !current.some(({ plan_id }) => plan_id === id));
  const earlier = data.purchases.filter((purchase) => !isNow(purchase));
  return (
    <>
      {current.length > 0 && (
        <section aria-label="Your plans">
          <h2>Your plans</h2>
          <ul className="account-bookings">
            {current.map((purchase) => (
              <li key={purchase.id} className="card">
                <PurchaseCard purchase={purchase} offers={data.plans} courtNames={courtNames} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {offers.length > 0 && (
        <section aria-label="On sale">
          <h2>Plans and packages</h2>
          <ul className="account-bookings">
            {offers.map((offer) => (
              <li key={offer.id} className="card">
                <div className="account-booking-head">
                  <h3>{offer.name}</h3>
                </div>
                <p>
                  <strong translate="no">{formatPkr(offer.terms.price)}</strong>, {periodText(offer.terms)}
                </p>
                <PlanLines terms={offer.terms} courtNames={courtNames} />
                <BuyForm offer={offer} label="Buy" />
              </li>
            ))}
          </ul>
        </section>
      )}
      {data.purchases.length === 0 && data.plans.length === 0 && (
        <p className="muted">There are no plans for sale.</p>
      )}
      {earlier.length > 0 && (
        <section aria-label="Earlier plans">
          <h2>Earlier</h2>
          <ul className="account-lines">
            {earlier.map((purchase) => (
              <li key={purchase.id}>
                <span>{purchase.name}</span>
                <span className="muted small account-line-text">
                  {[PURCHASE_STATUS_LABELS[purchase.status], periodOf(purchase)].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const periodOf = ({ starts_on, ends_on }: Purchase) =>
  starts_on && ends_on ? `${shortDate(starts_on)} – ${shortDate(ends_on)}` : '';

function PurchaseCard({
  purchase,
  offers,
  courtNames,
}: {
  purchase: Purchase;
  offers: readonly PlanOffer[];
  courtNames: ReadonlyMap<number, string>;
}) {
  const { plan_id, status, balance, receipt_waits, terms } = purchase;
  const offer = offers.find(({ id }) => id === plan_id);
  const isWaiting = status === 'waiting';
  return (
    <>
      <div className="account-booking-head">
        <h3>{purchase.name}</h3>
        <span className={`badge ${status === 'active' ? 'success' : 'warning'}`}>
          {isWaiting && receipt_waits ? 'Receipt sent' : PURCHASE_STATUS_LABELS[status]}
        </span>
      </div>
      <dl className="account-money">
        {purchaseFacts(purchase).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd translate="no">
              <NoWrap>{value}</NoWrap>
            </dd>
          </div>
        ))}
        {balance > 0 && (
          <div>
            <dt>{receipt_waits ? 'Price' : 'To pay'}</dt>
            <dd className="account-amount">{formatPkr(balance)}</dd>
          </div>
        )}
      </dl>
      <PlanLines terms={terms} courtNames={courtNames} />
      {terms.friends > 0 && !isWaiting && <FriendsForm key={purchase.version} purchase={purchase} />}
      {isWaiting && receipt_waits ? (
        <p>We have your receipt. It begins once we’ve checked it; there’s nothing you need to do.</p>
      ) : isWaiting ? (
        <p>
          <NoWrap>It begins once it is paid.</NoWrap>{' '}
          {offer?.version_id === purchase.version_id && <BuyForm offer={offer} label="Pay" />}
        </p>
      ) : (
        offer && <BuyForm offer={offer} label="Renew" />
      )}
    </>
  );
}

function PlanLines({
  terms,
  courtNames,
}: {
  terms: PlanOffer['terms'];
  courtNames: ReadonlyMap<number, string>;
}) {
  return (
    <ul>
      {planLines(terms, courtNames).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The friends who may book with a package, an address a line. */
function FriendsForm({ purchase }: { purchase: Purchase }) {
  const { id, version, friends, terms } = purchase;
  const [text, setText] = useState(friends.join('\n'));
  const { busy, error, run } = useAction('Your friends could not be saved. Please try again.');
  const save = async () => {
    const emails = text.split(/[\s,;]+/).filter(Boolean);
    await callApi('PUT /api/auth/purchases/:id/friends', { params: { id }, body: { version, emails } });
    await invalidateQueries('GET /api/auth/plans');
  };
  return (
    <details>
      <summary>
        {friends.length === 0 ? 'Share it with friends' : `Shared with ${friends.length} of ${terms.friends}`}
      </summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run(save);
        }}
      >
        <label>
          {`Emails of up to ${terms.friends} friends, one a line`}
          <textarea rows={3} value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        <p className="muted small">They book with your hours when they are logged in with that address.</p>
        <ErrorAlert text={error} />
        <button type="submit" aria-busy={busy}>
          Save
        </button>
      </form>
    </details>
  );
}

/** Chooses how to pay; the purchase's page handles the rest. */
function BuyForm({ offer, label }: { offer: PlanOffer; label: 'Buy' | 'Pay' | 'Renew' }) {
  const { payment_methods, club } = usePageData();
  const { user } = useAuth();
  const [isOpen, setOpen] = useState(false);
  const credit = useQuery('GET /api/auth/credit').data?.credit ?? 0;
  const { busy, error, run } = useAction('The plan could not be bought. Please try again.');
  const methods = [
    ...payment_methods,
    ...(credit > 0 && credit >= offer.terms.price ? (['credit'] as const) : []),
  ];
  const [chosen, setChosen] = useState('');
  const method = methods.find((each) => each === chosen) ?? methods[0];
  if (!method) return null;
  // The server sells to confirmed addresses only.
  if (user && !user.email_verified)
    return (
      <p className="muted">
        {club.no_mail
          ? `To buy it, come to the reception or call ${club.phone}.`
          : 'To buy it here, please confirm your email address first.'}
      </p>
    );
  const name = `plan-${offer.version_id}-${label}`;
  const buy = async () => {
    const answer = await callApi('POST /api/auth/purchases', {
      body: { version_id: offer.version_id, payment_method: method },
    });
    void invalidateQueries('GET /api/auth/*');
    if (answer.purchase.balance <= 0) return setOpen(false);
    // The link names the club's public address; the page stays where its session is.
    const { pathname, hash } = new URL(answer.pay_url);
    location.assign(pathname + hash);
  };
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label} <span className="visually-hidden">{offer.name}</span>
      </summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run(buy);
        }}
      >
        <fieldset>
          <legend>How do you want to pay?</legend>
          {methods.map((each) => (
            <label key={each} className="account-choice">
              <input
                type="radio"
                name={name}
                value={each}
                checked={each === method}
                onChange={() => setChosen(each)}
              />
              {PAYMENT_METHOD_LABELS[each].label}
            </label>
          ))}
        </fieldset>
        <ErrorAlert text={error} />
        <button type="submit" aria-busy={busy}>
          {`${label} for ${formatPkr(offer.terms.price)}`}
        </button>
      </form>
    </details>
  );
}
