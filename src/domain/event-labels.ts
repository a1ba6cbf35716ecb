/** Events in the words of pages. */
import type { ClubEventView } from './api/event-routes.ts';
import { clubTimestamp } from './business-day.ts';
import type { EventAudience } from './event.ts';
import { formatPkr } from './format-money.ts';
import { formatPayBy } from './format-payment-deadline.ts';
import { levelLabel } from './match.ts';
import { playTimes, shortPlayDate, startOfPlay } from './play-time.ts';

const HOUR_MS = 3_600_000;

export const AUDIENCE_LABELS: Record<EventAudience, string> = {
  everyone: 'Everyone',
  women: 'Women',
  children: 'Children',
};

/** The events that the landing page names: the next ones, also full ones, because places become free. */
export function nextEvents<E extends Pick<ClubEventView, 'stage'>>(events: readonly E[]): E[] {
  return events.filter(({ stage }) => stage === 'open' || stage === 'full').slice(0, 3);
}

/** `2 places free`, `Full`, `Cancelled` */
export function stageLabel({ stage, places_left }: Pick<ClubEventView, 'stage' | 'places_left'>): string {
  if (stage === 'cancelled') return 'Cancelled';
  if (stage === 'over') return 'Over';
  if (stage === 'closed') return 'Closed';
  if (stage === 'full') return 'Full';
  return `${places_left} ${places_left === 1 ? 'place' : 'places'} free`;
}

/** The date that a list names: the next one, or the last one of what is over. */
export function shownSession({
  sessions,
  next_session_id,
}: Pick<ClubEventView, 'sessions' | 'next_session_id'>): ClubEventView['sessions'][number] | undefined {
  return (
    sessions.find(({ id }) => id === next_session_id) ??
    sessions.findLast(({ cancelled }) => !cancelled) ??
    sessions.at(-1)
  );
}

/** `Wed, Nov 25` and `6 PM – 7 PM`; `Wed night, Nov 25` after midnight. */
export function sessionParts(session: { date: string; slots: readonly string[] }): string[] {
  const [time] = playTimes(session);
  return time ? [shortPlayDate(session), time.timeRange] : [];
}

/** `Wed, Nov 25, 6 PM – 7 PM` */
export function sessionLabel(session: { date: string; slots: readonly string[] }): string {
  return sessionParts(session).join(', ');
}

/** `All levels`, `Improver and up, women only` */
export function whomLabel(event: Pick<ClubEventView, 'level_from' | 'level_to' | 'for'>): string {
  const level = levelLabel(event);
  if (event.for === 'women') return `${level}, women only`;
  return event.for === 'children' ? `${level}, for children` : level;
}

/** `Free`, `PKR 3,000` */
export function priceLabel({ price }: Pick<ClubEventView, 'price'>): string {
  return price === 0 ? 'Free' : formatPkr(price);
}

/** `6 dates`, `1 date` */
export function datesLabel(count: number): string {
  return count === 1 ? '1 date' : `${count} dates`;
}

/**
 * Until when a place can be given back for nothing: `until Fri, Nov 27, 7 PM`. A time, because so many hours before the
 * first date may be over for whoever joins late.
 */
export function leaveUntilLabel({
  sessions,
  leave_hours,
}: Pick<ClubEventView, 'sessions' | 'leave_hours'>): string {
  const first = sessions.find(({ cancelled }) => !cancelled);
  if (!first || leave_hours === 0) return 'until it begins';
  return `until ${formatPayBy(clubTimestamp(startOfPlay(first) - leave_hours * HOUR_MS))}`;
}
