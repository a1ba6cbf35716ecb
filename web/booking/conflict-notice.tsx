import { shortDate } from '../../src/domain/business-day.ts';
import type { Court } from '../../src/domain/court.ts';
import { nearestFree } from '../../src/domain/selection.ts';
import { blocksOf } from '../../src/domain/slot.ts';
import { useAvailability } from './availability.ts';
import { type Conflict, chooseCourt, chooseHours } from './draft.ts';
import { blockWords, shortCourt } from './words.ts';

/** Names the half-hours that went to somebody else and offers the nearest free times. */
export function ConflictNotice({ conflict, courts }: { conflict: Conflict; courts: readonly Court[] }) {
  const mine = courts.find(({ id }) => id === conflict.courtId);
  const others = courts.filter((court) => court !== mine);
  return (
    <div className="notice warning conflict" id="booking-conflict" tabIndex={-1} role="alert">
      <strong>
        No longer free on {shortCourt(mine)}: {wordsOf(conflict.date, conflict.gone)},{' '}
        {shortDate(conflict.date)}
      </strong>
      <p>Somebody was quicker, or the time has begun. Everything you typed is kept. Nearest free times:</p>
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
  return nearestFree(conflict.wanted, free, limit).map((hours) => (
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
      {shortCourt(court)}, {wordsOf(conflict.date, hours)}
    </button>
  ));
}

function wordsOf(date: string, hours: readonly number[]): string {
  return blocksOf(hours)
    .map((block) => blockWords(date, block))
    .join(' and ');
}
