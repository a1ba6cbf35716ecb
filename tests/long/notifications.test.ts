import { expect, test } from 'bun:test';
import { killWhileSending } from '../support/kills.ts';

test('two hundred kills at random moments of sending lose no message', async () => {
  const figures = await killWhileSending(200, 4000);
  console.log(JSON.stringify(figures));
  expect(figures).toMatchObject({ messages: 4000, lost: 0, strange: 0 });
  expect(figures.repeated).toBeLessThanOrEqual(200 * 4);
});
