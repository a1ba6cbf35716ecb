import { toast } from 'sonner';
import { type Court, shortCourtName } from '../../../src/domain/court.ts';
import { type AdminWish, type Offer, wishLabel } from '../../../src/domain/waiting-list.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useCourts } from '../../shared/use-courts.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { useAdminQuery } from '../admin-query.tsx';
import { dateTimeLabel, dayLabel, offerEnd, timesLabel } from '../date-time-labels.ts';
import { Dialog } from '../dialog.tsx';
import { DialogActions } from '../dialog-actions.tsx';
import { useAction } from '../use-action.ts';
import type { OfferHolder } from './free-slots.ts';

/** The customers who wait for a time on the day, the next in turn first; nothing while none waits. */
export function WaitingListSection({ date }: { date: string }) {
  const { data } = useAdminQuery('GET /api/admin/waiting-list', { query: { date } });
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

function useEndOffer(onDone: () => void) {
  const { busy, error, run } = useAction('The offer could not be ended. Please try again.');
  const end = async ({ id }: Offer) => {
    const ended = await run(() => callApi('DELETE /api/admin/offers/:id', { params: { id } }));
    void invalidateQueries('/api/admin');
    if (!ended) return;
    toast.success('Offer ended', { description: 'The next customer of the waiting list gets it.' });
    onDone();
  };
  return { busy, error, end };
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

/** An offer of the day view: the reception keeps it, ends it, or gives its slots to a customer at the desk. */
export function OfferDialog({
  court,
  offer,
  onWalkIn,
  onClose,
}: {
  court: Court;
  offer: Offer;
  onWalkIn: (holder: OfferHolder) => void;
  onClose: () => void;
}) {
  const { busy, error, end } = useEndOffer(onClose);
  const { data } = useAdminQuery('GET /api/admin/waiting-list', { query: { date: offer.date } });
  const name = data?.wishes.find((wish) => wish.offer?.id === offer.id)?.name;
  return (
    <Dialog title={`Offered until ${offerEnd(offer)}`} onClose={onClose}>
      <p>
        <strong>{court.name}</strong>
        <br />
        {dayLabel({ date: offer.date, start_time: offer.slots[0] ?? '' })}, {timesLabel(offer.slots)}
      </p>
      <p>
        {name ? <strong>{name}</strong> : 'A customer'} of the waiting list can book it until then. If you end
        the offer, the next customer who fits gets it; if there is none, it is free.
      </p>
      <DialogActions
        {...{ error, busy, onClose }}
        closeLabel="Keep the offer"
        label="End the offer"
        onAct={() => end(offer)}
      >
        {name && (
          <button type="button" className="ghost" onClick={() => onWalkIn({ ...offer, name })}>
            Book a walk-in here
          </button>
        )}
      </DialogActions>
    </Dialog>
  );
}
