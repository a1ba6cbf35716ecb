import { expect, test } from 'bun:test';
import { NO_PROBLEMS, stressSelfService } from '../support/self-service-stress.ts';

test('200 kills: customers, the desk, the clock and the bank race, and every race has one outcome', async () => {
  const { requests, done, ...problems } = await stressSelfService(200);
  console.log(`self-service: ${requests} requests, ${done} done`);
  expect(problems).toEqual(NO_PROBLEMS);
  expect(done).toBeGreaterThan(4 * 200);
}, 3_000_000);
