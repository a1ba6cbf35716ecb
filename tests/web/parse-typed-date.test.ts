import { expect, test } from 'bun:test';
import { parseTypedDate } from '../../web/admin/day/parse-typed-date.ts';

test.each([
  ['today', '2026-11-20'],
  ['Tonight', '2026-11-20'],
  ['tomorrow', '2026-11-21'],
  ['yesterday', '2026-11-19'],
  ['fri', '2026-11-20'],
  ['Thursday', '2026-11-26'],
  ['24 nov', '2026-11-24'],
  ['November 24', '2026-11-24'],
  ['24/11', '2026-11-24'],
  ['3.1.', '2027-01-03'],
  ['20 may', '2027-05-20'],
  ['21 june', '2026-06-21'],
  ['2026-12-31', '2026-12-31'],
  ['2026-02-30', null],
  ['31/2', null],
  ['24 foo', null],
  ['th', null],
  ['Umar', null],
  ['', null],
])('%p is %p, seen on Friday, November 20', (text, date) => {
  expect(parseTypedDate(text, '2026-11-20')).toBe(date);
});
