import { expect, test } from 'bun:test';
import { formatDate } from '../../web/confirmation/cancel-params.ts';

test('a time after midnight names the calendar date and the evening, as the booking itself does', () => {
  const date = '2026-11-20';
  expect(formatDate({ date, time: '23:30' })).toBe('Friday, November 20, 2026');
  expect(formatDate({ date, time: '00:30' })).toBe('Saturday, November 21, 2026 (the night of Fri, Nov 20)');
  expect(formatDate({ date })).toBe('Friday, November 20, 2026');
  expect(formatDate({ date, time: 'later' })).toBe('Friday, November 20, 2026');
  expect([formatDate({}), formatDate({ date: '2026-02-30', time: '00:30' })]).toEqual(['N/A', 'N/A']);
});
