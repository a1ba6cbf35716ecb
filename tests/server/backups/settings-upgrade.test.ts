/** The executable upgrades a folder of 0.1.0 with a filled club.toml: no page changes, and the file says where its facts went. */
import { afterAll, expect, test } from 'bun:test';
import { cpSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTempDir, removeDirs } from '../../support/data-dir.ts';
import { fakeTimeEnv } from '../../support/faketime-environment.ts';
import fullFile from '../../support/full-club.toml' with { type: 'text' };
import { createReleasedClub } from '../../support/released-club.ts';
import { startServerProcess } from '../../support/server-process.ts';

const PAGES = [
  ...[
    '/',
    '/booking',
    '/contact',
    '/login',
    '/register',
    '/account',
    '/admin',
    '/success',
    '/cancel',
    '/manage',
  ],
  ...['/privacy-policy', '/terms-conditions', '/return-refund-policy', '/service-policy', '/nowhere'],
  ...['/sitemap.xml', '/robots.txt', '/manifest.webmanifest', '/api/courts'],
];
const folders: string[] = [];
afterAll(() => removeDirs(...folders));

function createOldFolder(): string {
  const dataDir = createReleasedClub('0.1.0');
  folders.push(dataDir);
  const file = fullFile
    .replace('name = "Padel Club Faisalabad"', 'name = "Smash & Sons" # since 2019')
    .replace('days_ahead = 90', 'days_ahead = 45');
  writeFileSync(join(dataDir, 'club.toml'), file, { mode: 0o600 });
  return dataDir;
}

async function readPages(dataDir: string): Promise<string[]> {
  // Pages change with the half-hour, so both servers start at the same one.
  const env = await fakeTimeEnv(Date.parse('2026-11-23T14:13:00+05:00') - Date.now());
  const server = await startServerProcess({ dataDir, bank: false, env });
  const texts = await Promise.all(
    PAGES.map(async (path) =>
      (await fetch(server.url + path)).text().then((text) => text.replaceAll(server.url, '')),
    ),
  );
  await server.stop();
  return texts;
}

test('every page is the same before and after, byte for byte', async () => {
  const upgraded = createOldFolder();
  const mounted = makeTempDir();
  folders.push(mounted);
  cpSync(upgraded, mounted, { recursive: true });
  // A file behind a link is left alone, so its facts go on to win: these are the pages of before.
  renameSync(join(mounted, 'club.toml'), join(mounted, 'mounted.toml'));
  symlinkSync(join(mounted, 'mounted.toml'), join(mounted, 'club.toml'));

  const before = await readPages(mounted);
  const after = await readPages(upgraded);
  expect(before[0]).toContain('Smash &amp; Sons');
  for (const [at, text] of after.entries())
    expect([PAGES[at], text === before[at]]).toEqual([PAGES[at], true]);
  expect(readFileSync(join(upgraded, 'club.toml'), 'utf8')).toContain(
    '# Moved to the dashboard, under Settings, on ',
  );
  expect(readFileSync(join(mounted, 'mounted.toml'), 'utf8')).not.toContain('Moved to the dashboard');
}, 180_000);
