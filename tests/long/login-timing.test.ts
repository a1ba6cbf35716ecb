import { expect, test } from 'bun:test';
import { measureLoginTimes } from '../support/login-timing.ts';

test('over 200 attempts each, a wrong password takes the same time for a known and an unknown email', async () => {
  const { known, unknown, ratio } = await measureLoginTimes(200);
  console.log(`median ${known.toFixed(2)} ms known, ${unknown.toFixed(2)} ms unknown: ${ratio.toFixed(3)}`);
  expect(ratio).toBeGreaterThan(0.95);
  expect(ratio).toBeLessThan(1.05);
});
