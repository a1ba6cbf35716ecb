import type { Offer } from '../../../src/domain/api/waitlist-routes.ts';
import type { Court } from '../../../src/domain/court.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { dayLabel, hoursOfSlots, offerEnd, timesLabel } from '../date-time-labels.ts';
import { DialogAction } from '../dialog-actions.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import type { FreeSlot } from './day-grid.tsx';
import type { OfferHolder } from './free-slots.ts';

export const END_FAILURE = 'The offer could not be ended. Please try again.';

export async function endOffer({ id }: Offer): Promise<void> {
  await callApi('DELETE /api/admin/offers/:id', { params: { id } });
  showToast('success', 'Offer ended', 'The next customer on the waiting list gets it.');
}

/** An offer in the day view: the reception keeps it, ends it, or gives its slots to a customer at the desk. */
export function EndOfferDialog({
  court,
  offer,
  onBook,
  onClose,
}: {
  court: Court;
  offer: Offer;
  onBook: (at: FreeSlot, holder: OfferHolder) => void;
  onClose: () => void;
}) {
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
      <DialogAction
        failure={END_FAILURE}
        closeLabel="Keep the offer"
        label="End the offer"
        act={() => endOffer(offer)}
        onDone={onClose}
        onClose={onClose}
      >
        {name && (
          <button
            type="button"
            className="ghost"
            onClick={() =>
              onBook({ court, slotIndex: hoursOfSlots(offer.slots)[0] ?? 0 }, { ...offer, name })
            }
          >
            Book a walk-in here
          </button>
        )}
      </DialogAction>
    </Dialog>
  );
}
