import { expect, test } from 'bun:test';
import { compareWithModel } from '../support/model-runner.ts';

test('the club agrees with a model in 10,000 random sequences', async () => {
  expect(await compareWithModel(10_000)).toBeGreaterThan(10_000);
});
