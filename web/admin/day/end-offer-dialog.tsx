import { toast } from 'sonner';
import type { Court } from '../../../src/domain/court.ts';
import type { Offer } from '../../../src/domain/waitlist.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { dayLabel, offerEnd, timesLabel } from '../date-time-labels.ts';
import { Dialog } from '../dialog.tsx';
import { DialogActions } from '../dialog-actions.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import type { OfferHolder } from './free-slots.ts';

export function useEndOffer(onDone: () => void) {
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

/** An offer of the day view: the reception keeps it, ends it, or gives its slots to a customer at the desk. */
export function EndOfferDialog({
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
  const { data } = useAdminQuery('GET /api/admin/waitlist', { query: { date: offer.date } });
  const name = data?.entries.find((entry) => entry.offer?.id === offer.id)?.name;
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
        error={error}
        busy={busy}
        onClose={onClose}
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
