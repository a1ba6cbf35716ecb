import { startTimeOf } from '../../../src/domain/slot.ts';
import {
  defineStep,
  indexArbitrary,
  pick,
  placementArbitrary,
  placementOf,
} from '../model-step-type-and-random-inputs.ts';

export const closureSteps = [
  defineStep({
    ...{ name: 'close', weight: 1, input: placementArbitrary },
    async run(world, target) {
      const { club, model, admin } = world;
      const placement = placementOf(world, target);
      const slots = placement.slotIndexes.map(startTimeOf);
      const body = { court_id: placement.court, date: placement.date, slots, reason: 'Maintenance' };
      const answer = await club.post('/api/admin/closures', body, admin);
      if (world.expectAnswer(model.closeSlots(placement), answer)) {
        model.closures.set(answer.json.data.closure.id, placement);
      }
    },
  }),
  defineStep({
    ...{ name: 'reopen', weight: 1, input: indexArbitrary },
    async run(world, which) {
      const { club, model, admin } = world;
      const id = pick(model.closures.keys(), which) ?? 0;
      const answer = await club.delete(`/api/admin/closures/${id}`, admin);
      world.expectAnswer({ status: model.closures.has(id) ? 200 : 404 }, answer);
      model.closures.delete(id);
    },
  }),
];
