import { CHAT_KINDS } from './actors/chat.ts';
import { isWaitedFor, labelOf } from './actors/choices.ts';
import { Difference } from './compare.ts';
import { BUCKET_FAULTS } from './copy.ts';
import { KINDS } from './kinds.ts';
import { heldDates } from './model/event-places.ts';
import { received } from './model/money.ts';
import { startOf } from './model/slots.ts';
import { type Booking, HOUR, MINUTE, type State } from './model/state.ts';
import { Random } from './random.ts';
import { BEGIN, type Figures, Simulation } from './simulation.ts';
import type { Kind, Step } from './step.ts';

/** What may go wrong, in addition to the providers, which are people in the story. */
export const FAULT_NAMES = ['power', 'disk', 'race', 'clock', 'restart', 'providers'] as const;
export type FaultName = (typeof FAULT_NAMES)[number];

export interface Result {
  steps: Step[];
  figures: Figures;
  /** How often each kind of step was asked for, and done. */
  done: Simulation['done'];
  log: string[];
  /** What the club must be now. */
  state: State;
  /** The steps that made the rows named by the last difference. */
  blamed: number[];
  /** What the last step showed; null if the club agreed with the model to the end. */
  faults: string[] | null;
}

const DAY_MINUTES = 24 * 60;
const FAULT_OF: Record<string, FaultName> = {
  'a provider changes': 'providers',
  'the server restarts': 'restart',
  'the power fails while nobody acts': 'power',
  'the clock jumps': 'clock',
};
/** What people do in the last moment before a deadline, and before less money is refunded. */
const BEFORE_DEADLINE = [
  'pay with credit',
  'open a payment page',
  'upload a receipt',
  'mark paid',
  'record a payment',
  'move by the customer',
];
const BEFORE_LESS = [
  'cancel by the customer',
  'cancel by the customer',
  'cancel at the desk',
  'move by the customer',
];
const WITH_OFFER = [
  'book an offer',
  'book an offer',
  'sell an offered time',
  'take an offer back',
  'leave the waiting list',
];
/** Two browsers can do these at the same moment. */
const AT_ONCE = [
  'book',
  'book a series',
  'sell at the desk',
  'close a court',
  'mark paid',
  'cancel by the customer',
  'cancel at the desk',
  'pay with credit',
  'record a payment',
  'record a refund',
  'card money arrives',
  'split the price',
  'change the shares',
  'pay a share',
  'give a place back',
  'take a player off',
  'join a match',
  'buy a plan',
  'sell a plan',
  'pay an item',
  'record money of an item',
  'refund an item',
  'end a purchase',
  'give an item back',
  'plan an event',
  'join an event',
  'add a player',
  'cancel a date of an event',
  'change an event',
  'enter a score',
  'change a player of a tournament',
];

/** What a browser sends with its own key, so that it can send it again. */
const KEYED = [
  'book',
  'book an offer',
  'cancel by the customer',
  'move by the customer',
  'pay with credit',
  'split the price',
  'change the shares',
  'pay a share',
  'give a place back',
  'take a player off',
  'open a match',
  'decide on a match',
  'join a match',
  'record a payment',
  'record a refund',
  'pay an item',
  'give an item back',
  'record money of an item',
  'refund an item',
  'join an event',
  'enter a score',
];

/** Lives `days` days of a club from a seed; stops at the first difference. */
export async function live(
  seed: number,
  days: number,
  faults: readonly FaultName[] = FAULT_NAMES,
  until = Number.POSITIVE_INFINITY,
): Promise<Result> {
  const random = new Random(seed);
  const kinds = KINDS.filter(({ name }) => {
    const fault = FAULT_OF[name];
    return fault === undefined || faults.includes(fault);
  });
  let day = 0;
  const choose = (sim: Simulation, id: number): Step | null => {
    const minute = (sim.now - BEGIN) / MINUTE;
    if (day >= days || Date.now() > until) return null;
    if (minute >= (day + 1) * DAY_MINUTES) {
      day = Math.floor(minute / DAY_MINUTES);
      const bucket = faults.includes('providers') ? random.pick(BUCKET_FAULTS) : 'works';
      return { id, at: minute, do: 'the club is copied and restored', input: { bucket } };
    }
    return chooseStep(sim, random, kinds, faults, id);
  };
  return run(choose);
}

/** Replays a story that is written down. */
export function replay(story: readonly Step[]): Promise<Result> {
  let at = 0;
  return run(() => story[at++] ?? null);
}

async function run(next: (sim: Simulation, id: number) => Step | null): Promise<Result> {
  const sim = await Simulation.open();
  const steps: Step[] = [];
  let faults: string[] | null = null;
  try {
    for (let id = 1; ; id += 1) {
      const step = next(sim, id);
      if (!step) break;
      steps.push(step);
      await sim.run(step);
    }
  } catch (error) {
    faults = error instanceof Difference ? error.faults : [error instanceof Error ? (error.stack ?? '') : ''];
  } finally {
    sim.close();
  }
  const blamed = [...sim.made].flatMap(([label, id]) => {
    const noun = { b: 'booking', p: 'payer' }[label[0] ?? ''] ?? 'entry';
    const isNamed = faults?.some((fault) => fault.includes(`${noun} ${id} `));
    return isNamed ? [Number.parseInt(label.slice(1), 10)] : [];
  });
  return { steps, figures: sim.figures, done: sim.done, log: sim.log, state: sim.state, blamed, faults };
}

function chooseStep(
  sim: Simulation,
  random: Random,
  kinds: readonly Kind[],
  faults: readonly FaultName[],
  id: number,
): Step {
  const { at, booking, names = [] } = chooseTime(sim, random);
  const label = booking && labelOf(sim, 'b', booking.id);
  for (;;) {
    const name = random.chance(0.7) ? random.maybe(names) : undefined;
    const kind = kinds.find((one) => one.name === name) ?? random.weighted(kinds);
    const chosen = kind.choose(sim, random);
    if (chosen === null) continue;
    const input = label && name ? { ...chosen, booking: label } : chosen;
    const step: Step = { id, at, do: kind.name, input };
    // What a person sends by WhatsApp is worked on in several writes.
    if (CHAT_KINDS.some((one) => one.name === kind.name)) return step;
    const isCard = sim.isCardStep(step);
    // A power cut between the two writes of a card booking leaves a page that only the provider knows about.
    if (faults.includes('power') && !isCard && random.chance(0.05)) {
      step.cut = { commit: random.pick([1, 1, 2]), written: random.pick([0, 0.3, 0.7, 1]) };
      // The bank's lines are stored and used in several writes, so the reception does it again.
      const isCertain = ['drop the statement', 'use the sure lines'].includes(kind.name);
      if (isCertain || (KEYED.includes(kind.name) && random.chance(0.7))) step.again = true;
    } else if (faults.includes('disk') && !isCard && random.chance(0.02)) step.full = true;
    else if (KEYED.includes(kind.name) && !isCard && random.chance(0.03)) step.again = true;
    else if (faults.includes('race') && AT_ONCE.includes(kind.name) && random.chance(0.15)) {
      const other = random.pick(kinds.filter(({ name }) => AT_ONCE.includes(name)));
      const otherInput = random.chance(0.4) ? sameTarget(step, other) : other.choose(sim, random);
      if (otherInput === null) return step;
      const both = { ...step, beside: { do: other.name, input: otherInput } };
      // A page that the provider can't open holds the slots for a moment, which neither order does.
      const isMoment = sim.isCardStep(both) && sim.world.providers.faults.card !== 'works';
      if (!isMoment) return both;
    }
    return step;
  }
}

/** The other browser wants exactly the same. */
function sameTarget(step: Step, other: Kind): Step['input'] | null {
  return other.name === step.do ? step.input : null;
}

/** A moment after which something else is right, and what people then do with its booking. */
interface Limit {
  at: number;
  booking?: Booking;
  names?: readonly string[];
}

const minuteOf = (at: number): number => (at - BEGIN) / MINUTE;

/** Mostly a few minutes later; sometimes just before, at or after a limit, or while an offer is held. */
function chooseTime(sim: Simulation, random: Random): Limit {
  const offer = random.chance(0.5) ? random.maybe(sim.state.offers) : undefined;
  if (offer) return { at: minuteOf(random.pick([sim.now + 5 * MINUTE, offer.expiresAt])), names: WITH_OFFER };
  const limit = random.chance(0.25) ? random.maybe(listLimits(sim)) : undefined;
  const later = sim.now + Math.round(random.next() ** 2 * 30) * MINUTE;
  const aside = random.pick([-1000, 0, 1000, -HOUR / 2, HOUR / 2]);
  const at = limit ? Math.ceil(limit.at / 1000) * 1000 + aside : later;
  return { ...limit, at: minuteOf(Math.max(at, sim.now)) };
}

/** A booking is about to be reminded or released, to begin, or to give back less of its money. */
function listLimits(sim: Simulation): Limit[] {
  const { state, now } = sim;
  const limits = state.bookings.flatMap((booking): Limit[] => {
    const { status, payBy, payers } = booking;
    if (status === 'cancelled') return [];
    const start = startOf(booking);
    const isWorth = received(state, booking) > 0 || booking.hours.length > 0;
    const hours = isWorth ? [24, booking.extras.freeHours, 12, 0] : [0];
    if (isWaitedFor(sim, booking)) hours.push(0, 0, 0);
    return [
      ...hours.map((before) => ({ at: start - before * HOUR, booking, names: BEFORE_LESS })),
      ...[payBy ?? 0, payers[0].remindAt ?? 0].map((at) => ({ at, booking, names: BEFORE_DEADLINE })),
    ];
  });
  for (const event of state.events) {
    if (event.state !== 'published') continue;
    const [first] = heldDates(event);
    const start = first ? startOf(first) : 0;
    limits.push(
      { at: event.joinUntil, names: ['join an event', 'pay an item', 'give an item back'] },
      { at: start - event.leaveHours * HOUR, names: ['give an item back'] },
      { at: start + HOUR, names: ['record who came to an event'] },
    );
  }
  return limits.filter(({ at }) => at > now && at - now < 3 * HOUR);
}
