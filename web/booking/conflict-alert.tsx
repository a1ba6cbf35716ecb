import { shortDate } from '../../src/domain/business-day.ts';
import { type Court, shortCourtName } from '../../src/domain/court.ts';
import { blocksOf, isPast } from '../../src/domain/slot.ts';
import { findNearestFree } from '../../src/domain/slot-selection.ts';
import { NoWrap } from '../ui/no-wrap.tsx';
import { useAvailability } from './availability.ts';
import { chooseCourt, chooseHours, type SlotConflict } from './booking-draft.ts';
import { formatBlockTime } from './format.ts';

/** Names the half-hours that went to somebody else and offers the nearest free times. */
export function ConflictAlert({ conflict, courts }: { conflict: SlotConflict; courts: readonly Court[] }) {
  const requestedCourt = courts.find(({ id }) => id === conflict.courtId);
  const others = courts.filter((court) => court !== requestedCourt);
  const isAllPast = conflict.unavailable.every((hour) => isPast(conflict.date, hour, Date.now()));
  return (
    <div className="alert warning" id="booking-conflict" tabIndex={-1} role="alert">
      <strong>
        <NoWrap>
          {`No longer free on ${shortCourtName(requestedCourt?.name)}: ${formatTimes(conflict.date, conflict.unavailable)}, ${shortDate(conflict.date)}`}
        </NoWrap>
      </strong>
      <p>{isAllPast ? 'This time has begun.' : 'Somebody was quicker.'} Everything you typed is kept.</p>
      <p>Nearest free times:</p>
      <div className="conflict-alternatives">
        {requestedCourt && <Alternatives court={requestedCourt} conflict={conflict} limit={3} />}
        {others.map((court) => (
          <Alternatives key={court.id} court={court} conflict={conflict} limit={1} />
        ))}
      </div>
    </div>
  );
}

function Alternatives({ court, conflict, limit }: { court: Court; conflict: SlotConflict; limit: number }) {
  const { freeHours } = useAvailability(conflict.date, court.id);
  // The refreshed answer may still be on its way.
  const unavailable = court.id === conflict.courtId ? conflict.unavailable : [];
  const offeredHours = new Set([...freeHours].filter((hour) => !unavailable.includes(hour)));
  return findNearestFree(conflict.requested, offeredHours, limit).map((hours) => (
    <button
      key={hours.join()}
      type="button"
      className="ghost"
      onClick={() => {
        chooseCourt(court.id);
        chooseHours(hours);
        document.getElementById('step-title')?.focus();
      }}
    >
      <span>
        <NoWrap>{`${shortCourtName(court?.name)}, ${formatTimes(conflict.date, hours)}`}</NoWrap>
      </span>
    </button>
  ));
}

function formatTimes(date: string, hours: readonly number[]): string {
  return blocksOf(hours)
    .map((block) => formatBlockTime(date, block))
    .join(' and ');
}
