import { copyClub } from './copy.ts';
import { HOUR, MINUTE } from './model/state.ts';
import { FAULTS, PROVIDERS } from './providers.ts';
import type { Simulation } from './simulation.ts';
import type { Kind } from './step.ts';

/** A jump of the clock is believed after ten minutes without another one. */
const DOUBT_MINUTES = 10;

async function wait(sim: Simulation, minutes: number, isInDoubt: boolean): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    sim.world.clock.now += MINUTE;
    await sim.tick(isInDoubt);
  }
}

/** What happens to the club from outside. */
export const FAULT_KINDS: Kind[] = [
  {
    name: 'a provider changes',
    weight: 3,
    choose: (_, random) => ({ provider: random.pick(PROVIDERS), fault: random.pick(FAULTS) }),
    act(sim, { provider, fault }) {
      sim.world.providers.faults[provider as 'mail'] = fault;
      return null;
    },
  },
  {
    name: 'the providers work again',
    weight: 3,
    choose: () => ({}),
    act(sim) {
      for (const provider of PROVIDERS) sim.world.providers.faults[provider] = 'works';
      return null;
    },
  },
  {
    name: 'the server restarts',
    weight: 1,
    choose: () => ({}),
    async act(sim) {
      await sim.world.restart();
      sim.figures.crashes += 1;
      return null;
    },
  },
  {
    name: 'the clock jumps',
    weight: 1,
    choose: (_, random) => ({ hours: random.pick([1, 13, 30]), comesBack: random.chance(0.6) }),
    /** Nothing ends while it is in doubt; what has certainly passed is done once it is believed. */
    async act(sim, { hours, comesBack }) {
      const { clock } = sim.world;
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
    async act(sim) {
      sim.expectEqual('the restored copy', await copyClub(sim.world), []);
      return null;
    },
  },
];
