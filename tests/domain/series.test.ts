import { expect, test } from 'bun:test';
import { isRepeatable } from '../../src/domain/series.ts';

const booking = (...slots: string[]) => ({ series_id: null, start_time: slots[0] ?? '', slots });

test('only a single booking of an hour or more without a pause can be asked for every week', () => {
  expect(isRepeatable(booking('19:00', '19:30', '20:00'))).toBe(true);
  expect(isRepeatable(booking('23:30', '00:00'))).toBe(true);
  // 1:30 AM to 2:30 AM and 3 AM to 4 AM: as a series it would be 1:30 AM to 3:30 AM.
  expect(isRepeatable(booking('01:30', '02:00', '03:00', '03:30'))).toBe(false);
  expect(isRepeatable(booking('19:00'))).toBe(false);
  expect(isRepeatable({ ...booking('19:00', '19:30'), series_id: 3 })).toBe(false);
});
