import { expect, test } from 'bun:test';
import { formatDate } from '../../web/confirmation/cancel-params.ts';

test('a time after midnight names the night and the next morning, as the booking itself does', () => {
  const date = '2026-11-20';
  expect(formatDate({ date, time: '23:30' })).toBe('Friday, November 20, 2026');
  expect(formatDate({ date, time: '00:30' })).toBe('Friday night, November 20, 2026 (early Saturday)');
  expect(formatDate({ date })).toBe('Friday, November 20, 2026');
  expect(formatDate({ date, time: 'later' })).toBe('Friday, November 20, 2026');
  expect([formatDate({}), formatDate({ date: '2026-02-30', time: '00:30' })]).toEqual(['N/A', 'N/A']);
});
