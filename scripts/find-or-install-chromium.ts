import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const KNOWN_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The path of a Chromium: the one named, one that is there, Playwright's own, or the system's package. */
export async function findOrInstallChromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const found = [...KNOWN_PATHS, chromium.executablePath()].find((path) => existsSync(path));
  if (found) return found;
  console.log('No Chromium here; installing one …');
  await runQuietly([process.execPath, 'x', 'playwright', 'install', '--with-deps', 'chromium']);
  if (!existsSync(chromium.executablePath()) && Bun.which('apt-get')) {
    const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
    await runQuietly([...sudo, 'apt-get', 'update']);
    await runQuietly([...sudo, 'apt-get', 'install', '-y', '--no-install-recommends', 'chromium']);
  }
  const installed = [chromium.executablePath(), ...KNOWN_PATHS].find((path) => existsSync(path));
  if (!installed) throw new Error('No Chromium could be installed. Install one and set CHROMIUM_PATH to it.');
  return installed;
}

async function runQuietly(command: string[]): Promise<void> {
  const child = Bun.spawn(command, {
    stdout: 'ignore',
    stderr: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const timer = setTimeout(() => child.kill(), 10 * 60_000);
  await child.exited;
  clearTimeout(timer);
}
