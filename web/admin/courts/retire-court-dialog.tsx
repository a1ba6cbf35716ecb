import { useState } from 'react';
import { toast } from 'sonner';
import type { AdminCourt } from '../../../src/domain/api/court-answers.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConflictingBookings } from '../bookings/conflicting-bookings.tsx';
import { Dialog } from '../dialog.tsx';
import { DialogActions } from '../dialog-actions.tsx';
import { QueryError } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

/** Takes a court off sale. The dialog lists its coming bookings, which the owner moves, cancels or keeps. */
export function RetireCourtDialog({ court, onClose }: { court: AdminCourt; onClose: () => void }) {
  const [keep, setKeep] = useState(false);
  const { data, error: loadError } = useAdminQuery('GET /api/admin/courts/:id/bookings', {
    params: { id: court.id },
  });
  const { busy, error, run } = useAction('The court could not be retired. Please try again.');
  const bookings = data?.bookings ?? [];
  const retire = async () => {
    const done = await run(async () => {
      const body = { active: false, keep_bookings: keep, version: court.version };
      await callApi('PUT /api/admin/courts/:id', { params: { id: court.id }, body });
      return true;
    });
    void invalidateQueries('/api/admin');
    if (!done) return;
    toast.success('Court retired', { description: court.name });
    onClose();
  };
  return (
    <Dialog title={`Retire ${court.name}`} onClose={onClose}>
      <p>Customers can no longer book this court. You can reopen it at any time.</p>
      <QueryError error={loadError} />
      {!data && !loadError && <p aria-busy="true">Looking for bookings …</p>}
      {data && bookings.length === 0 && <p className="alert success">Nothing is booked on this court.</p>}
      {bookings.length > 0 && (
        <>
          <p className="alert warning">
            {bookings.length === 1 ? '1 booking is' : `${bookings.length} bookings are`} still to be played
            here. Open each one to move or cancel it.
          </p>
          <ConflictingBookings
            bookings={bookings}
            label="Bookings on this court"
            keepLabel="Keep these bookings: they will be played here"
            keep={keep}
            onKeep={setKeep}
            onOpen={onClose}
          />
        </>
      )}
      <DialogActions
        error={error}
        busy={busy}
        onClose={onClose}
        label="Retire the court"
        onAct={retire}
        danger
      />
    </Dialog>
  );
}
