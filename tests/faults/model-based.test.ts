import { expect, test } from 'bun:test';
import { compareWithModel } from '../support/model-runner.ts';

test('the club agrees with a model in every sequence of bookings, payments, refunds, reschedules and closures', async () => {
  expect(await compareWithModel(150)).toBeGreaterThan(100);
});
