import fc from 'fast-check';
import { startTimeOf } from '../../../src/domain/slot.ts';
import { keyOf } from '../booking-key.ts';
import { ClubModel, type ModelBooking, refundPercent } from '../club-model.ts';
import {
  defineStep,
  indexArbitrary,
  type ModelWorld,
  pick,
  pickBooking,
  placementArbitrary,
  placementOf,
} from '../model-step-type-and-random-inputs.ts';
import { createSignedCallback, trackerOf } from '../safepay-server.ts';

const HOUR_MS = 60 * 60_000;

/** The headers of a booking's customer, each time from another address; a stranger's without a booking. */
function customerOf({ nextOrigin }: ModelWorld, booking: ModelBooking | undefined): Record<string, string> {
  const headers = { 'x-forwarded-for': nextOrigin().address };
  return booking ? { ...headers, 'x-booking-key': booking.key } : headers;
}

const balanceOf = ({ model }: ModelWorld, booking: ModelBooking | undefined) =>
  booking ? Math.max(0, booking.charge - model.money.received(booking)) : 0;

/** Mostly the sum that the page would show, sometimes another one. */
const slipArbitrary = fc.constantFrom(0, 0, 0, 500);

export const customerChangeAndPaymentSteps = [
  defineStep({
    ...{ name: 'cancel by the customer', weight: 3, input: fc.tuple(indexArbitrary, slipArbitrary) },
    async run(world, [which, slip]) {
      const { club, model } = world;
      const { now } = club.clock;
      const booking = pickBooking(world, which);
      let amount_back = slip;
      if (booking) {
        const kept = booking.price - Math.round((booking.price * refundPercent(booking, now)) / 100);
        amount_back += Math.max(0, model.money.received(booking) - kept);
      }
      const path = `/api/booking/${booking?.id ?? 0}/cancel`;
      const answer = await club.post(path, { amount_back }, customerOf(world, booking));
      const expected = booking ? model.cancelByCustomer(booking, amount_back, now) : { status: 404 };
      world.expectAnswer(expected, answer);
    },
  }),
  defineStep({
    ...{ name: 'reschedule by the customer', weight: 4 },
    input: fc.tuple(indexArbitrary, placementArbitrary, slipArbitrary),
    async run(world, [which, target, slip]) {
      const { club, model } = world;
      const booking = pickBooking(world, which);
      const placement = placementOf(world, target);
      // Mostly as many slots as before, so that most moves are possible.
      const length = booking?.slotIndexes.length ?? 2;
      if (slip === 0) placement.slotIndexes = placement.slotIndexes.slice(0, length);
      const amount = ClubModel.priceOf(placement.court, placement.slotIndexes, booking?.extras) + slip;
      const { court: court_id, date } = placement;
      const body = { court_id, date, slots: placement.slotIndexes.map(startTimeOf), amount };
      const path = `/api/booking/${booking?.id ?? 0}/reschedule`;
      const answer = await club.post(path, body, customerOf(world, booking));
      const expected = booking
        ? model.rescheduleByCustomer(booking, placement, amount, club.clock.now)
        : { status: 404 };
      world.expectAnswer(expected, answer);
    },
  }),
  defineStep({
    ...{ name: 'pay later with credit', weight: 3, input: fc.tuple(indexArbitrary, slipArbitrary) },
    async run(world, [which, slip]) {
      const { club, model, member } = world;
      const booking = pickBooking(world, which);
      const amount = balanceOf(world, booking) + slip;
      const headers = { ...customerOf(world, booking), ...member.headers };
      const path = `/api/booking/${booking?.id ?? 0}/pay`;
      const answer = await club.post(path, { method: 'credit', amount }, headers);
      const expected = booking ? model.payWithCredit(booking, amount) : { status: 404 };
      world.expectAnswer(expected, answer);
    },
  }),
  defineStep({
    ...{ name: 'open a payment page', weight: 4, input: fc.tuple(indexArbitrary, slipArbitrary) },
    async run(world, [which, slip]) {
      const { club, model } = world;
      const booking = pickBooking(world, which);
      const amount = balanceOf(world, booking) + slip;
      const path = `/api/booking/${booking?.id ?? 0}/pay`;
      const answer = await club.post(path, { method: 'card', amount }, customerOf(world, booking));
      const expected = booking ? model.openCardPage(booking, amount, club.clock.now) : { status: 404 };
      if (!world.expectAnswer(expected, answer) || !booking) return;
      const tracker = trackerOf(answer.json.payment_url ?? '');
      const open = booking.checkouts.findLast(({ state }) => state === 'open');
      if (open && open.tracker === '') open.tracker = tracker;
      // The same page for the same balance, and a new one for another.
      world.expectAnswer({ status: 200 }, { ...answer, status: open?.tracker === tracker ? 200 : 0 });
    },
  }),
  defineStep({
    ...{ name: 'card money arrives', weight: 4, input: indexArbitrary },
    async run(world, which) {
      const { club, model } = world;
      const pages = [...model.bookings.values()].flatMap((booking) =>
        booking.checkouts.map((checkout) => ({ booking, checkout })),
      );
      const page = pick(pages, which);
      const tracker = page?.checkout.tracker ?? 'track_unknown';
      const amount = String(page?.checkout.amount ?? 5000);
      const { body, signature } = createSignedCallback(tracker, { amount });
      const answer = await club.send('POST', '/api/payments/callback/safepay', body, {
        'x-sfpy-signature': signature,
      });
      if (page) model.receiveCardMoney(page.booking, page.checkout);
      world.expectAnswer({ status: 200 }, answer);
    },
  }),
  defineStep({
    ...{ name: 'correct the email', weight: 2, input: indexArbitrary },
    async run(world, which) {
      const { club } = world;
      const booking = pickBooking(world, which);
      // Later, and for a date of a series, the old address has to confirm the new one.
      if (booking?.contactKey === '') return;
      if (booking && club.clock.now - booking.createdAt >= 23 * HOUR_MS) return;
      const path = `/api/booking/${booking?.id ?? 0}`;
      const body = { email: world.nextOrigin().email, contact_key: booking?.contactKey ?? 'unknown' };
      const oldKey = customerOf(world, booking);
      const answer = await club.put(`${path}/contact`, body, oldKey);
      const status = !booking ? 404 : booking.isEmailCorrected ? 409 : 200;
      if (!world.expectAnswer({ status }, answer) || !booking) return;
      booking.isEmailCorrected = true;
      booking.key = keyOf(answer.json.manage_url);
      // The old link has ended.
      world.expectAnswer({ status: 403 }, await club.get(path, oldKey));
    },
  }),
];
