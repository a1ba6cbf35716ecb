import { expect, test } from 'bun:test';
import {
  datesLabel,
  leaveUntilLabel,
  nextEvents,
  priceLabel,
  sessionLabel,
  shownSession,
  stageLabel,
  whomLabel,
} from '../../src/domain/event-labels.ts';

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

test('the landing page names the next three that somebody may still get into', () => {
  const stages = ['closed', 'full', 'over', 'open', 'cancelled', 'open', 'open'] as const;
  const events = stages.map((stage, id) => ({ id, stage }));
  expect(nextEvents(events).map(({ id }) => id)).toEqual([1, 3, 5]);
});

test('how an event stands, for whom it is, what it costs and when it is', () => {
  const stage = (name: Parameters<typeof stageLabel>[0]['stage'], places_left = 0) =>
    stageLabel({ stage: name, places_left });
  expect([stage('cancelled'), stage('over'), stage('closed', 2), stage('full')]).toEqual([
    'Cancelled',
    'Over',
    'Closed',
    'Full',
  ]);
  expect([stage('open', 1), stage('open', 2)]).toEqual(['1 place free', '2 places free']);
  const whom = (audience: 'everyone' | 'women' | 'children') =>
    whomLabel({ level_from: 'improver', level_to: null, for: audience });
  expect([whom('everyone'), whom('women'), whom('children')]).toEqual([
    'Improver and up',
    'Improver and up, women only',
    'Improver and up, for children',
  ]);
  expect([priceLabel({ price: 0 }), priceLabel({ price: 3000 })]).toEqual(['Free', 'PKR 3,000']);
  expect([datesLabel(1), datesLabel(6)]).toEqual(['1 date', '6 dates']);
  expect(sessionLabel({ date: '2026-11-25', slots: ['18:00', '18:30'] })).toBe('Wed, Nov 25, 6 PM – 7 PM');
  expect(sessionLabel({ date: '2026-11-25', slots: [] })).toBe('');
});
