import { describe, expect, test } from 'bun:test';
import type { Calendar } from '../../src/domain/calendar.ts';
import { closedTimesOf } from '../../src/domain/closed-times.ts';
import { slotsBetween } from '../../src/domain/day-plan.ts';
import { DEFAULT_CALENDAR, DEFAULT_DAY } from '../../src/domain/default-calendar.ts';
import { BUSINESS_DAY_SLOTS, slotIndexOf, startTimeOf } from '../../src/domain/slot.ts';
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
    takenByCourt.map((taken, at) => ({ id: at + 1, taken, closures: [] })),
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
    tonightOf(closed('2026-11-20', '2026-11-20'), [{ id: 1, taken: new Set(), closures: [] }], at('12:00'))
      .free,
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

describe('what the reception has closed', () => {
  const everything = new Set(BUSINESS_DAY_SLOTS);
  const closure = (from: string, until: string, reason = 'Rain') => ({
    slots: slotsBetween(from, until).map(startTimeOf),
    reason,
  });
  const freeOn = (now: number, ...courts: ReturnType<typeof closure>[][]) =>
    tonightOf(
      DEFAULT_CALENDAR,
      courts.map((closures, at) => ({ id: at + 1, taken: everything, closures })),
      now,
    ).free;

  test('the club is not called open while every court is closed', () => {
    const opening = (now: number, ...courts: ReturnType<typeof closure>[][]) =>
      tonightOf(
        DEFAULT_CALENDAR,
        courts.map((closures, at) => ({ id: at + 1, taken: everything, closures })),
        now,
      ).opening;
    const [rain, shower, day] = [
      [closure('18:00', '04:00')],
      [closure('18:00', '20:00')],
      [closure('07:00', '04:00')],
    ];
    expect(opening(at('20:00'), rain, rain)).toBe('Opens 7 AM');
    expect(opening(at('12:00'), rain, rain)).toBe('Open now, until 6 PM');
    expect(opening(at('19:00'), shower, rain)).toBe('Opens 8 PM');
    expect(opening(at('20:00'), shower, rain)).toBe('Open now, until 4 AM');
    expect(opening(at('20:00'), rain, [])).toBe('Open now, until 4 AM');
    // At 5 AM the closures are those of the day that begins.
    expect(opening(at('05:00'), rain, rain)).toBe('Opens 7 AM');
    expect(opening(at('05:00'), [closure('07:00', '12:00')], [closure('06:00', '14:00')])).toBe(
      'Opens 12 PM',
    );
    expect(opening(at('05:00'), day, day)).toBe('Opens Saturday, 7 AM');
  });

  test('an evening that is closed on every court is not called full', () => {
    const rain = [closure('18:00', '04:00')];
    expect(freeOn(at('12:00'), rain, rain)).toBe('Courts closed tonight: Rain');
    expect(freeOn(at('12:00'), rain)).toBe('Court closed tonight: Rain');
    expect(freeOn(at('12:00'), rain, [closure('18:00', '04:00', 'New turf.')])).toBe(
      'Courts closed tonight: Rain, New turf',
    );
  });

  test('it is full while a court has more bookings than closed hours left', () => {
    const rain = [closure('18:00', '04:00')];
    expect(freeOn(at('12:00'), rain, [])).toBe('Tonight is full');
    expect(freeOn(at('12:00'), rain, [closure('23:00', '04:00')])).toBe('Tonight is full');
    expect(freeOn(at('12:00'), rain, [closure('22:30', '04:00')])).toBe('Courts closed tonight: Rain');
    expect(freeOn(at('18:30'), rain, [closure('23:00', '04:00')])).toBe('Courts closed tonight: Rain');
    // What is over closes nothing.
    expect(freeOn(at('23:00'), [closure('18:00', '23:00')])).toBe('Tonight is full');
  });

  test('its times leave out what is over, and run on over a booking that is played', () => {
    const closed = (now: string, closures: ReturnType<typeof closure>[], taken = everything) =>
      closedTimesOf('2026-11-20', closures, taken, at(now));
    expect(closed('12:00', [closure('18:00', '04:00')])).toBe('Closed 6 PM – 4 AM: Rain.');
    expect(closed('20:10', [closure('18:00', '04:00')])).toBe('Closed 8 PM – 4 AM: Rain.');
    expect(closed('12:00', [closure('18:00', '20:00'), closure('21:00', '04:00', 'Rain.')])).toBe(
      'Closed 6 PM – 4 AM: Rain.',
    );
    const open = new Set([...everything].filter((slot) => !slots('20:00', '20:30').has(slot)));
    expect(closed('12:00', [closure('18:00', '20:00'), closure('21:00', '04:00')], open)).toBe(
      'Closed 6 PM – 8 PM and 9 PM – 4 AM: Rain.',
    );
    expect(closed('12:00', [closure('13:00', '14:00', 'New net'), closure('18:00', '04:00')])).toBe(
      'Closed 1 PM – 2 PM: New net. Closed 6 PM – 4 AM: Rain.',
    );
    expect(closed('18:00', [closure('13:00', '14:00')])).toBeNull();
    expect(closed('12:00', [])).toBeNull();
  });
});
