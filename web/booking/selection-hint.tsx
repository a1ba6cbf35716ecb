import { timeLabel } from '../../src/domain/slot.ts';
import { listLoneSlots } from '../../src/domain/slot-selection.ts';
import { chooseSlots, type Draft } from '../shared/booking-draft.ts';
import { useAvailability } from '../shared/slots/use-availability.ts';

/** Buttons that make a lone half-hour into an hour. */
export function SelectionHint({ draft: { date, courtId, slotIndexes } }: { draft: Draft }) {
  const { freeSlots } = useAvailability(date, courtId);
  const [loneSlot] = listLoneSlots(slotIndexes, freeSlots);
  if (!loneSlot || loneSlot.neighbours.length === 0) return null;
  return (
    <div className="bar-hint">
      <p>Make it one hour:</p>
      {loneSlot.neighbours.map((slotIndex) => (
        <button
          key={slotIndex}
          type="button"
          className="quiet"
          onClick={() => chooseSlots([...slotIndexes, slotIndex])}
        >
          Add {timeLabel(slotIndex)}
        </button>
      ))}
    </div>
  );
}
