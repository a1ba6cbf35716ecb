import fc from 'fast-check';
import {
  defineStep,
  indexArbitrary,
  type ModelWorld,
  methodArbitrary,
  pick,
  pickBooking,
} from '../model-step-type-and-random-inputs.ts';

/** Amounts that a booking's balance proposes, or a part of it, or too much. */
const amountArbitrary = fc.constantFrom('balance', 'balance', 'part', 'more');

function amountFor(balance: number, kind: string): number {
  const proposed = Math.max(1, Math.abs(balance));
  return kind === 'part' ? Math.ceil(proposed / 3) : kind === 'more' ? proposed + 700 : proposed;
}

/** The number of the `index`th entry of a booking, or of the member's top-ups. */
function entryId({ club, member }: ModelWorld, bookingId: number | null, index: number): number {
  const where =
    bookingId === null ? `booking_id IS NULL AND user_id = ${member.id}` : `booking_id = ${bookingId}`;
  const rows = club.rows<{ id: number }>(`SELECT id FROM ledger_entry WHERE ${where} ORDER BY id`);
  return rows[index]?.id ?? 0;
}

export const moneySteps = [
  ...(['payments', 'refunds'] as const).map((route) =>
    defineStep({
      ...{ name: `record ${route}`, weight: route === 'payments' ? 4 : 3 },
      input: fc.record({ which: indexArbitrary, method: methodArbitrary, amount: amountArbitrary }),
      async run(world, { which, method, amount: kind }) {
        const { club, model, admin } = world;
        const booking = pickBooking(world, which);
        const balance = booking ? booking.charge - model.money.received(booking) : 0;
        const amount = amountFor(balance, kind);
        const path = `/api/admin/bookings/${booking?.id ?? 0}/${route}`;
        const answer = await club.post(path, { amount, method }, admin);
        const act = route === 'payments' ? 'pay' : 'refund';
        const expected = booking ? model.money[act](booking, amount, method) : { status: 404 };
        world.expectAnswer(expected, answer);
      },
    }),
  ),
  defineStep({
    ...{
      name: 'undo an entry',
      weight: 3,
      input: fc.record({ which: indexArbitrary, entry: indexArbitrary }),
    },
    async run(world, { which, entry: at }) {
      const { club, model, admin } = world;
      // Every sixth time an entry of a top-up.
      const booking = which === 5 ? null : (pickBooking(world, which) ?? null);
      const entries = model.money.entriesOf(booking?.id ?? null);
      const entry = pick(entries, at);
      const id = entry ? entryId(world, booking?.id ?? null, entries.indexOf(entry)) : 0;
      const answer = await club.post(`/api/admin/ledger/${id}/reverse`, { reason: 'a slip' }, admin);
      world.expectAnswer(entry ? model.money.reverse(entry, booking) : { status: 404 }, answer);
    },
  }),
  defineStep({
    ...{ name: 'top up', weight: 2 },
    input: fc.record({
      paid: fc.constantFrom(5000, 10_000),
      bonus: fc.constantFrom(0, 1000),
      method: fc.constantFrom('cash', 'bank_transfer', 'card'),
    }),
    async run(world, { paid, bonus, method }) {
      const { club, model, admin, member } = world;
      const body = { paid, credit: paid + bonus, method };
      // The owner has just authenticated.
      club.db.run("UPDATE session SET sess = json_set(sess, '$.proven', ?)", [club.clock.now]);
      const answer = await club.post(`/api/admin/users/${member.id}/credit`, body, admin);
      world.expectAnswer(model.money.topUp(paid, paid + bonus, method), answer);
    },
  }),
];
