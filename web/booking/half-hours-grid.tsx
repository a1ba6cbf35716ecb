import { useCallback, useMemo } from 'react';
import type { Court } from '../../src/domain/court.ts';
import { chooseCourt, chooseDate, chooseSlots, useDraft } from '../shared/booking-draft.ts';
import { CourtField } from '../shared/slots/court-field.tsx';
import { CourtSlotGrid } from '../shared/slots/court-slot-grid.tsx';
import { useAvailability, withoutLoneSlots } from '../shared/slots/use-availability.ts';
import { useCourt } from '../shared/use-courts.ts';

/** The court and its half-hours on a day; an empty `date` shows only the court. */
export function HalfHoursGrid({ date }: { date: string }) {
  const courtId = useDraft((draft) => draft.courtId);
  const court = useCourt(courtId);
  return (
    <>
      <CourtField courtId={courtId} onChoose={chooseCourt} />
      {court && date && <DraftSlotGrid key={`${court.id} ${date}`} court={court} date={date} />}
    </>
  );
}

function DraftSlotGrid({ court, date }: { court: Court; date: string }) {
  const availability = useAvailability(date, court.id);
  const bookable = useMemo(() => withoutLoneSlots(availability), [availability]);
  const slotIndexes = useDraft((draft) => draft.slotIndexes);
  const choose = useCallback(
    (chosen: readonly number[]) => {
      chooseDate(date);
      chooseSlots(chosen);
    },
    [date],
  );
  return (
    <CourtSlotGrid
      court={court}
      date={date}
      availability={bookable}
      slotIndexes={slotIndexes}
      onSelect={choose}
      onChooseDate={chooseDate}
      hint="At least one hour: two slots in a row. Gaps are fine."
    />
  );
}
