import fc from 'fast-check';
import { HOLD_MINUTES, type ModelBooking, startOf } from '../club-model.ts';
import {
  defineStep,
  HOURS,
  indexArbitrary,
  type ModelWorld,
  pick,
  pickBooking,
} from '../model-step-type-and-random-inputs.ts';
import { createPng, createReceiptForm } from '../test-images.ts';

const MINUTE_MS = 60_000;
const PICTURE = createPng(8, 8);

/** Moves the clock, at most to ten minutes before the first play of the sequence, and releases what is due. */
export async function moveClock({ club, model, dates }: ModelWorld, to: number): Promise<void> {
  const latest = startOf(dates[0], HOURS[0] ?? 0) - 10 * MINUTE_MS;
  club.clock.now = Math.max(club.clock.now, Math.min(to, latest));
  await club.schedule.runNow('release unpaid bookings');
  model.release(club.clock.now);
}

/** Uploads by an admin or by the customer; neither needs an email. */
async function upload(
  { club, admin, nextOrigin }: ModelWorld,
  booking: ModelBooking | undefined,
  byKey: boolean,
) {
  const id = booking?.id ?? 0;
  const credentials = byKey && booking ? { 'x-booking-key': booking.key } : admin;
  const headers = { ...credentials, 'x-forwarded-for': nextOrigin().address };
  const body = createReceiptForm(PICTURE);
  const url = `http://localhost/api/booking/${id}/receipt`;
  const response = await club.app.handle(new Request(url, { method: 'POST', body, headers }));
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
}

export const deadlineAndReceiptSteps = [
  defineStep({
    ...{ name: 'wait', weight: 1, input: fc.constant(null) },
    run: (world) => moveClock(world, world.club.clock.now + HOLD_MINUTES * MINUTE_MS),
  }),
  defineStep({
    ...{ name: 'jump to a deadline', weight: 3, input: fc.tuple(indexArbitrary, fc.constantFrom(-1, 0, 1)) },
    async run(world, [which, minutes]) {
      const { now } = world.club.clock;
      const deadlines = [...world.model.bookings.values()]
        .filter(({ status, payBy }) => status === 'pending' && payBy !== null && payBy > now)
        .map(({ payBy }) => payBy as number);
      const payBy = pick(deadlines, which);
      if (payBy !== undefined) await moveClock(world, payBy + minutes * MINUTE_MS);
    },
  }),
  defineStep({
    ...{ name: 'jump to a limit of the policy', weight: 2 },
    input: fc.tuple(indexArbitrary, fc.constantFrom(24, 12), fc.constantFrom(-1, 0, 1)),
    async run(world, [which, hours, minutes]) {
      const booking = pickBooking(world, which);
      if (!booking) return;
      const start = startOf(booking.date, booking.slotIndexes[0] ?? 0);
      await moveClock(world, start - (hours * 60 - minutes) * MINUTE_MS);
    },
  }),
  defineStep({
    ...{ name: 'set the clock back', weight: 1, input: fc.constantFrom(2, 10) },
    async run({ club, model }, minutes) {
      club.clock.now -= minutes * MINUTE_MS;
      await club.schedule.runNow('release unpaid bookings');
      model.release(club.clock.now);
    },
  }),
  defineStep({
    ...{ name: 'upload a receipt', weight: 3, input: fc.tuple(indexArbitrary, fc.boolean()) },
    async run(world, [which, byKey]) {
      const booking = pickBooking(world, which);
      const expected = booking ? world.model.upload(booking) : { status: 404 };
      world.expectAnswer(expected, await upload(world, booking, byKey));
    },
  }),
  defineStep({
    ...{ name: 'reject a receipt', weight: 2, input: indexArbitrary },
    async run(world, which) {
      const { club, model, admin } = world;
      const booking = pickBooking(world, which);
      const expected = booking ? model.reject(booking, club.clock.now) : { status: 404 };
      const path = `/api/admin/bookings/${booking?.id ?? 0}/receipt/reject`;
      world.expectAnswer(expected, await club.post(path, { reason: 'Not readable' }, admin));
    },
  }),
  defineStep({
    ...{ name: 'decide on a late receipt', weight: 3 },
    input: fc.tuple(
      indexArbitrary,
      fc.constantFrom('restore' as const, 'credit' as const, 'refund' as const),
    ),
    async run(world, [which, decision]) {
      const { club, model, admin } = world;
      // A late receipt if there is one, so that most decisions are possible.
      const late = [...model.bookings.values()].filter(
        ({ status, payBy, hasReceipt }) => status === 'cancelled' && payBy !== null && hasReceipt,
      );
      const booking = pick(late, which) ?? pickBooking(world, which);
      const expected = booking ? model.decideLate(booking, decision) : { status: 404 };
      const path = `/api/admin/late-receipts/${booking?.id ?? 0}`;
      world.expectAnswer(expected, await club.post(path, { decision }, admin));
    },
  }),
];
