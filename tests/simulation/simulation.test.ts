import { expect, test } from 'bun:test';
import { live } from './story.ts';

for (const seed of [1, 2, 3, 4]) {
  test(`seed ${seed}: two days of the club agree with the model, whatever fails`, async () => {
    const { faults, figures } = await live(seed, 2);
    expect(faults).toBeNull();
    expect(figures.steps).toBeGreaterThan(40);
  });
}

test('a seed lives the same days twice', async () => {
  const first = await live(5, 1);
  const second = await live(5, 1);
  expect(second.log).toEqual(first.log);
  expect(second.steps).toEqual(first.steps);
});
