import { expect } from 'bun:test';
import fc from 'fast-check';
import { defineStep, type ModelWorld } from '../model-step-type-and-random-inputs.ts';

export const shiftSteps = [
  defineStep({
    ...{ name: 'open the drawer', weight: 1, input: fc.constantFrom(0, 2000) },
    async run(world, float) {
      const { club, model, admin } = world;
      const answer = await club.post('/api/admin/shifts', { float }, admin);
      const expected = { status: model.money.drawer === null ? 201 : 409 };
      if (world.expectAnswer(expected, answer)) model.money.drawer = float;
    },
  }),
  defineStep({ ...{ name: 'count the drawer', weight: 1, input: fc.constant(null) }, run: countDrawer }),
];

/** Closes the newest shift, which is the open one if there is one, and compares the cash it expects. */
export async function countDrawer(world: ModelWorld): Promise<void> {
  const { club, model, admin } = world;
  const { drawer } = model.money;
  const { json } = await club.get('/api/admin/shifts', admin);
  const { id } = json.data.shifts[0] ?? { id: 0 };
  const counted = Math.max(0, drawer ?? 0);
  const answer = await club.put(`/api/admin/shifts/${id}/close`, { counted }, admin);
  const expected = { status: drawer !== null ? 200 : id === 0 ? 404 : 409 };
  if (!world.expectAnswer(expected, answer)) return;
  expect(answer.json.data.shift.expected).toBe(drawer);
  model.money.drawer = null;
  model.money.lastCount = counted;
}
