import { expect, test } from 'bun:test';
import type { Calendar } from '../../src/domain/calendar.ts';
import { DEFAULT_CALENDAR, DEFAULT_DAY } from '../../src/domain/default-calendar.ts';
import { BUSINESS_DAY_SLOTS, slotIndexOf } from '../../src/domain/slot.ts';
import { openingState, tonightOf } from '../../src/domain/tonight.ts';

/** Friday, November 20, 2026 at the club. */
const at = (time: string, date = '2026-11-20') => Date.parse(`${date}T${time}:00+05:00`);
const slots = (...times: string[]) => new Set(times.map((time) => slotIndexOf(time) ?? -1));
const allBut = (...times: string[]) => {
  const free = slots(...times);
  return new Set(BUSINESS_DAY_SLOTS.filter((slot) => !free.has(slot)));
};
const tonight = (now: number, ...takenByCourt: ReadonlySet<number>[]) =>
  tonightOf(
    DEFAULT_CALENDAR,
    takenByCourt.map((taken, at) => ({ id: at + 1, taken })),
    now,
  );
/** `21:00/1`: the start and the court. */
const free = (now: number, ...takenByCourt: ReadonlySet<number>[]) => {
  const { free, starts } = tonight(now, ...takenByCourt);
  return [free, ...starts.map(({ time, court_id }) => `${time}/${court_id}`)].join(' ');
};

test.each([
  ['12:00', '2026-11-20', 'Open now, until 4 AM'],
  ['03:59', '2026-11-21', 'Open now, until 4 AM'],
  ['04:00', '2026-11-21', 'Opens 7 AM'],
  ['06:59', '2026-11-21', 'Opens 7 AM'],
  ['07:00', '2026-11-21', 'Open now, until 4 AM'],
])('at %s on %s the default club says "%s"', (time, date, text) => {
  expect(openingState(DEFAULT_CALENDAR, at(time, date))).toBe(text);
});

test('a closed day names its reason and the next opening', () => {
  const everyDay = Object.keys(DEFAULT_CALENDAR.week) as (keyof Calendar['week'])[];
  const closed = (from: string, to: string): Calendar => ({
    ...DEFAULT_CALENDAR,
    exceptions: [{ reason: 'Eid', from, to, weekdays: everyDay, rank: 1, day: { open: false } }],
  });
  expect(openingState(closed('2026-11-20', '2026-11-20'), at('12:00'))).toBe('Closed today: Eid. Opens 7 AM');
  expect(openingState(closed('2026-11-20', '2026-11-22'), at('12:00'))).toBe(
    'Closed today: Eid. Opens Monday, 7 AM',
  );
  expect(
    tonightOf(closed('2026-11-20', '2026-11-20'), [{ id: 1, taken: new Set() }], at('12:00')).free,
  ).not.toContain('full');
});

test('a club that never closes is open day and night', () => {
  const bands = [{ from: '06:00', until: '06:00', tier: 'peak' as const, discount: 0 }];
  const day = { open: true as const, hours: [{ opens: '06:00', closes: '06:00' }], bands };
  const week = { ...DEFAULT_CALENDAR.week };
  for (const name of Object.keys(week) as (keyof Calendar['week'])[]) week[name] = day;
  expect(openingState({ week, exceptions: [] }, at('12:00'))).toBe('Open day and night');
  expect(openingState({ week: { ...week, saturday: DEFAULT_DAY }, exceptions: [] }, at('12:00'))).toBe(
    'Open now, until 6 AM',
  );
});

test('tonight lists the starts of free hours, an hour apart, each with a court', () => {
  const now = at('12:00');
  expect(free(now, new Set(), new Set())).toBe('Free tonight 18:00/1 19:00/1 20:00/1 21:00/1');
  expect(free(now, allBut('21:00', '21:30', '22:30', '23:00'))).toBe('Free tonight 21:00/1 22:30/1');
  expect(free(now, allBut('21:00', '21:30'), allBut('01:00', '01:30'))).toBe('Free tonight 21:00/1 01:00/2');
  expect(free(now, allBut('18:00', '18:30'))).toBe('Free tonight 18:00/1');
  expect(free(now, slots('18:00'), slots('18:00'))).toBe('Free tonight 18:30/1 19:30/1 20:30/1 21:30/1');
});

test('a lone half-hour is not free, and a full evening says so', () => {
  expect(free(at('12:00'), allBut('21:00', '22:00'))).toBe('Tonight is full');
});

test('hours that have begun are not offered', () => {
  expect(free(at('21:10'), allBut('21:00', '21:30', '22:00', '23:00', '23:30'))).toBe(
    'Free tonight 21:30/1 23:00/1',
  );
  expect(free(at('03:05', '2026-11-21'), new Set())).toBe('');
});

test('a club without courts or without an evening says nothing about tonight', () => {
  expect(free(at('12:00'))).toBe('');
});
