/**
 * Builds the executable and runs the long tests: power cuts, kills at every sync, a million bookings, soaks.
 * Arguments select files. The tests print their results; tests/RESULTS.md and scripts/bench/RESULTS.md
 * hold the latest ones.
 */
import { resolve } from 'node:path';
import { ensureSystemPackage } from './ensure-system-package.ts';
import { findOrInstallChromium } from './find-or-install-chromium.ts';

const root = resolve(import.meta.dir, '..');
const requestedFiles = process.argv.slice(2);

const build = Bun.spawn([process.execPath, 'scripts/build.ts'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
});
if ((await build.exited) !== 0) process.exit(1);
await ensureSystemPackage('strace');
const chromium = await findOrInstallChromium();
const tests = Bun.spawn(
  [
    process.execPath,
    'test',
    '--timeout',
    '3600000',
    ...(requestedFiles.length > 0 ? requestedFiles : ['./tests/long/']),
  ],
  { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, CHROMIUM_PATH: chromium } },
);
process.exitCode = await tests.exited;
