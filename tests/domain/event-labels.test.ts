import { expect, test } from 'bun:test';
import { leaveUntilLabel, shownSession } from '../../src/domain/event-labels.ts';

const session = (date: string, cancelled = false) => ({
  id: 1,
  date,
  start_time: '01:00',
  duration: 60,
  slots: ['01:00', '01:30'],
  courts: [],
  cancelled,
});

test('a place is given back until a time, counted from the first date that is held', () => {
  // 1 AM belongs to the night before.
  const sessions = [session('2026-11-21', true), session('2026-11-28')];
  expect(leaveUntilLabel({ sessions, leave_hours: 24 })).toBe('until Sat, Nov 28, 1 AM');
  expect(leaveUntilLabel({ sessions, leave_hours: 0 })).toBe('until it begins');
  expect(leaveUntilLabel({ sessions: [], leave_hours: 24 })).toBe('until it begins');
});

test('a list names the next date of an event, and of one that is over the last that was held', () => {
  const sessions = [session('2026-11-21'), session('2026-11-28'), session('2026-12-05', true)].map(
    (one, at) => ({ ...one, id: at + 1 }),
  );
  const shown = (next_session_id: number | null, of = sessions) =>
    shownSession({ sessions: of, next_session_id })?.date;
  expect([shown(1), shown(null), shown(null, sessions.slice(2)), shown(null, [])]).toEqual([
    '2026-11-21',
    '2026-11-28',
    '2026-12-05',
    undefined,
  ]);
});
