import { useState } from 'react';
import { toast } from 'sonner';
import type { Booking } from '../../../src/domain/booking.ts';
import { callApi } from '../../lib/api.ts';
import { emptyMatch, MatchFields } from '../../shared/matches/match-fields.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../dialog-actions.tsx';
import { useChange } from '../use-change.ts';

/** Opens free places of a booking to other players. */
export function FindPlayersDialog({
  booking,
  most,
  onClose,
}: {
  booking: Booking;
  /** How many can still play. */
  most: number;
  onClose: () => void;
}) {
  const [match, setMatch] = useState(() => emptyMatch(most));
  const { busy, error, run } = useChange('The match could not be opened. Please try again.');
  const open = () =>
    run(
      () => callApi('POST /api/booking/:id/open', { params: { id: booking.id }, body: match }),
      () => {
        toast.success('Open to other players');
        onClose();
      },
    );
  return (
    <Dialog title={`Find players for booking #${booking.id}`} onClose={onClose}>
      <MatchFields value={match} most={most} onChange={setMatch} />
      <DialogActions error={error} busy={busy} onClose={onClose} label="Find players" onAct={open} />
    </Dialog>
  );
}
