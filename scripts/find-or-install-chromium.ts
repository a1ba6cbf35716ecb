import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { ensureSystemPackage } from './ensure-system-package.ts';

const KNOWN_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/**
 * The path of Chromium's headless shell, the same engine without a window, which halves the processor time of a page.
 * CHROMIUM_PATH takes precedence; a machine that can't install the shell gets a full browser.
 */
export async function findOrInstallHeadlessShell(): Promise<string> {
  const shell =
    process.env.CHROMIUM_PATH ?? (await ensureSystemPackage('chromium-headless-shell').catch(() => null));
  return shell ?? findOrInstallChromium();
}

/** The path of a Chromium: CHROMIUM_PATH, an installed one, Playwright's, or the system package. */
export async function findOrInstallChromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const found = [...KNOWN_PATHS, chromium.executablePath()].find((path) => existsSync(path));
  if (found) return found;
  console.log('Installing Chromium …');
  await runQuietly([process.execPath, 'x', 'playwright', 'install', '--with-deps', 'chromium']);
  if (!existsSync(chromium.executablePath())) await ensureSystemPackage('chromium').catch(() => null);
  const installed = [chromium.executablePath(), ...KNOWN_PATHS].find((path) => existsSync(path));
  if (!installed)
    throw new Error('Chromium could not be installed. Install it and set CHROMIUM_PATH to its path.');
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
