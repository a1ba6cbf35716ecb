import { expect } from 'bun:test';
import fc from 'fast-check';
import { inPlayingOrder, PLAYING_ORDER, startTimeOf } from '../../src/domain/slot.ts';
import { bookingBody, openClub, type TestClub } from './club.ts';
import { ClubModel, type Expected } from './club-model.ts';
import { startSafepay } from './safepay.ts';

const DATES = ['2027-01-20', '2027-01-21'];
/** A few neighbouring half-hours over midnight, so that steps meet each other often. */
const HOURS = PLAYING_ORDER.slice(30, 40);

const court = fc.constantFrom(1, 2);
const date = fc.constantFrom(...DATES);
const hours = fc
  .tuple(
    fc.nat({ max: 8 }),
    fc.integer({ min: 2, max: 4 }),
    fc.uniqueArray(fc.constantFrom(...HOURS), { maxLength: 2 }),
  )
  .map(([from, length, more]) => inPlayingOrder([...HOURS.slice(from, from + length), ...more]));
const which = fc.nat({ max: 7 });

/** An unpaid checkout keeps its half-hours this long. */
const HOLD_MINUTES = 5;

/** One thing somebody does to the club; `which` picks among what is there. */
export const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('book' as const), court, date, hours }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('book by card' as const), court, date, hours }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), which, court, date, hours }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), court, date, hours }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const), which }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Does `steps` to the real club and to the model, compares every answer and then every half-hour. */
export async function runAgainstModel(
  club: TestClub,
  desk: Record<string, string>,
  steps: Step[],
  life: number,
): Promise<void> {
  const model = new ClubModel();
  const put = (path: string, body: unknown) => club.send('PUT', path, body, desk);
  const agree = (what: Step, expected: Expected, answer: Awaited<ReturnType<TestClub['send']>>) => {
    const slots = expected.slots ? answer.json.slots : undefined;
    expect({ what, status: answer.status, slots }).toEqual({
      what,
      status: expected.status,
      slots: expected.slots,
    });
    return expected.status < 300;
  };
  const pick = <T>(from: Map<number, T>, at: number) => [...from.keys()][at % Math.max(1, from.size)] ?? 0;

  for (const what of steps) {
    const id =
      'which' in what
        ? pick(what.do === 'reopen' ? (model.closures as Map<number, unknown>) : model.bookings, what.which)
        : 0;
    const slots = 'hours' in what ? what.hours.map(startTimeOf) : [];
    if (what.do === 'expire') {
      club.clock.now += HOLD_MINUTES * 60_000;
      await club.schedule.runNow('checkouts');
      model.expire();
    } else if (what.do === 'book' || what.do === 'book by card') {
      const card = what.do === 'book by card';
      const answer = await club.post(
        '/api/book',
        bookingBody({
          court_id: what.court,
          date: what.date,
          start_time: slots[0],
          slots,
          duration: Math.max(60, slots.length * 30),
          email: `guest${life}@example.com`,
          ...(card ? { payment_method: 'card' } : {}),
        }),
        { 'x-forwarded-for': `10.${life >> 16}.${(life >> 8) & 255}.${life & 255}` },
      );
      if (agree(what, model.book(what.court, what.date, what.hours), answer)) {
        model.bookings.set(answer.json.booking.id, {
          court: what.court,
          date: what.date,
          hours: what.hours,
          status: 'pending',
          awaitsCard: card,
        });
      }
    } else if (what.do === 'pay' || what.do === 'cancel') {
      const to = what.do === 'pay' ? 'paid' : 'cancelled';
      const ok = agree(
        what,
        model.setStatus(id, to),
        await put(`/api/admin/bookings/${id}/status`, { status: to }),
      );
      const booking = model.bookings.get(id);
      if (ok && booking) booking.status = to;
    } else if (what.do === 'move') {
      const before = await club.get(`/api/admin/bookings/${id}`, desk);
      const version = before.json?.data?.booking.version ?? 1;
      const place = { court_id: what.court, date: what.date, slots, version };
      if (
        agree(
          what,
          model.move(id, what.court, what.date, what.hours),
          await put(`/api/admin/bookings/${id}/slots`, place),
        )
      ) {
        const booking = model.bookings.get(id);
        if (booking) Object.assign(booking, { court: what.court, date: what.date, hours: what.hours });
      }
    } else if (what.do === 'close') {
      const body = { court_id: what.court, date: what.date, slots, reason: 'Maintenance' };
      const answer = await club.post('/api/admin/closures', body, desk);
      if (agree(what, model.close(what.court, what.date, what.hours), answer)) {
        model.closures.set(answer.json.data.closure.id, {
          court: what.court,
          date: what.date,
          hours: what.hours,
        });
      }
    } else {
      const answer = await club.send('DELETE', `/api/admin/closures/${id}`, undefined, desk);
      agree(what, { status: model.closures.has(id) ? 200 : 404 }, answer);
      model.closures.delete(id);
    }
  }

  for (const day of DATES) {
    for (const number of [1, 2]) {
      const { json } = await club.get(`/api/slots?date=${day}&courtId=${number}`);
      const held = json
        .filter((slot: { available: boolean }) => !slot.available)
        .map((slot: { hour: number }) => slot.hour);
      expect(held).toEqual(inPlayingOrder(model.held(number, day)));
    }
  }
  await empty(club, desk, model);
}

/** Leaves the club as it was found, by the same doors. */
async function empty(club: TestClub, desk: Record<string, string>, model: ClubModel): Promise<void> {
  for (const [id, booking] of model.bookings) {
    if (booking.status !== 'cancelled')
      await club.send('PUT', `/api/admin/bookings/${id}/status`, { status: 'cancelled' }, desk);
  }
  for (const id of model.closures.keys())
    await club.send('DELETE', `/api/admin/closures/${id}`, undefined, desk);
}

/** A club that takes cards, for `compareWithModel`; the provider is on loopback. */
export async function openClubWithCards() {
  const safepay = startSafepay();
  const club = await openClub({
    env: { ...safepay.env, TRUST_PROXY: '1', PUBLIC_URL: 'http://club.example' },
    toml: `[payments]\nhold_minutes = ${HOLD_MINUTES}\n`,
  });
  const close = async () => {
    club.close();
    await safepay.stop();
  };
  return { club, close };
}

/** `runs` random lives of the club; prints the seed so that a failure can be had again. */
export async function compareWithModel(
  club: TestClub,
  runs: number,
  seed = Date.now() & 0x7fffffff,
): Promise<void> {
  const { headers } = await club.signIn({ email: 'desk@example.com', is_admin: true });
  let lives = 0;
  console.log(`model: ${runs} runs, seed ${seed}`);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 16 }), async (steps) => {
      // Visitors are counted by their address and email, and each life is another visitor's.
      lives += 1;
      await runAgainstModel(club, headers, steps, lives);
    }),
    { numRuns: runs, seed, endOnFailure: false },
  );
}
