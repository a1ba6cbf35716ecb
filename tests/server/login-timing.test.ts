import { expect, test } from 'bun:test';
import { measureLoginTimes } from '../support/login-timing.ts';

// This fails when the server no longer checks a hash for one of the two; tests/long has the exact measurement.
test('a wrong password takes as long for an unknown email', async () => {
  const { known, unknown, ratio } = await measureLoginTimes(30);
  expect(Math.min(known, unknown)).toBeGreaterThan(5);
  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.6);
});
