import { useState } from 'react';
import type { ChosenAddOn } from '../../../src/domain/add-on.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { slotIndexOf } from '../../../src/domain/slot.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { AddOnChoice, useAddOns } from '../../shared/extras/add-on-choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogAction } from '../dialog-actions.tsx';

export function AddOnsDialog({
  booking: currentBooking,
  onClose,
}: {
  booking: Booking;
  onClose: () => void;
}) {
  // The dialog keeps the version it opened with; the server refuses the change if there is a newer one.
  const [booking] = useState(currentBooking);
  const sold = (booking.lines ?? []).filter(({ kind }) => kind === 'add_on');
  const [chosen, setChosen] = useState<ChosenAddOn[]>(
    sold.map(({ source_id, quantity }) => ({ id: source_id, quantity })),
  );
  const slotIndexes = booking.slots.map(slotIndexOf).filter((index) => index !== null);
  const offered = useAddOns(booking.date, slotIndexes).map((addOn) => {
    // This booking's own add-ons count as free for it.
    const own = sold.find(({ source_id }) => source_id === addOn.id);
    const left = addOn.left === null ? null : addOn.left + (own?.quantity ?? 0);
    return { ...addOn, left, price: own?.unit_price ?? addOn.price };
  });
  const gone = sold
    .filter(({ source_id }) => offered.every(({ id }) => id !== source_id))
    .map(({ source_id, label, unit_price, unit, quantity }) => ({
      id: source_id,
      name: label,
      price: unit_price,
      unit: unit ?? 'booking',
      max_at_once: quantity,
      left: quantity,
    }));
  const { id, version } = booking;
  return (
    <Dialog title={`Add-ons for booking #${booking.id}`} onClose={onClose}>
      <AddOnChoice addOns={[...offered, ...gone]} chosen={chosen} onChange={setChosen} />
      <DialogAction
        failure="The add-ons could not be saved. Please try again."
        label="Save"
        act={() =>
          callApi('PUT /api/admin/bookings/:id/add-ons', {
            params: { id },
            body: { add_ons: chosen, version },
          })
        }
        onDone={() => {
          showToast('success', 'Add-ons saved');
          onClose();
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}
