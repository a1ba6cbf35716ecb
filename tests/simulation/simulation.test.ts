import { expect, test } from 'bun:test';
import { live } from './story.ts';

test('eight days of four clubs agree with the model, and meet every fault', async () => {
  const lived: Record<string, number> = {};
  for (const seed of [1, 2, 3, 4]) {
    const { faults, figures } = await live(seed, 2);
    expect([seed, faults]).toEqual([seed, null]);
    for (const [name, count] of Object.entries(figures)) lived[name] = (lived[name] ?? 0) + count;
  }
  console.log(`simulation: ${JSON.stringify(lived)}`);
  expect(Object.entries(lived).filter(([, count]) => count === 0)).toEqual([]);
});

test('a seed lives the same days twice', async () => {
  const first = await live(5, 1);
  const second = await live(5, 1);
  expect(second.log).toEqual(first.log);
  expect(second.steps).toEqual(first.steps);
});
