import { shortDate } from '../../src/domain/business-day.ts';
import type { Court } from '../../src/domain/court.ts';
import { blocksOf, isPast } from '../../src/domain/slot.ts';
import { findNearestFree } from '../../src/domain/slot-selection.ts';
import { Unbroken } from '../ui/unbroken.tsx';
import { useAvailability } from './availability.ts';
import { type Conflict, chooseCourt, chooseHours } from './draft.ts';
import { blockWords, shortCourt } from './words.ts';

/** Names the half-hours that went to somebody else and offers the nearest free times. */
export function ConflictNotice({ conflict, courts }: { conflict: Conflict; courts: readonly Court[] }) {
  const mine = courts.find(({ id }) => id === conflict.courtId);
  const others = courts.filter((court) => court !== mine);
  const begun = conflict.gone.every((hour) => isPast(conflict.date, hour, Date.now()));
  return (
    <div className="notice warning conflict" id="booking-conflict" tabIndex={-1} role="alert">
      <strong>
        <Unbroken>
          {`No longer free on ${shortCourt(mine)}: ${wordsOf(conflict.date, conflict.gone)}, ${shortDate(conflict.date)}`}
        </Unbroken>
      </strong>
      <p>{begun ? 'This time has begun.' : 'Somebody was quicker.'} Everything you typed is kept.</p>
      <p>Nearest free times:</p>
      <div className="conflict-offers">
        {mine && <Offers court={mine} conflict={conflict} limit={3} />}
        {others.map((court) => (
          <Offers key={court.id} court={court} conflict={conflict} limit={1} />
        ))}
      </div>
    </div>
  );
}

function Offers({ court, conflict, limit }: { court: Court; conflict: Conflict; limit: number }) {
  const { free } = useAvailability(conflict.date, court.id);
  // The refreshed answer may still be on its way.
  const lost = court.id === conflict.courtId ? conflict.gone : [];
  const open = new Set([...free].filter((hour) => !lost.includes(hour)));
  return findNearestFree(conflict.wanted, open, limit).map((hours) => (
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
        <Unbroken>{`${shortCourt(court)}, ${wordsOf(conflict.date, hours)}`}</Unbroken>
      </span>
    </button>
  ));
}

function wordsOf(date: string, hours: readonly number[]): string {
  return blocksOf(hours)
    .map((block) => blockWords(date, block))
    .join(' and ');
}
