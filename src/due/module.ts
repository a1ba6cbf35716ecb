import type { Bookings } from '../bookings/module.ts';
import type { Events } from '../events/module.ts';
import type { Base } from '../http/base.ts';
import type { Job } from '../jobs.ts';
import type { Matches } from '../matches/module.ts';
import type { SeriesModule } from '../series/module.ts';
import type { Waitlist } from '../waitlist/module.ts';

/**
 * Everything that is only held for a time, in a fixed order: what credit can pay is neither asked for nor released.
 */
export function createDue(
  { club }: Base,
  below: { bookings: Bookings; series: SeriesModule; waitlist: Waitlist; matches: Matches; events: Events },
) {
  const { bookings, series, waitlist, matches, events } = below;
  const { deadlines, soleMoney } = bookings;

  const remindAndRelease = async (now: number) => {
    if (!deadlines.hasReminders(now) && deadlines.listDue(now).length === 0) return;
    await club.write((tx) => {
      deadlines.remindAll(tx, now);
      for (const id of deadlines.listDue(now)) {
        if (!matches.life.isDecidedNow(id, tx.now)) deadlines.release(tx, id, matches.life.isFull(id));
      }
    });
  };
  const run = async (now: number) => {
    await series.collectCredit(now);
    await remindAndRelease(now);
    await matches.life.run(club, now);
    if (soleMoney.hasDue(now)) await club.write((tx) => soleMoney.runDue(tx));
    await events.life.run(club, now);
    await waitlist.offers.run(now);
  };
  const jobs: Job[] = [
    // Every second, because a released slot goes on sale again on the minute.
    { name: 'release what is due', minutes: 1 / 60, clock: 'confirmed', run },
  ];
  return { jobs };
}
