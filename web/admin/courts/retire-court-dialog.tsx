import { useState } from 'react';
import type { AdminCourt } from '../../../src/domain/api/court-answers.ts';
import type { BookingInTheWay } from '../../../src/domain/api/day-routes.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { listOnCourt, SavedInTheWay } from '../bookings/in-the-way.tsx';
import { DialogAction } from '../dialog-actions.tsx';

/** Takes a court off sale at once; its upcoming bookings are decided afterwards. */
export function RetireCourtDialog({ court, onClose }: { court: AdminCourt; onClose: () => void }) {
  const [lines, setLines] = useState<readonly BookingInTheWay[]>([]);
  const done = () => {
    showToast('success', 'Court retired', court.name);
    onClose();
  };
  const retire = async () => {
    await callApi('PUT /api/admin/courts/:id', {
      params: { id: court.id },
      body: { active: false, version: court.version },
    });
    return listOnCourt(court);
  };
  if (lines.length > 0) {
    return (
      <SavedInTheWay title={`Retire ${court.name}`} lines={lines} onDone={done}>
        Customers can no longer book this court. These bookings are still to be played here.
      </SavedInTheWay>
    );
  }
  return (
    <Dialog title={`Retire ${court.name}`} onClose={onClose}>
      <p>Customers can no longer book this court. You can reopen it at any time.</p>
      {court.upcoming > 0 && (
        <p>
          {court.upcoming === 1 ? '1 booking is' : `${court.upcoming} bookings are`} still to be played here.
          You decide next what happens to {court.upcoming === 1 ? 'it' : 'them'}.
        </p>
      )}
      <DialogAction
        failure="The court could not be retired. Please try again."
        label="Retire the court"
        danger
        act={retire}
        onDone={(left) => (left.length > 0 ? setLines(left) : done())}
        onClose={onClose}
      />
    </Dialog>
  );
}
