import { describe, expect, test } from 'bun:test';
import {
  addPlaceSchema,
  cancelEventSchema,
  coachBusySchema,
  EVENT_KIND_RULES,
  EVENT_KINDS,
  type EventKind,
  eventAttendanceSchema,
  eventEditSchema,
  eventPlanSchema,
  joinEventSchema,
  joinUntilOf,
  keptOnLeaving,
  kindError,
  newEventSchema,
  priceWithout,
  sessionEnd,
  sessionSlots,
  sessionStart,
  sessionTimes,
  weeklyDates,
} from '../../src/domain/event.ts';
import { validate } from '../../src/domain/validate.ts';

const HOUR_MS = 3_600_000;
const SESSION = { date: '2026-11-25', start_time: '18:00', duration: 60, court_ids: [1] };
const EVENT = { kind: 'social', title: 'Social', least: 4, most: 8, price: 0, sessions: [SESSION] };
const courts = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const dates = (count: number) => weeklyDates('2026-11-25', count).map((date) => ({ ...SESSION, date }));
const fieldsOf = (schema: Parameters<typeof validate>[0], input: object) => {
  const checked = validate(schema, input);
  return checked.ok ? [] : Object.keys(checked.fields);
};

describe('what the form of an event takes', () => {
  test.each([
    ['least', 1, 8, [0, 9]],
    ['most', 4, 200, [3, 201]],
    ['price', 0, 1_000_000, [-1, 1_000_001]],
    ['join_hours', 0, 720, [-1, 721]],
    ['leave_hours', 0, 720, [-1, 721]],
    ['title', 'T', 'T'.repeat(100), ['', 'T'.repeat(101)]],
    ['text', '', 'T'.repeat(2000), ['T'.repeat(2001)]],
  ])('%s from %p to its limit', (field, lowest, highest, refused) => {
    const { kind: _, sessions: __, ...texts } = EVENT;
    for (const [schema, whole] of [
      [newEventSchema, EVENT],
      [eventEditSchema, { ...texts, version: 1 }],
    ] as const) {
      for (const value of [lowest, highest])
        expect([value, fieldsOf(schema, { ...whole, [field]: value })]).toEqual([value, []]);
      const reported = field === 'least' ? expect.any(String) : field;
      for (const value of refused)
        expect([value, fieldsOf(schema, { ...whole, [field]: value })]).toEqual([value, [reported]]);
    }
  });

  test('dates, their length and their courts up to a limit', () => {
    const refused = (session: object) =>
      fieldsOf(eventPlanSchema, { sessions: [{ ...SESSION, ...session }] });
    for (const duration of [30, 24 * 60]) expect(refused({ duration })).toEqual([]);
    for (const duration of [0, 45, 24 * 60 + 30]) expect(refused({ duration })).toHaveLength(1);
    for (const count of [1, 50]) expect(refused({ court_ids: courts(count) })).toEqual([]);
    for (const ids of [[], courts(51), [1, 1]]) expect(refused({ court_ids: ids })).toHaveLength(1);
    expect(fieldsOf(eventPlanSchema, { sessions: dates(20) })).toEqual([]);
    for (const count of [0, 21])
      expect(fieldsOf(eventPlanSchema, { sessions: dates(count) })).toHaveLength(1);
  });

  test('levels in order, one of them, or none', () => {
    const refused = (level_from: string | null, level_to: string | null) =>
      fieldsOf(newEventSchema, { ...EVENT, level_from, level_to });
    expect(refused('improver', 'improver')).toEqual([]);
    expect(refused('beginner', 'advanced')).toEqual([]);
    expect(refused('advanced', null)).toEqual([]);
    expect(refused(null, 'beginner')).toEqual([]);
    expect(refused('improver', 'beginner')).toEqual(['level_from']);
  });

  test('and what it leaves out', () => {
    expect(validate(newEventSchema, EVENT)).toEqual({
      ok: true,
      value: {
        ...(EVENT as typeof EVENT & { kind: EventKind }),
        ...{ text: '', level_from: null, level_to: null, for: 'everyone', join_hours: 12, leave_hours: 24 },
        ...{ make_ups: false, public: true, coach_id: null, decisions: [], publish: false },
      },
    });
    const place = { name: 'Ayesha Khan', email: '', phone: '' };
    expect(validate(addPlaceSchema, { name: place.name })).toEqual({ ok: true, value: place });
    expect(fieldsOf(eventAttendanceSchema, { payer_id: 1, came: null })).toEqual([]);
    const busy = { date: SESSION.date, start_time: '10:00', duration: 60 };
    expect(validate(coachBusySchema, busy)).toEqual({ ok: true, value: { ...busy, note: '' } });
  });

  test('a reason of up to 200 characters, and a price that was seen', () => {
    const cancel = (reason: string) => fieldsOf(cancelEventSchema, { reason, version: 1 });
    expect([cancel('R'.repeat(200)), cancel('R'.repeat(201)), cancel('')]).toEqual([
      [],
      ['reason'],
      ['reason'],
    ]);
    for (const field of ['price', 'own_price'])
      expect(
        [0, 1_000_000, -1, 1_000_001].map((price) =>
          fieldsOf(joinEventSchema, { name: 'Ayesha', email: 'a@example.com', [field]: price }),
        ),
      ).toEqual([[], [], [field], [field]]);
  });
});

describe('a kind of event', () => {
  test.each([
    ['class', { dates: 20, courts: 4, players: [1, 40], coach: true, makeUps: true }],
    ['social', { dates: 20, courts: 12, players: [1, 96], coach: false, makeUps: false }],
    ['tournament', { dates: 1, courts: 8, players: [4, 32], coach: false, makeUps: false }],
  ] as const)('%s has its limits', (kind, limits) => {
    const [least, most] = limits.players;
    const whole = {
      ...{ least, most, coach_id: limits.coach ? 1 : null, make_ups: limits.makeUps },
      sessions: Array.from({ length: limits.dates }, () => ({ court_ids: courts(limits.courts) })),
    };
    const broken = (over: object) => kindError(kind, { ...whole, ...over })?.field ?? null;
    expect(broken({})).toBeNull();
    expect(broken({ sessions: undefined })).toBeNull();
    expect(broken({ least: least - 1 })).toBe('least');
    expect(broken({ most: most + 1 })).toBe('most');
    expect(broken({ coach_id: 1 })).toBe(limits.coach ? null : 'coach_id');
    expect(broken({ make_ups: true })).toBe(limits.makeUps ? null : 'make_ups');
    expect(broken({ sessions: [...whole.sessions, { court_ids: [1] }] })).toBe('sessions');
    expect(broken({ sessions: [{ court_ids: courts(limits.courts + 1) }] })).toBe('sessions');
  });

  test('says how many dates it may have', () => {
    const sessions = courts(21).map((id) => ({ court_ids: [id] }));
    const event = { least: 4, most: 8, coach_id: null, make_ups: false, sessions };
    expect(EVENT_KINDS.map((kind) => kindError(kind, event)?.message)).toEqual([
      'A class has at most 20 dates.',
      'A social has at most 20 dates.',
      'A tournament has one date.',
    ]);
  });

  test('fills in the form of a new one', () => {
    expect(EVENT_KINDS.map((kind) => EVENT_KIND_RULES[kind].start)).toEqual([
      { title: 'Beginners’ class', duration: 60, least: 2, most: 4 },
      { title: 'Social evening', duration: 120, least: 4, most: 8 },
      { title: 'Americano', duration: 180, least: 8, most: 16 },
    ]);
  });
});

test('a date that runs past midnight belongs to its evening, and ends with the business day', () => {
  const night = { date: '2026-11-25', start_time: '23:30', duration: 60 };
  expect(sessionTimes(night)).toEqual({ date: '2026-11-25', slots: ['23:30', '00:00'] });
  expect(sessionStart(night)).toBe(Date.parse('2026-11-25T23:30:00+05:00'));
  expect(sessionEnd(night)).toBe(Date.parse('2026-11-26T00:30:00+05:00'));
  expect(sessionSlots({ start_time: '05:00', duration: 60 })).toHaveLength(2);
  expect(sessionSlots({ start_time: '05:00', duration: 90 })).toBeNull();
  expect(weeklyDates('2026-11-25', 3)).toEqual(['2026-11-25', '2026-12-02', '2026-12-09']);
  expect(joinUntilOf(20 * HOUR_MS, 12)).toBe(8 * HOUR_MS);
});

test('the club keeps nothing of a place until the hour comes, and the price from then on', () => {
  const place = { price: 3000, leave_hours: 24, start: 100 * HOUR_MS };
  const last = 76 * HOUR_MS;
  expect([last, last + 1].map((now) => keptOnLeaving(place, now))).toEqual([0, 3000]);
});

test('of the dates that are cancelled the club keeps nothing, rounded in the player’s favour', () => {
  const kept = (dates: number, left: number) => priceWithout(1000, { dates, left });
  expect([kept(3, 0), kept(3, 1), kept(3, 3), kept(3, 4), kept(1, 1)]).toEqual([1000, 666, 0, 0, 0]);
});
