import { expect, test } from 'bun:test';
import { parseRegularSlot, regularSlotPath } from '../../src/domain/regular-slot-path.ts';

const PLAIN = '/account?tab=bookings&weekly=1';
const EVENING = { courtId: 2, date: '2026-12-01', slotIndexes: [46, 47, 0] };
const queryOf = (path: string) => Object.fromEntries(new URL(path, 'http://club').searchParams);

test('the address carries what is chosen, also after midnight', () => {
  const path = regularSlotPath(EVENING);
  expect(path).toBe(`${PLAIN}&court=2&date=2026-12-01&time=23:00&slots=3`);
  expect(parseRegularSlot(queryOf(path))).toEqual({
    court_id: 2,
    date: '2026-12-01',
    slots: ['23:00', '23:30', '00:00'],
  });
});

test.each([
  ['nothing', undefined],
  ['no court', { ...EVENING, courtId: null }],
  ['a lone half-hour', { ...EVENING, slotIndexes: [46] }],
  ['a pause', { ...EVENING, slotIndexes: [40, 41, 43, 44] }],
])('it carries nothing of %s', (_, chosen) => {
  expect(regularSlotPath(chosen)).toBe(PLAIN);
});

test.each([
  ['weekly=1'],
  ['court=2&date=2026-12-01&time=20:00&slots=2'],
  ['weekly=1&court=x&date=2026-12-01&time=20:00&slots=2'],
  ['weekly=1&court=2&date=2026-13-01&time=20:00&slots=2'],
  ['weekly=1&court=2&date=2026-12-01&time=20:15&slots=2'],
  ['weekly=1&court=2&date=2026-12-01&time=20:00&slots=1'],
  ['weekly=1&court=2&date=2026-12-01&time=20:00&slots=99'],
  ['weekly=1&court=2&date=2026-12-01&time=20:00'],
])('nothing is filled in from %s', (query) => {
  expect(parseRegularSlot(queryOf(`/account?${query}`))).toBeNull();
});
