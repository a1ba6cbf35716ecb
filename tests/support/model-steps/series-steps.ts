import fc from 'fast-check';
import { addDays, weekdayOf } from '../../../src/domain/business-day.ts';
import { startTimeOf } from '../../../src/domain/slot.ts';
import { hasRackets, RACKET } from '../add-on-and-promo-code-model.ts';
import { emailedKey } from '../booking-key.ts';
import { ClubModel, type ModelBooking, startOf } from '../club-model.ts';
import {
  defineStep,
  HOURS,
  indexArbitrary,
  type ModelWorld,
  pick,
} from '../model-step-type-and-random-inputs.ts';

const HOUR_MS = 60 * 60_000;

/** The dates of the series that the model knows, in the order of their numbers. */
function seriesOf({ model }: ModelWorld, which: number): [id: number, dates: ModelBooking[]] | undefined {
  const dates = [...model.bookings.values()].filter(({ seriesId }) => seriesId !== undefined);
  return pick([...Map.groupBy(dates, ({ seriesId }) => seriesId as number)], which);
}

/** Cancels the dates to come, which are evenings of later sequences. */
export async function endSeries({ club, model, admin }: ModelWorld): Promise<void> {
  const ids = new Set([...model.bookings.values()].flatMap(({ seriesId }) => seriesId ?? []));
  for (const id of ids) await club.post(`/api/admin/series/${id}/cancel`, { cancelled_by: 'club' }, admin);
}

export const seriesSteps = [
  defineStep({
    ...{ name: 'book a series', weight: 2 },
    input: fc.record({
      court: fc.constantFrom(1, 2),
      evening: fc.constantFrom(0 as const, 1 as const),
      at: fc.nat({ max: 7 }),
      length: fc.constantFrom(2, 2, 3),
      count: fc.constantFrom(1, 2, 3),
      method: fc.constantFrom('cash' as const, 'bank_transfer' as const),
      isMembers: fc.boolean(),
      rackets: fc.constantFrom(0, 0, 1, 2, 4),
    }),
    async run(world, { court, evening, at, length, count, method, isMembers, rackets }) {
      const { club, model, admin, member, dates } = world;
      const first = dates[evening];
      const slotIndexes = HOURS.slice(at, at + length);
      const days = Array.from({ length: count }, (_, index) => addDays(first, 7 * index));
      const answer = await club.post(
        '/api/admin/series',
        {
          ...{ court_id: court, start_time: startTimeOf(slotIndexes[0] ?? 0), half_hours: length, count },
          ...{ weekday: weekdayOf(first), from: first, payment_method: method },
          ...(rackets > 0 ? { add_ons: [{ id: RACKET.id, quantity: rackets }] } : {}),
          ...(isMembers ? { member_id: member.id } : { guest: { name: 'Hamza Tariq' } }),
        },
        admin,
      );
      const isFree = days.every((date) => {
        const taken = model.takenSlotIndexes(court, date);
        return (
          !slotIndexes.some((slotIndex) => taken.has(slotIndex)) &&
          hasRackets(model.bookings.values(), rackets, { date, slotIndexes })
        );
      });
      if (!world.expectAnswer({ status: isFree ? 201 : 409 }, answer)) return;
      const { now } = club.clock;
      const extras = { rackets, code: false, member: isMembers };
      for (const booking of answer.json.data.bookings) {
        const { id, date, series_id } = booking;
        // No browser of a customer has booked it.
        const keys = { key: emailedKey(club, booking), contactKey: '', tracker: '' };
        model.add(id, { court, date, slotIndexes }, method, isMembers, now, keys, extras);
        const added = model.bookings.get(id);
        if (!added) continue;
        added.payBy = ClubModel.payByOf(method, added, now, true);
        added.seriesId = series_id;
      }
    },
  }),
  defineStep({
    ...{ name: 'cancel a series from a date on', weight: 2 },
    input: fc.record({
      which: indexArbitrary,
      from: fc.nat({ max: 2 }),
      cancelled_by: fc.constantFrom('customer' as const, 'club' as const),
      refund_to: fc.constantFrom('money' as const, 'credit' as const),
    }),
    async run(world, { which, from: weeks, cancelled_by, refund_to }) {
      const { club, model, admin, dates: evenings } = world;
      const { now } = club.clock;
      const [id, dates] = seriesOf(world, which) ?? [0, []];
      const from = addDays(evenings[0], 7 * weeks);
      const path = `/api/admin/series/${id}/cancel`;
      const answer = await club.post(path, { from, cancelled_by, refund_to }, admin);
      const coming = dates
        .filter(({ status, date, slotIndexes }) => {
          const start = startOf(date, slotIndexes[0] ?? 0);
          return status !== 'cancelled' && date >= from && start > now;
        })
        .sort((one, other) => one.date.localeCompare(other.date) || one.id - other.id);
      const predict = () => {
        if (id === 0) return { status: 404 };
        if (coming.length === 0) return { status: 409 };
        for (const booking of coming) {
          const hoursLeft = (startOf(booking.date, booking.slotIndexes[0] ?? 0) - now) / HOUR_MS;
          const byPolicy = hoursLeft >= 24 ? 100 : hoursLeft >= 12 ? 50 : 0;
          const toCredit = refund_to === 'credit' && booking.isMembers;
          const percent = cancelled_by === 'club' ? 100 : byPolicy;
          model.money.cancel(booking, { percent, keep: undefined, toCredit });
        }
        return { status: 200 };
      };
      world.expectAnswer(predict(), answer);
    },
  }),
];
