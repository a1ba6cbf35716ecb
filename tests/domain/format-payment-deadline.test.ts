import { expect, test } from 'bun:test';
import { formatPayBy, formatTimeLeft } from '../../src/domain/format-payment-deadline.ts';

const at = (text: string) => Date.parse(`${text}+05:00`);

test.each([
  ['2026-11-21T21:00:00+05:00', '2026-11-21T18:00:00', '9 PM'],
  ['2026-11-21T06:00:00+05:00', '2026-11-20T18:00:00', 'Sat, Nov 21, 6 AM'],
  ['2026-11-21T00:05:00+05:00', '2026-11-20T23:59:00', 'Sat, Nov 21, 12:05 AM'],
  ['2026-11-21T12:30:00+05:00', '2026-11-21T00:00:00', '12:30 PM'],
])('%s is shown at %s as %s', (payBy, now, expected) => {
  expect(formatPayBy(payBy, at(now))).toBe(expected);
});

test('without the current time, as in emails, the date is always given', () => {
  expect(formatPayBy('2026-11-21T21:00:00+05:00')).toBe('Sat, Nov 21, 9 PM');
});

test.each([
  ['2026-11-20T18:00:00', '12 h'],
  ['2026-11-21T05:34:59', '25 min'],
  ['2026-11-20T18:39:30', '11 h 20 min'],
  ['2026-11-18T03:00:00', '3 days 3 h'],
  ['2026-11-21T05:59:30', 'less than a minute'],
  ['2026-11-21T06:00:00', null],
])('at %s the time left is %p', (now, expected) => {
  expect(formatTimeLeft('2026-11-21T06:00:00+05:00', at(now))).toBe(expected);
});
