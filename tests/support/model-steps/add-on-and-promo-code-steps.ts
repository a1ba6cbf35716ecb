import fc from 'fast-check';
import { RACKET } from '../add-on-and-promo-code-model.ts';
import {
  defineStep,
  indexArbitrary,
  pickBooking,
  placementArbitrary,
} from '../model-step-type-and-random-inputs.ts';
import { book } from './booking-steps.ts';

/** Rackets, of which the club has three, and a code that two bookings of a sequence may use. */
export const addOnAndPromoCodeSteps = [
  defineStep({
    ...{ name: 'book with extras', weight: 8 },
    input: fc.record({
      placement: placementArbitrary,
      extras: fc.record({ rackets: fc.nat({ max: 3 }), code: fc.boolean() }),
      method: fc.constantFrom('cash', 'bank_transfer', 'card', 'credit'),
      isMembers: fc.boolean(),
    }),
    run: (world, { placement, extras, method, isMembers }) =>
      book(world, placement, method, isMembers || method === 'credit', extras),
  }),
  defineStep({
    ...{ name: 'change rackets', weight: 4, input: fc.tuple(indexArbitrary, fc.nat({ max: 4 })) },
    async run(world, [which, rackets]) {
      const { club, model, admin } = world;
      const booking = pickBooking(world, which);
      const add_ons = rackets > 0 ? [{ id: RACKET.id, quantity: rackets }] : [];
      const answer = await club.put(`/api/admin/bookings/${booking?.id ?? 0}/add-ons`, { add_ons }, admin);
      world.expectAnswer(booking ? model.changeRackets(booking, rackets) : { status: 404 }, answer);
    },
  }),
];
