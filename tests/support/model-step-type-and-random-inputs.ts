import fc from 'fast-check';
import { inPlayingOrder } from '../../src/domain/slot.ts';
import type { ClubModel, ExpectedResponse, ModelBooking } from './club-model.ts';
import { OPEN_SLOTS } from './default-day-plan.ts';
import type { TestClub } from './test-club.ts';

export type Answer = Awaited<ReturnType<TestClub['send']>>;

/** What a step may use: the real club, the model, and the people of its sequence. */
export interface ModelWorld {
  club: TestClub;
  model: ClubModel;
  admin: Record<string, string>;
  member: { id: number; headers: Record<string, string> };
  /** The evening after the start of the sequence, and the next one. */
  dates: readonly [string, string];
  /** A code that two bookings of the sequence may use. */
  code: string;
  /** Different in each call: an address and an email, so that the daily limits are not reached. */
  nextOrigin: () => { address: string; email: string };
  /** Fails unless the club answered as the model predicts; returns whether the step succeeded. */
  expectAnswer: (expected: ExpectedResponse, answer: Answer) => boolean;
}

/**
 * One kind of random step. A file of `model-steps` exports a list of them, and `model-runner.ts` joins the lists;
 * nothing else has to know a new kind.
 */
export interface StepKind<Input = unknown> {
  name: string;
  weight: number;
  input: fc.Arbitrary<Input>;
  run: (world: ModelWorld, input: Input) => Promise<void>;
}

/** Infers the input of a step from its arbitrary. */
export function defineStep<Input>(kind: StepKind<Input>): StepKind {
  return kind as StepKind;
}

/** A few neighbouring slots around midnight, so that steps conflict often; from 10 PM, 25 hours after the start. */
export const HOURS: readonly number[] = OPEN_SLOTS.slice(30, 40);

export const indexArbitrary = fc.nat({ max: 7 });
export const methodArbitrary = fc.constantFrom('cash', 'bank_transfer', 'card', 'credit', 'credit');
export const placementArbitrary = fc.record({
  court: fc.constantFrom(1, 2),
  evening: fc.constantFrom(0 as const, 1 as const),
  slotIndexes: fc
    .tuple(
      fc.nat({ max: 8 }),
      fc.constantFrom(2, 2, 3, 4),
      fc.oneof(
        { weight: 4, arbitrary: fc.constant<number[]>([]) },
        { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...HOURS), { maxLength: 2 }) },
      ),
    )
    .map(([from, length, more]) => inPlayingOrder([...HOURS.slice(from, from + length), ...more])),
});

/** The court, date and slots of a random placement in this world. */
export function placementOf(
  { dates }: ModelWorld,
  { court, evening, slotIndexes }: { court: number; evening: 0 | 1; slotIndexes: number[] },
) {
  return { court, date: dates[evening], slotIndexes };
}

/** The `at`th item, counted around; undefined in an empty list. */
export function pick<T>(items: Iterable<T>, at: number): T | undefined {
  const list = [...items];
  return list[at % Math.max(1, list.length)];
}

/** A booking of the sequence, or undefined while there is none; its requests then go to booking 0. */
export function pickBooking({ model }: ModelWorld, at: number): ModelBooking | undefined {
  return pick(model.bookings.values(), at);
}
