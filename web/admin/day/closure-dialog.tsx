import type { Closure } from '../../../src/domain/api/day-routes.ts';
import type { Court } from '../../../src/domain/court.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { dayLabel, timesLabel } from '../date-time-labels.ts';
import { DialogAction } from '../dialog-actions.tsx';

/** A closure, with a button to reopen the court. */
export function ClosureDialog({
  court,
  closure,
  onClose,
}: {
  court: Court;
  closure: Closure;
  onClose: () => void;
}) {
  return (
    <Dialog title="Closed" onClose={onClose}>
      <p>
        <strong>{court.name}</strong>
        <br />
        {dayLabel({ date: closure.date, start_time: closure.slots[0] ?? '' })}, {timesLabel(closure.slots)}
      </p>
      <p>{closure.reason}</p>
      <DialogAction
        failure="The court could not be reopened. Please try again."
        closeLabel="Keep closed"
        label="Reopen"
        act={() => callApi('DELETE /api/admin/closures/:id', { params: { id: closure.id } })}
        onDone={() => {
          showToast('success', 'Court reopened', `${court.name}, ${timesLabel(closure.slots)}`);
          onClose();
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}
