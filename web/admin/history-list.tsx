import type { Booking } from '../../src/domain/booking.ts';
import type { HistoryEntry } from '../../src/domain/desk.ts';
import { formatPkr } from '../../src/domain/money.ts';
import { isStatus } from '../../src/domain/status.ts';
import { dayLabel, momentLabel, timesLabel } from './words.tsx';

interface Place {
  court_id: number;
  date: string;
  slots: string[];
  amount: number;
}

/** Who did what and when, the newest first; the booking itself is the first line of its story. */
export function HistoryList({ history, booking }: { history: readonly HistoryEntry[]; booking: Booking }) {
  return (
    <ol className="desk-history">
      {history.toReversed().map((entry) => (
        <li key={entry.id}>
          <span>{sentenceOf(entry)}</span>
          <span className="muted">
            {momentLabel(entry.at)}, {entry.actor_name ?? entry.actor}
          </span>
        </li>
      ))}
      <li>
        <span>Booked</span>
        <span className="muted">{momentLabel(booking.created_at)}</span>
      </li>
    </ol>
  );
}

function sentenceOf({ action, details }: HistoryEntry): string {
  if (action === 'status') {
    const { from, to } = details as { from: string; to: string };
    if (from === 'cancelled' && to === 'paid') return 'Restored';
    return isStatus(to) && to !== 'pending' ? (to === 'paid' ? 'Marked paid' : 'Cancelled') : `Now ${to}`;
  }
  if (action === 'moved') {
    const { from, to } = details as unknown as { from: Place; to: Place };
    return `Moved from ${placeLabel(from)} to ${placeLabel(to)}`;
  }
  if (action === 'walk_in') return 'Written down at the desk';
  return action.charAt(0).toUpperCase() + action.slice(1).replaceAll('_', ' ');
}

function placeLabel({ court_id, date, slots, amount }: Place): string {
  const day = dayLabel({ date, start_time: slots[0] ?? '' });
  return `court ${court_id}, ${day}, ${timesLabel(slots)} (${formatPkr(amount)})`;
}
