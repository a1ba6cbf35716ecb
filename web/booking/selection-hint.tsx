import { SLOT_MINUTES, timeLabel } from '../../src/domain/slot.ts';
import { extendBlock, listLoneSlots, loneSlotHint } from '../../src/domain/slot-selection.ts';
import { chooseSlots, type Draft } from '../shared/booking-draft.ts';
import { useAuth } from '../shared/session.tsx';
import { useAvailability } from '../shared/slots/use-availability.ts';
import { NoWrap } from '../ui/no-wrap.tsx';

/** Buttons that complete a lone slot to an hour, or extend the selection to the member's preferred length. */
export function SelectionHint({ draft: { date, courtId, slotIndexes } }: { draft: Draft }) {
  const { user } = useAuth();
  const { freeSlots } = useAvailability(date, courtId);
  const loneSlot = listLoneSlots(slotIndexes, freeSlots)[0];
  const preferredSlots = (user?.preferences.default_duration ?? 60) / SLOT_MINUTES;
  const lengthened =
    preferredSlots > 2 || !loneSlot ? extendBlock(slotIndexes, preferredSlots, freeSlots) : null;
  if (!loneSlot && !lengthened) return null;
  return (
    <div className="bar-hint">
      {loneSlot && (
        <p>
          <NoWrap>{loneSlotHint(loneSlot)}</NoWrap>
        </p>
      )}
      <div className="bar-hint-actions">
        {lengthened && (
          <button type="button" className="quiet" onClick={() => chooseSlots(lengthened)}>
            Make it {preferredSlots * SLOT_MINUTES} minutes
          </button>
        )}
        {loneSlot?.neighbours.map((hour) => (
          <button
            key={hour}
            type="button"
            className="quiet"
            onClick={() => chooseSlots([...slotIndexes, hour])}
          >
            Add {timeLabel(hour)}
          </button>
        ))}
      </div>
    </div>
  );
}
