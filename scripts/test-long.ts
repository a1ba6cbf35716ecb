/**
 * Builds the executable and runs the long tests: power cuts, kills at every sync, a million bookings, soaks. Without
 * arguments, which select files, it then runs the browser tests with each screen in both themes and two sizes. The
 * tests print their results; the latest are kept in tests/RESULTS.md and scripts/bench/RESULTS.md.
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

async function runTests(files: string[], env: Record<string, string> = {}): Promise<number> {
  const tests = Bun.spawn([process.execPath, 'test', '--timeout', '3600000', ...files], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, CHROMIUM_PATH: chromium, ...env },
  });
  return await tests.exited;
}

const codes =
  requestedFiles.length > 0
    ? [await runTests(requestedFiles)]
    : [await runTests(['./tests/long/']), await runTests(['./tests/e2e/'], { ALL_LOOKS: '1' })];
process.exitCode = Math.max(...codes);
