import { listBookFaults } from '../../src/cli/check-books.ts';
import { CHAT_FAULTS } from './chat.ts';
import { compareChatReminders } from './compare.ts';
import { copyClub } from './copy.ts';
import { nextDue } from './model/deadlines.ts';
import { isUnpaidCard } from './model/money.ts';
import { startOf } from './model/slots.ts';
import { HOUR, MINUTE } from './model/state.ts';
import { textAt } from './model/texts.ts';
import { FAULTS, PROVIDERS } from './providers.ts';
import type { Simulation } from './simulation.ts';
import { bookingIn, type Kind } from './step.ts';

/** A clock jump is believed after ten minutes without another one. */
const DOUBT_MINUTES = 10;

async function wait(sim: Simulation, minutes: number, isInDoubt: boolean): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    sim.world.clock.now += MINUTE;
    await sim.tick(isInDoubt);
  }
}

/** After a day without its provider, a message is given up. */
function repair(sim: Simulation): void {
  const { faults } = sim.world.providers;
  const isBroken = sim.repairedAt > sim.now;
  if (isBroken && sim.now - sim.brokenSince > 20 * HOUR) sim.mayGiveUp = true;
  if (isBroken) sim.repairedAt = sim.now;
  for (const provider of PROVIDERS) faults[provider] = 'works';
}

/** Once the providers work, everything due arrives, and everything the outbox calls sent has arrived. */
async function expectDelivery(sim: Simulation): Promise<void> {
  repair(sim);
  // The longest pause between two attempts is a quarter of an hour plus its jitter.
  for (let quarter = 0; quarter < 3; quarter += 1) {
    sim.world.clock.now += 20 * MINUTE;
    await sim.tick();
  }
  const soon = sim.state.bookings.filter((booking) => {
    const start = startOf(booking);
    const isKnown = booking.status !== 'cancelled' && !isUnpaidCard(sim.state, booking);
    const isDue = start > sim.now && start < sim.now + 20 * HOUR && textAt(booking, sim.now) < start;
    return isKnown && isDue && booking.series === null;
  });
  sim.expectEqual('whom nobody reminds', compareChatReminders(sim.world, sim.state, soon), []);
  const rows = sim.world.rows<{
    id: number;
    kind: string;
    state: string;
    message_id: string;
    about: number | null;
    not_before: number;
  }>(
    `SELECT id, kind, state, message_id, booking_id AS about, not_before FROM outbox
     WHERE kind NOT LIKE 'conversation%' AND (state IN ('sent', 'delivered', 'read', 'failed') OR state = 'queued' AND (attempts > 0 OR max(not_before, next_at) < ${sim.now - MINUTE}))`,
  );
  const arrived = new Set(sim.world.providers.messages.map(({ id }) => id));
  const lost = rows.filter(({ state, message_id, about, not_before }) => {
    if (state === 'failed') return !sim.mayGiveUp;
    // A text that no gateway took by day waits for the morning.
    if (state === 'queued' && about !== null && not_before > sim.now)
      return not_before !== textAt(bookingIn(sim.state, about), sim.now);
    return state === 'queued' || !arrived.has(message_id);
  });
  sim.expectEqual(
    'what did not arrive',
    lost.map(({ id, kind, state }) => `${id} ${kind} ${state}`),
    [],
  );
  const times = Map.groupBy(sim.world.providers.messages, ({ id }) => id);
  const byTwo = [...times.values()].filter(
    (copies) => new Set(copies.map(({ channel }) => channel)).size > 1,
  );
  sim.expectEqual(
    'what arrived by two channels',
    byTwo.map(([first]) => first?.text.slice(0, 60)),
    [],
  );
  const [passed] = sim.world.rows<{ count: number }>(
    'SELECT count(*) AS count FROM outbox WHERE passed_from IS NOT NULL',
  );
  sim.figures.passedOn = passed?.count ?? 0;
  const twice = [...times.values()].filter((copies) => copies.length > 1 && !sim.mayRepeat);
  sim.expectEqual(
    'what arrived twice',
    twice.map(([first]) => first?.text.slice(0, 60)),
    [],
  );
}

/** What happens to the club from outside. */
export const FAULT_KINDS: Kind[] = [
  {
    name: 'a provider changes',
    weight: 6,
    choose(_, random) {
      const provider = random.pick([...PROVIDERS, 'chat', 'chat'] as const);
      return { provider, fault: random.pick(provider === 'chat' ? [...FAULTS, ...CHAT_FAULTS] : FAULTS) };
    },
    act(sim, { provider, fault }) {
      sim.world.providers.faults[provider as 'mail'] = fault;
      sim.figures.providerFaults += 1;
      // Another channel takes over, and only one ever brings a message.
      if (provider === 'chat') return null;
      // A message waiting for its next attempt doesn't notice a short repair.
      if (sim.now - sim.repairedAt > HOUR) sim.brokenSince = sim.now;
      sim.repairedAt = Number.POSITIVE_INFINITY;
      // A provider that takes a message without confirming gets it again.
      if (fault === 'silent' || fault === 'wrong') sim.mayRepeat = true;
      return null;
    },
  },
  {
    name: 'the providers work again',
    weight: 3,
    choose: () => ({}),
    act(sim) {
      repair(sim);
      return null;
    },
  },
  {
    name: 'the server restarts',
    weight: 4,
    choose: (_, random) => ({ cardMinutes: random.pick([5, 5, 10]) }),
    /** The next process reads different settings. */
    async act(sim, { cardMinutes }) {
      sim.state.rules.cardMinutes = cardMinutes;
      sim.world.writeSettings(cardMinutes);
      await sim.world.restart();
      sim.figures.restarts += 1;
      return null;
    },
  },
  {
    name: 'the power fails while nobody acts',
    weight: 4,
    choose(sim, random) {
      const isSoon = nextDue(sim.state, sim.now) - sim.now < 12 * HOUR;
      return isSoon ? { commit: random.int(1, 3), written: random.pick([0, 0.3, 0.7, 1]) } : null;
    },
    /** At the next deadline: the next process does what the previous one had begun. */
    async act(sim, cut) {
      const due = Math.min(nextDue(sim.state, sim.now), sim.now + 12 * HOUR);
      await sim.passUntil(due - 1000);
      sim.world.disk.cutPower(cut);
      sim.world.clock.now = Math.max(due, sim.now);
      await sim.world.tick().catch((error) => {
        if (!sim.world.disk.isDead) throw error;
      });
      sim.mayRepeat = true;
      sim.figures.cutJobs += sim.world.disk.isDead ? 1 : 0;
      await sim.world.restart();
      sim.world.errors = [];
      await sim.tick();
      return null;
    },
  },
  {
    name: 'the clock jumps',
    weight: 3,
    choose: (_, random) => ({ hours: random.pick([1, 13, 30]), comesBack: random.chance(0.6) }),
    /** Nothing ends while it is in doubt; whatever has certainly passed is done once it is believed. */
    async act(sim, { hours, comesBack }) {
      const { clock } = sim.world;
      sim.figures.jumps += 1;
      if (sim.now - sim.repairedAt < HOUR) sim.mayGiveUp = true;
      clock.now += hours * HOUR;
      clock.jumped += hours * HOUR;
      await wait(sim, DOUBT_MINUTES - 2, true);
      if (comesBack) {
        clock.now -= hours * HOUR;
        clock.jumped -= hours * HOUR;
        await wait(sim, DOUBT_MINUTES - 2, true);
      }
      clock.now += 5 * MINUTE;
      await sim.tick();
      return null;
    },
  },
  {
    name: 'the club is copied and restored',
    weight: 0,
    choose: () => ({}),
    async act(sim, { bucket = 'works' }) {
      sim.figures.copies += 1;
      sim.figures.bucketFaults += bucket === 'works' ? 0 : 1;
      sim.expectEqual('the restored copy', await copyClub(sim.world, bucket), []);
      sim.expectEqual('what the books of the club say', listBookFaults(sim.world.db), []);
      await expectDelivery(sim);
      return null;
    },
  },
];
