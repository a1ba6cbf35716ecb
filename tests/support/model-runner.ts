import { expect } from 'bun:test';
import fc from 'fast-check';
import { listBookFaults } from '../../src/cli/check-books.ts';
import { addDays } from '../../src/domain/business-day.ts';
import { inPlayingOrder } from '../../src/domain/slot.ts';
import { listOfferFaults } from '../../src/waitlist/check-offer-integrity.ts';
import { CODE, MEMBER_PERCENT, RACKET } from './add-on-and-promo-code-model.ts';
import { ClubModel, HOLD_MINUTES, HOURLY_RATES, TRANSFER_HOURS } from './club-model.ts';
import { checkIntegrity, INTACT } from './database-integrity.ts';
import { HOURS, type ModelWorld, type StepKind } from './model-step-type-and-random-inputs.ts';
import { addOnAndPromoCodeSteps } from './model-steps/add-on-and-promo-code-steps.ts';
import { bookingSteps } from './model-steps/booking-steps.ts';
import { closureSteps } from './model-steps/closure-steps.ts';
import { customerChangeAndPaymentSteps } from './model-steps/customer-change-and-payment-steps.ts';
import { deadlineAndReceiptSteps } from './model-steps/deadline-and-receipt-steps.ts';
import { moneySteps } from './model-steps/money-steps.ts';
import { endSeries, seriesSteps } from './model-steps/series-steps.ts';
import { countDrawer, shiftSteps } from './model-steps/shift-steps.ts';
import { waitingSteps } from './model-steps/waitlist-steps.ts';
import { startSafepayServer } from './safepay-server.ts';
import { createTestClub, type TestClub } from './test-club.ts';
import { adoptOffers } from './waitlist-model.ts';

const STEP_KINDS: readonly StepKind[] = [
  ...[...bookingSteps, ...closureSteps, ...deadlineAndReceiptSteps],
  ...[...moneySteps, ...shiftSteps, ...customerChangeAndPaymentSteps, ...seriesSteps, ...waitingSteps],
  ...addOnAndPromoCodeSteps,
];
/** The books are checked after each step, so a club must stay small. */
const SEQUENCES_PER_CLUB = 100;
const MAX_STEPS = 24;

interface Step {
  do: string;
  input: unknown;
}
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  ...STEP_KINDS.map(({ name, weight, input }) => ({
    weight,
    arbitrary: input.map((value) => ({ do: name, input: value })),
  })),
);

/** The payment provider, which runs in this process, had ten seconds and did not answer: the machine gave it no time. */
class ProviderTimeout extends Error {}

/**
 * Runs `steps` on the club and on the model; each answer and the books after each step must agree. Returns false
 * when the payment provider timed out, after which nothing is compared.
 */
async function runAgainstModel(club: TestClub, steps: Step[], sequence: number): Promise<boolean> {
  // Each sequence has two evenings of its own.
  const today = addDays('2026-11-21', 2 * sequence);
  // The evening before: 25 hours before the first play, so that every limit of the policy is crossed.
  club.clock.now = Date.parse(`${addDays(today, -1)}T21:00:00+05:00`);
  const { headers: admin } = await club.signIn({ email: `desk${sequence}@example.com`, is_admin: true });
  const member = await club.signIn({ email: `member${sequence}@example.com` });
  const code = `SEQUENCE${sequence}`;
  club.db.run(
    `INSERT INTO promo_code (code, name, percent, max_uses) VALUES ('${code}', 'Model', ${CODE.percent}, ${CODE.max_uses})`,
  );
  const model = new ClubModel();
  model.money.lastCount =
    club.db
      .query<{ counted: number }, []>(
        'SELECT counted FROM shift WHERE counted IS NOT NULL ORDER BY id DESC LIMIT 1',
      )
      .get()?.counted ?? 0;
  let origins = 0;
  let current = '';
  const world: ModelWorld = {
    ...{ club, admin, member, code, model, dates: [today, addDays(today, 1)] },
    nextOrigin() {
      origins += 1;
      return { address: `10.${sequence}.0.${origins}`, email: `guest${sequence}-${origins}@example.com` };
    },
    expectAnswer(expected, answer) {
      const slots = expected.slots ? answer.json.slots : undefined;
      // The server says the cause of a fault only in its log.
      const fault =
        answer.status < 500 ? undefined : club.logLines.findLast((line) => line.includes('"failure"'));
      if (answer.status === 503 && fault?.includes('"kind":"TimeoutError"')) throw new ProviderTimeout();
      expect({ step: current, status: answer.status, slots, fault }).toEqual({
        ...{ step: current, status: expected.status, slots: expected.slots, fault: undefined },
      });
      return expected.status < 300;
    },
  };
  let isCompared = true;
  try {
    for (const step of steps) {
      current = `${step.do} ${JSON.stringify(step.input)}`;
      await STEP_KINDS.find(({ name }) => name === step.do)?.run(world, step.input);
      await adoptOffers(world, current);
      expect([current, listOfferFaults(club.db)]).toEqual([current, []]);
      expect({ step: current, ...readBooks(world) }).toEqual({ step: current, ...predictBooks(world) });
      expect([current, listBookFaults(club.db)]).toEqual([current, []]);
    }
    await compareAnswers(world);
  } catch (error) {
    if (!(error instanceof ProviderTimeout)) throw error;
    isCompared = false;
  }
  await endSeries(world);
  // The next sequence begins with a closed drawer.
  if (world.model.money.drawer !== null) await countDrawer(world);
  return isCompared;
}

/** The status and money of each booking, the member's credit and the top-ups, from the rows. */
function readBooks({ club, model, member }: ModelWorld) {
  const ids = [...model.bookings.keys()].join(',');
  const entries = club.rows<{ booking_id: number; kind: string; method: string; amount: number }>(
    `SELECT booking_id, kind, method, amount FROM ledger_entry WHERE booking_id IN (${ids})
       OR (booking_id IS NULL AND user_id = ${member.id}) ORDER BY id`,
  );
  return {
    bookings: club.rows(
      `SELECT id, status, charge, received, pay_by, payment_receipt IS NOT NULL AS receipt FROM booking
       WHERE id IN (${ids}) ORDER BY id`,
    ),
    entries: entries.map(({ booking_id, kind, method, amount }) => [booking_id, kind, method, amount]),
    credit: club.rows(`SELECT amount FROM credit_balance WHERE user_id = ${member.id} AND amount > 0`),
  };
}

function predictBooks({ model: { bookings, money } }: ModelWorld): ReturnType<typeof readBooks> {
  return {
    bookings: [...bookings.values()].map((booking) => ({
      ...{
        id: booking.id,
        status: booking.status,
        charge: booking.charge,
        pay_by: booking.payBy,
        receipt: booking.hasReceipt ? 1 : 0,
        received: money.received(booking),
      },
    })),
    entries: money.entries.map(({ bookingId, kind, method, amount }) => [
      bookingId as number,
      kind,
      method,
      amount,
    ]),
    credit: money.credit > 0 ? [{ amount: money.credit }] : [],
  };
}

/** Compares what the club answers about slots, balances and credit at the end of a sequence. */
async function compareAnswers({ club, model, admin, member, dates }: ModelWorld): Promise<void> {
  for (const date of dates) {
    for (const court of [1, 2]) {
      const { json } = await club.get(`/api/slots?date=${date}&courtId=${court}`);
      // The slots of the first day's morning may be over.
      const taken = (json as { available: boolean; hour: number }[])
        .filter(({ available, hour }) => !available && (date !== dates[0] || HOURS.includes(hour)))
        .map(({ hour }) => hour);
      expect(taken).toEqual(inPlayingOrder(model.takenSlotIndexes(court, date)));
    }
  }
  for (const [id, booking] of model.bookings) {
    const { json } = await club.get(`/api/admin/bookings/${id}`, admin);
    const { status, balance } = json.data.booking;
    const expected = { id, status: booking.status, balance: booking.charge - model.money.received(booking) };
    expect({ id, status, balance }).toEqual(expected);
    const own = (await club.get(`/api/booking/${id}`, { 'x-booking-key': booking.key })).json;
    const { reschedule_used, email_corrected } = own.self_service;
    expect([own.booking.balance, reschedule_used, email_corrected]).toEqual([
      ...[expected.balance, booking.isRescheduled, booking.isEmailCorrected],
    ]);
  }
  const { json } = await club.get('/api/auth/credit', member.headers);
  expect(json.credit).toBe(model.money.credit);
}

async function openClub(env: Record<string, string>): Promise<TestClub> {
  const club = await createTestClub({
    env: { ...env, TRUST_PROXY: '1', PUBLIC_URL: 'http://club.example' },
    toml: `[payments]\nhold_minutes = ${HOLD_MINUTES}\n[booking]\ntransfer_hours = ${TRANSFER_HOURS}\n`,
  });
  club.db.run(
    `INSERT INTO add_on (id, name, price, unit, max_at_once)
     VALUES (${RACKET.id}, 'Racket', ${RACKET.price}, 'half_hour', ${RACKET.max_at_once})`,
  );
  club.db.run(
    `INSERT INTO promo_code (name, percent, members_only) VALUES ('Members', ${MEMBER_PERCENT}, 1)`,
  );
  for (const [court, rate] of Object.entries(HOURLY_RATES)) {
    club.db.run(`UPDATE court SET hourly_rate = ${rate} WHERE id = ${court}`);
  }
  return club;
}

async function closeClub(club: TestClub): Promise<number> {
  // A write that no answer waits for must end before the file is closed.
  await club.club.write(() => {});
  const { ids, ...integrity } = checkIntegrity(club.dataDir);
  club.close();
  expect(integrity).toEqual(INTACT);
  return ids.size;
}

/**
 * Checks `runs` random sequences and prints the seed, so that a failure can be repeated. Returns how many bookings
 * they made.
 */
export async function compareWithModel(runs: number, seed = Date.now() & 0x7fffffff): Promise<number> {
  const safepay = startSafepayServer();
  let club = await openClub(safepay.env);
  let sequence = 0;
  let bookings = 0;
  let timeouts = 0;
  console.log(`model: ${runs} runs, seed ${seed}`);
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepArbitrary, { minLength: 1, maxLength: MAX_STEPS, size: 'max' }),
        async (steps) => {
          if (sequence === SEQUENCES_PER_CLUB) {
            bookings += await closeClub(club);
            club = await openClub(safepay.env);
            sequence = 0;
          }
          sequence += 1;
          if (!(await runAgainstModel(club, steps, sequence))) timeouts += 1;
        },
      ),
      { numRuns: runs, seed },
    );
  } finally {
    bookings += await closeClub(club);
    await safepay.stop();
  }
  if (timeouts > 0) console.log(`model: in ${timeouts} runs the payment provider timed out`);
  expect(timeouts).toBeLessThanOrEqual(Math.ceil(runs / 100));
  return bookings;
}
