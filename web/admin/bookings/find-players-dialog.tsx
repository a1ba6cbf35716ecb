import { useState } from 'react';
import type { Booking } from '../../../src/domain/booking.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { emptyMatch, MatchFields } from '../../shared/matches/match-fields.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogAction } from '../dialog-actions.tsx';

/** Opens free places of a booking to other players. */
export function FindPlayersDialog({
  booking,
  most,
  onClose,
}: {
  booking: Booking;
  /** How many more can play. */
  most: number;
  onClose: () => void;
}) {
  const [match, setMatch] = useState(() => emptyMatch(most));
  return (
    <Dialog title={`Find players for booking #${booking.id}`} onClose={onClose}>
      <MatchFields value={match} most={most} onChange={setMatch} />
      <DialogAction
        failure="The match could not be opened. Please try again."
        label="Find players"
        act={() =>
          callApi('POST /api/booking/:id/open', { params: { id: booking.id }, keyOf: null, body: match })
        }
        onDone={() => {
          showToast('success', 'Open to other players');
          onClose();
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}
