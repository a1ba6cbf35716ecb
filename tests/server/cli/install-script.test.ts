/** What install.sh takes and refuses before it changes anything; tests/long/install.test.ts installs. */
import { afterAll, expect, test } from 'bun:test';
import { chmodSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeTempDir, removeDirs } from '../../support/data-dir.ts';

const SCRIPT = resolve(import.meta.dir, '../../../scripts/deploy/install.sh');
/** Programs that stand in for root, systemd and a network without any release. */
const programs = makeTempDir();
afterAll(() => removeDirs(programs));
for (const [name, body] of Object.entries({
  id: 'echo 0',
  systemctl: 'exit 0',
  curl: 'exit 22',
})) {
  writeFileSync(join(programs, name), `#!/bin/sh\n${body}\n`);
  chmodSync(join(programs, name), 0o755);
}

async function install(...args: string[]) {
  const child = Bun.spawn(['sh', SCRIPT, ...args], {
    env: { PATH: `${programs}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { code: await child.exited, said: await new Response(child.stderr).text() };
}

const DOWNLOADS = 'cannot be downloaded. Nothing was installed.';
const RELEASES = 'https://updates.example/padel-club';

test.each([
  { releases: RELEASES, site: [] },
  { releases: 'http://127.0.0.1:8000', site: [] },
  { releases: 'http://localhost/releases', site: [] },
  { releases: RELEASES, site: ['https://club.example'] },
  { releases: RELEASES, site: ['https://club.example:8443/'] },
])('install.sh $releases $site goes on to the download', async ({ releases, site }) => {
  expect((await install(releases, ...site)).said).toContain(DOWNLOADS);
});

test.each([
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example/x',
  'http://127.0.0.1:80@evil.example',
  'https://releases.example@evil.example',
  'http://updates.example',
  '',
])('releases from %p are refused', async (address) => {
  const { code, said } = await install(address);
  expect([code, said]).toEqual([1, expect.stringContaining('Usage:')]);
});

test.each([
  'club.example',
  'http://club.example',
  'https://club.example/booking',
  'https://a@b.example',
  'https://x;y',
])('the site %p is refused by name', async (site) => {
  const { code, said } = await install(RELEASES, site);
  expect([code, said]).toEqual([1, `${site} is no address such as https://club.example.\n`]);
});
