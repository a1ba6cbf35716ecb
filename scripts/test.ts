/**
 * Everything that must hold, in one run: types, lint, unit, API and browser tests against the compiled
 * executable. Ends with `N passed, N failed`. Words after the command limit the tests to matching files.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findOrInstallChromium } from './chromium.ts';

const root = resolve(import.meta.dir, '..');
const bun = process.execPath;
const only = process.argv.slice(2);
/** What needs no browser; tests/long is run by `bun run test:long`. */
const PARTS = [
  './tests/house.test.ts',
  ...['domain', 'server', 'web', 'faults', 'load'].map((part) => `./tests/${part}/`),
];
let passed = 0;
let failed = 0;

async function step(name: string, command: string[]): Promise<void> {
  const started = performance.now();
  const child = Bun.spawn(command, { cwd: root, stdout: 'inherit', stderr: 'inherit' });
  const ok = (await child.exited) === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${ok ? 'ok' : 'FAILED'}  ${name} (${seconds} s)`);
  if (ok) passed += 1;
  else failed += 1;
}

/** Runs test files and adds up what Bun counted. */
async function tests(files: string[], chromium: string, options: string[] = []): Promise<void> {
  const child = Bun.spawn([bun, 'test', '--timeout', '60000', ...options, ...files], {
    cwd: root,
    stdout: 'inherit',
    stderr: 'pipe',
    env: { ...process.env, CHROMIUM_PATH: chromium },
  });
  let tail = '';
  for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
    process.stderr.write(chunk);
    tail = (tail + chunk).slice(-4000);
  }
  const code = await child.exited;
  const count = (word: string) => Number(new RegExp(`^\\s*(\\d+) ${word}$`, 'm').exec(tail)?.[1] ?? 0);
  passed += count('pass');
  failed += count('fail');
  if (code !== 0 && count('fail') === 0) failed += 1;
  if (count('pass') + count('fail') === 0) failed += 1;
}

await step('build', [bun, 'scripts/build.ts']);
if (failed === 0) {
  await step('types of the server', [join(root, 'node_modules/.bin/tsc'), '-p', '.']);
  await step('types of the client', [join(root, 'node_modules/.bin/tsc'), '-p', 'web']);
  await step('types of the domain', [join(root, 'node_modules/.bin/tsc'), '-p', 'src/domain']);
  await step('lint and format', [join(root, 'node_modules/.bin/biome'), 'check', '--error-on-warnings']);
  const chromium = await findOrInstallChromium();
  if (only.length > 0) await tests(only, chromium);
  else {
    await tests(
      PARTS.filter((part) => existsSync(join(root, part))),
      chromium,
    );
    // A browser on a busy machine may miss a beat; a page that is broken fails twice.
    await tests(['./tests/e2e/'], chromium, ['--retry=1']);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
