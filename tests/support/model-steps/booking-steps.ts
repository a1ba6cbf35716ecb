import fc from 'fast-check';
import { startTimeOf } from '../../../src/domain/slot.ts';
import { type ModelExtras, NO_EXTRAS, RACKET } from '../add-on-and-promo-code-model.ts';
import { keyOf } from '../booking-key.ts';
import { type ModelBooking, refundPercent } from '../club-model.ts';
import {
  defineStep,
  indexArbitrary,
  type ModelWorld,
  methodArbitrary,
  pickBooking,
  placementArbitrary,
  placementOf,
} from '../model-step-type-and-random-inputs.ts';
import { trackerOf } from '../safepay-server.ts';
import { bookingBody } from '../test-club.ts';

/** The share of the price that goes back, by who cancels and the hours until play. */
function refundPercentBy(booking: ModelBooking, cancelledBy: string, now: number): number {
  const byPolicy = refundPercent(booking, now);
  if (cancelledBy === 'customer') return byPolicy;
  return cancelledBy === 'medical' ? Math.max(byPolicy, 50) : 100;
}

export async function book(
  world: ModelWorld,
  input: { court: number; evening: 0 | 1; slotIndexes: number[] },
  payment_method: ModelBooking['paymentMethod'],
  isMembers: boolean,
  chosen: Pick<ModelExtras, 'rackets' | 'code'> = NO_EXTRAS,
): Promise<void> {
  const placement = placementOf(world, input);
  const extras = { ...chosen, member: isMembers };
  const slots = input.slotIndexes.map(startTimeOf);
  const { address, email } = world.nextOrigin();
  const answer = await world.club.post(
    '/api/book',
    bookingBody({
      ...{
        court_id: placement.court,
        date: placement.date,
        start_time: slots[0],
        slots,
        email,
        payment_method,
      },
      duration: Math.max(60, slots.length * 30),
      ...(extras.rackets > 0 ? { add_ons: [{ id: RACKET.id, quantity: extras.rackets }] } : {}),
      ...(extras.code ? { code: world.code } : {}),
    }),
    { 'x-forwarded-for': address, ...(isMembers ? world.member.headers : {}) },
  );
  if (world.expectAnswer(world.model.book(placement, payment_method, extras), answer)) {
    const { now } = world.club.clock;
    const { booking, manage_url, contact_key, payment_url = '' } = answer.json;
    const keys = { key: keyOf(manage_url), contactKey: contact_key, tracker: trackerOf(payment_url) };
    world.model.add(booking.id, placement, payment_method, isMembers, now, keys, extras);
  }
}

export const bookingSteps = [
  defineStep({
    ...{ name: 'book', weight: 8, input: fc.tuple(placementArbitrary, fc.boolean()) },
    run: (world, [placement, isMembers]) => book(world, placement, 'cash', isMembers),
  }),
  defineStep({
    ...{ name: 'book by transfer', weight: 6, input: fc.tuple(placementArbitrary, fc.boolean()) },
    run: (world, [placement, isMembers]) => book(world, placement, 'bank_transfer', isMembers),
  }),
  defineStep({
    ...{ name: 'book by card', weight: 3, input: fc.tuple(placementArbitrary, fc.boolean()) },
    run: (world, [placement, isMembers]) => book(world, placement, 'card', isMembers),
  }),
  defineStep({
    ...{ name: 'book by credit', weight: 3, input: placementArbitrary },
    run: (world, placement) => book(world, placement, 'credit', true),
  }),
  defineStep({
    ...{ name: 'mark paid', weight: 2 },
    input: fc.record({ which: indexArbitrary, method: fc.option(methodArbitrary, { nil: undefined }) }),
    async run(world, { which, method }) {
      const { club, model, admin } = world;
      const booking = pickBooking(world, which);
      const answer = await club.put(
        `/api/admin/bookings/${booking?.id ?? 0}/status`,
        { status: 'paid', method },
        admin,
      );
      const predict = () => {
        if (!booking) return { status: 404 };
        if (booking.status === 'paid') return { status: 409 };
        const placed = booking.status === 'cancelled' ? model.predictRestore(booking) : { status: 200 };
        return placed.status === 200 ? model.money.markPaid(booking, method) : placed;
      };
      world.expectAnswer(predict(), answer);
    },
  }),
  defineStep({
    ...{ name: 'cancel', weight: 4 },
    input: fc.record({
      which: indexArbitrary,
      cancelled_by: fc.constantFrom('customer', 'customer', 'club', 'medical', 'mistake', undefined),
      keep: fc.option(fc.constantFrom(0, 1000, 5000), { nil: undefined, freq: 4 }),
      refund_to: fc.constantFrom('money', 'credit', undefined),
    }),
    async run(world, { which, ...decision }) {
      const { club, model, admin } = world;
      const booking = pickBooking(world, which);
      const answer = await club.put(
        ...([
          `/api/admin/bookings/${booking?.id ?? 0}/status`,
          { status: 'cancelled', ...decision },
          admin,
        ] as const),
      );
      const { cancelled_by = 'customer', keep, refund_to } = decision;
      const expected = booking
        ? model.money.cancel(booking, {
            percent: refundPercentBy(booking, cancelled_by, club.clock.now),
            ...{ keep, toCredit: refund_to === 'credit' },
          })
        : { status: 404 };
      world.expectAnswer(expected, answer);
    },
  }),
  defineStep({
    ...{ name: 'move', weight: 3, input: fc.tuple(indexArbitrary, placementArbitrary) },
    async run(world, [which, target]) {
      const { club, model, admin } = world;
      const id = pickBooking(world, which)?.id ?? 0;
      const placement = placementOf(world, target);
      const before = await club.get(`/api/admin/bookings/${id}`, admin);
      const body = {
        ...{ court_id: placement.court, date: placement.date, slots: placement.slotIndexes.map(startTimeOf) },
        version: before.json?.data?.booking.version ?? 1,
      };
      const answer = await club.put(`/api/admin/bookings/${id}/slots`, body, admin);
      world.expectAnswer(model.reschedule(id, placement, club.clock.now), answer);
    },
  }),
];
