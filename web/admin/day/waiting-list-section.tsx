import { shortCourtName } from '../../../src/domain/court.ts';
import { type AdminWish, type Offer, wishLabel } from '../../../src/domain/waitlist.ts';
import { useCourts } from '../../shared/use-courts.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { dateTimeLabel, offerEnd, timesLabel } from '../date-time-labels.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { useEndOffer } from './end-offer-dialog.tsx';

/** The customers who wait for a time on the day, the next in turn first; nothing while none waits. */
export function WaitingListSection({ date }: { date: string }) {
  const { data } = useAdminQuery('GET /api/admin/waitlist', { query: { date } });
  const { courts } = useCourts();
  const wishes = data?.wishes ?? [];
  if (wishes.length === 0) return null;
  const courtName = (id: number | null) =>
    id === null ? 'Any court' : shortCourtName(courts.find((court) => court.id === id)?.name);
  return (
    <section className="admin-waiting" aria-labelledby="waiting-list-title">
      <h3 id="waiting-list-title">Waiting list ({wishes.length})</h3>
      <ol>
        {wishes.map((wish) => (
          <li key={wish.id}>
            <WishLine wish={wish} court={courtName(wish.court_id)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function WishLine({ wish, court }: { wish: AdminWish; court: string }) {
  return (
    <>
      <p>
        <strong>{wish.name}</strong> <WishBadge wish={wish} />
        <br />
        {wishLabel(wish)}, {court}
      </p>
      <p className="muted small">
        {wish.email && <a href={`mailto:${wish.email}`}>{wish.email}</a>}
        {wish.email && wish.phone && ' · '}
        {wish.phone && <a href={`tel:${wish.phone}`}>{wish.phone}</a>}
        {' · since '}
        {dateTimeLabel(wish.created_at)}
      </p>
      {wish.offer && <EndOfferButton offer={wish.offer} />}
    </>
  );
}

function WishBadge({ wish: { state, offer, offers } }: { wish: AdminWish }) {
  if (state === 'unconfirmed') return <span className="badge">Not confirmed yet</span>;
  if (offer) {
    return (
      <span className="badge warning">
        Offered {timesLabel(offer.slots)} until {offerEnd(offer)}
      </span>
    );
  }
  return offers > 0 ? <span className="badge">{offers} offered before</span> : null;
}

function EndOfferButton({ offer }: { offer: Offer }) {
  const { busy, error, end } = useEndOffer(() => {});
  return (
    <>
      <ErrorAlert text={error} />
      <button type="button" className="quiet" aria-busy={busy} onClick={() => void end(offer)}>
        End the offer
      </button>
    </>
  );
}
