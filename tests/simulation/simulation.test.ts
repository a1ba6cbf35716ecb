import { expect, test } from 'bun:test';
import { live } from './story.ts';

test('four days of two clubs agree with the model, meet every fault, and begin alike again', async () => {
  const lived: Record<string, number> = {};
  const logs: string[][] = [];
  // Over the days of these seeds, every fault occurs.
  for (const seed of [4, 22]) {
    const { faults, figures, log } = await live(seed, 2);
    expect([seed, faults]).toEqual([seed, null]);
    for (const [name, count] of Object.entries(figures)) lived[name] = (lived[name] ?? 0) + count;
    logs.push(log);
  }
  console.log(`simulation: ${JSON.stringify(lived)}`);
  expect(Object.entries(lived).filter(([, count]) => count === 0)).toEqual([]);
  const { log } = await live(22, 1);
  expect(logs[1]?.slice(0, log.length)).toEqual(log);
});
