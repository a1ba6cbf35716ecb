import { listAlternatives } from '../../src/domain/alternative-slots.ts';
import { type Court, shortCourtName } from '../../src/domain/court.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { blocksOf, isPast } from '../../src/domain/slot.ts';
import { serverNow } from '../lib/server-time.ts';
import { chooseCourt, chooseSlots, type SlotConflict } from '../shared/booking-draft.ts';
import { formatBlockTime } from '../shared/slots/block-labels.ts';
import { useAvailability } from '../shared/slots/use-availability.ts';
import { NoWrap } from '../ui/no-wrap.tsx';
import { WaitlistButton } from './waitlist-prompt.tsx';

/** Names the slots that another customer took and offers the nearest free times. */
export function TakenSlotsAlert({ conflict, courts }: { conflict: SlotConflict; courts: readonly Court[] }) {
  const requestedCourt = courts.find(({ id }) => id === conflict.courtId);
  const others = courts.filter((court) => court !== requestedCourt);
  const isAllPast = conflict.unavailable.every((slotIndex) => isPast(conflict.date, slotIndex, serverNow()));
  return (
    <div className="alert warning" id="booking-conflict" tabIndex={-1} role="alert">
      <strong>
        <NoWrap>
          {`No longer free on ${requestedCourt ? shortCourtName(requestedCourt.name) : 'this court'}: ${formatTimes(conflict.date, conflict.unavailable)}, ${shortDate(conflict.date)}`}
        </NoWrap>
      </strong>
      <p>
        {isAllPast ? 'This time has already started.' : 'This slot has just been taken.'} Everything you typed
        is kept.
      </p>
      <p>Nearest free times:</p>
      <div className="conflict-alternatives">
        {requestedCourt && <Alternatives court={requestedCourt} conflict={conflict} limit={3} />}
        {others.map((court) => (
          <Alternatives key={court.id} court={court} conflict={conflict} limit={1} />
        ))}
      </div>
      {!isAllPast && (
        <p className="waiting-prompt">
          <WaitlistButton />
        </p>
      )}
    </div>
  );
}

function Alternatives({ court, conflict, limit }: { court: Court; conflict: SlotConflict; limit: number }) {
  const { freeSlots } = useAvailability(conflict.date, court.id);
  // The slots may not have been fetched again yet.
  const unavailable = court.id === conflict.courtId ? conflict.unavailable : [];
  const offeredSlots = new Set([...freeSlots].filter((slotIndex) => !unavailable.includes(slotIndex)));
  return listAlternatives(conflict.requested, offeredSlots, limit).map((slotIndexes) => (
    <button
      key={slotIndexes.join()}
      type="button"
      className="ghost"
      onClick={() => {
        chooseCourt(court.id);
        chooseSlots(slotIndexes);
        document.getElementById('step-title')?.focus();
      }}
    >
      <span>
        <NoWrap>{`${shortCourtName(court.name)}, ${formatTimes(conflict.date, slotIndexes)}`}</NoWrap>
      </span>
    </button>
  ));
}

function formatTimes(date: string, slotIndexes: readonly number[]): string {
  return blocksOf(slotIndexes)
    .map((block) => formatBlockTime(date, block))
    .join(' and ');
}
