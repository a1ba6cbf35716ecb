import { expect } from 'bun:test';
import fc from 'fast-check';
import { inPlayingOrder, startTimeOf } from '../../src/domain/slot.ts';
import { ClubModel, type ExpectedResponse } from './club-model.ts';
import { OPEN_SLOTS } from './default-plan.ts';
import { startSafepayServer } from './safepay-server.ts';
import { bookingBody, createTestClub, type TestClub } from './test-club.ts';

const DATES = ['2027-01-20', '2027-01-21'];
/** A few neighbouring slots around midnight, so that steps conflict often. */
const HOURS = OPEN_SLOTS.slice(30, 40);

const courtArbitrary = fc.constantFrom(1, 2);
const dateArbitrary = fc.constantFrom(...DATES);
const slotIndexesArbitrary = fc
  .tuple(
    fc.nat({ max: 8 }),
    fc.integer({ min: 2, max: 4 }),
    fc.uniqueArray(fc.constantFrom(...HOURS), { maxLength: 2 }),
  )
  .map(([from, length, more]) => inPlayingOrder([...HOURS.slice(from, from + length), ...more]));
const indexArbitrary = fc.nat({ max: 7 });

/** How long an unpaid checkout keeps its slots. */
const HOLD_MINUTES = 5;

/** One step on the club; `which` picks an existing booking or closure. */
export const stepArbitrary = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('book' as const),
      court: courtArbitrary,
      date: dateArbitrary,
      slotIndexes: slotIndexesArbitrary,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('book by card' as const),
      court: courtArbitrary,
      date: dateArbitrary,
      slotIndexes: slotIndexesArbitrary,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay' as const), which: indexArbitrary }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: indexArbitrary }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      which: indexArbitrary,
      court: courtArbitrary,
      date: dateArbitrary,
      slotIndexes: slotIndexesArbitrary,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      court: courtArbitrary,
      date: dateArbitrary,
      slotIndexes: slotIndexesArbitrary,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const), which: indexArbitrary }) },
);
export type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never;

/** Runs `steps` on the club and on the model, then compares every answer and every slot. */
export async function runAgainstModel(
  club: TestClub,
  adminHeaders: Record<string, string>,
  steps: Step[],
  runId: number,
): Promise<void> {
  const model = new ClubModel();
  const put = (path: string, body: unknown) => club.send('PUT', path, body, adminHeaders);
  const expectAgreement = (
    step: Step,
    expected: ExpectedResponse,
    answer: Awaited<ReturnType<TestClub['send']>>,
  ) => {
    const slots = expected.slots ? answer.json.slots : undefined;
    expect({ what: step, status: answer.status, slots }).toEqual({
      what: step,
      status: expected.status,
      slots: expected.slots,
    });
    return expected.status < 300;
  };
  const pick = <T>(from: Map<number, T>, at: number) => [...from.keys()][at % Math.max(1, from.size)] ?? 0;

  for (const step of steps) {
    const id =
      'which' in step
        ? pick(step.do === 'reopen' ? (model.closures as Map<number, unknown>) : model.bookings, step.which)
        : 0;
    const slots = 'slotIndexes' in step ? step.slotIndexes.map(startTimeOf) : [];
    if (step.do === 'expire') {
      club.clock.now += HOLD_MINUTES * 60_000;
      await club.schedule.runNow('release unpaid bookings');
      model.expireCheckouts();
    } else if (step.do === 'book' || step.do === 'book by card') {
      const isCard = step.do === 'book by card';
      const answer = await club.post(
        '/api/book',
        bookingBody({
          court_id: step.court,
          date: step.date,
          start_time: slots[0],
          slots,
          duration: Math.max(60, slots.length * 30),
          email: `guest${runId}@example.com`,
          ...(isCard ? { payment_method: 'card' } : {}),
        }),
        { 'x-forwarded-for': `10.${runId >> 16}.${(runId >> 8) & 255}.${runId & 255}` },
      );
      if (expectAgreement(step, model.book(step.court, step.date, step.slotIndexes), answer)) {
        model.bookings.set(answer.json.booking.id, {
          court: step.court,
          date: step.date,
          slotIndexes: step.slotIndexes,
          status: 'pending',
          awaitsCardPayment: isCard,
        });
      }
    } else if (step.do === 'pay' || step.do === 'cancel') {
      const to = step.do === 'pay' ? 'paid' : 'cancelled';
      const ok = expectAgreement(
        step,
        model.changeStatus(id, to),
        await put(`/api/admin/bookings/${id}/status`, { status: to }),
      );
      const booking = model.bookings.get(id);
      if (ok && booking) booking.status = to;
    } else if (step.do === 'move') {
      const before = await club.get(`/api/admin/bookings/${id}`, adminHeaders);
      const version = before.json?.data?.booking.version ?? 1;
      const target = { court_id: step.court, date: step.date, slots, version };
      if (
        expectAgreement(
          step,
          model.reschedule(id, step.court, step.date, step.slotIndexes),
          await put(`/api/admin/bookings/${id}/slots`, target),
        )
      ) {
        const booking = model.bookings.get(id);
        if (booking)
          Object.assign(booking, { court: step.court, date: step.date, slotIndexes: step.slotIndexes });
      }
    } else if (step.do === 'close') {
      const body = { court_id: step.court, date: step.date, slots, reason: 'Maintenance' };
      const answer = await club.post('/api/admin/closures', body, adminHeaders);
      if (expectAgreement(step, model.closeSlots(step.court, step.date, step.slotIndexes), answer)) {
        model.closures.set(answer.json.data.closure.id, {
          court: step.court,
          date: step.date,
          slotIndexes: step.slotIndexes,
        });
      }
    } else {
      const answer = await club.send('DELETE', `/api/admin/closures/${id}`, undefined, adminHeaders);
      expectAgreement(step, { status: model.closures.has(id) ? 200 : 404 }, answer);
      model.closures.delete(id);
    }
  }

  for (const day of DATES) {
    for (const number of [1, 2]) {
      const { json } = await club.get(`/api/slots?date=${day}&courtId=${number}`);
      const taken = json
        .filter((slot: { available: boolean }) => !slot.available)
        .map((slot: { hour: number }) => slot.hour);
      expect(taken).toEqual(inPlayingOrder(model.takenSlotIndexes(number, day)));
    }
  }
  await cancelAndReopenAll(club, adminHeaders, model);
}

/** Cancels and reopens everything through the API. */
async function cancelAndReopenAll(
  club: TestClub,
  adminHeaders: Record<string, string>,
  model: ClubModel,
): Promise<void> {
  for (const [id, booking] of model.bookings) {
    if (booking.status !== 'cancelled')
      await club.send('PUT', `/api/admin/bookings/${id}/status`, { status: 'cancelled' }, adminHeaders);
  }
  for (const id of model.closures.keys())
    await club.send('DELETE', `/api/admin/closures/${id}`, undefined, adminHeaders);
}

/** A club with card payments for `compareWithModel`; the provider runs on loopback. */
export async function createTestClubWithCards() {
  const safepay = startSafepayServer();
  const club = await createTestClub({
    env: { ...safepay.env, TRUST_PROXY: '1', PUBLIC_URL: 'http://club.example' },
    toml: `[payments]\nhold_minutes = ${HOLD_MINUTES}\n`,
  });
  const close = async () => {
    club.close();
    await safepay.stop();
  };
  return { club, close };
}

/** Checks `runs` random sequences and prints the seed, so that a failure can be repeated. */
export async function compareWithModel(
  club: TestClub,
  runs: number,
  seed = Date.now() & 0x7fffffff,
): Promise<void> {
  const { headers } = await club.signIn({ email: 'desk@example.com', is_admin: true });
  let runId = 0;
  console.log(`model: ${runs} runs, seed ${seed}`);
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 1, maxLength: 16 }), async (steps) => {
      // Each sequence has its own address and email, so that the daily limit is not reached.
      runId += 1;
      await runAgainstModel(club, headers, steps, runId);
    }),
    { numRuns: runs, seed, endOnFailure: false },
  );
}
