/** An update where the executable was copied to its place by hand, as the unit's own comment says. */
import { expect, test } from 'bun:test';
import { cpSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClubServices } from '../../support/many-clubs.ts';
import { waitUntil } from '../../support/wait-until.ts';

test('the file is kept, and comes back when the new version fails', async () => {
  const services = await createClubServices(1, 20);
  const [club] = services.clubs;
  if (!club) throw new Error('no club');
  try {
    const place = join(services.env.PROGRAM_DIR, 'clubs', club.name);
    rmSync(place);
    cpSync(services.executable, place);
    await services.startAll();
    const failed = await services.update(services.createNewVersion(club.name));
    expect([failed.exitCode, failed.stderr]).toEqual([1, expect.stringContaining('was put back.')]);
    await waitUntil(() => services.isReady(club));
    const kept = realpathSync(place);
    expect(kept).toStartWith(realpathSync(join(services.env.PROGRAM_DIR, 'versions')));

    const better = await services.update(services.createNewVersion('nobody'));
    expect([better.exitCode, better.stderr]).toEqual([0, expect.stringContaining('9.9.9')]);
    expect([realpathSync(place) === kept, await services.isReady(club)]).toEqual([false, true]);
  } finally {
    services.close();
  }
}, 120_000);
