/**
 * Builds the executable and runs types, lint, unit, API and browser tests. Ends with the slowest files and tests, the
 * failures and `N passed, N failed`. Arguments select test files.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { lowerPriority } from '../src/cli/lower-priority.ts';
import { TestReport } from './bun-test-output.ts';
import { ensureSystemPackage } from './ensure-system-package.ts';
import { findOrInstallHeadlessShell } from './find-or-install-chromium.ts';

const root = resolve(import.meta.dir, '..');
const bun = process.execPath;
const requestedFiles = process.argv.slice(2);
/** `npm run test:long` runs tests/long. */
const TEST_PATHS = [
  './tests/architecture.test.ts',
  ...['domain', 'server', 'web', 'simulation', 'faults', 'e2e'].map((part) => `./tests/${part}/`),
];
/** Browser tests keep a processor busy while others wait, so there is one more file than cores. */
const PARALLEL_FILES = Math.min(4, availableParallelism() + 1);
const SLOWEST_TESTS = 10;
const SLOWEST_FILES = 25;

let passed = 0;
let failed = 0;

async function runStep(name: string, command: string[]): Promise<void> {
  const started = performance.now();
  const child = Bun.spawn(command, { cwd: root, stdout: 'inherit', stderr: 'inherit' });
  const ok = (await child.exited) === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${ok ? 'ok' : 'FAILED'}  ${name} (${seconds} s)`);
  if (ok) passed += 1;
  else failed += 1;
}

/** The tests only call servers on this machine, which a network proxy can't reach. */
function withoutProxies(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(https?|all)_proxy$/i.test(name)));
}

/** TEST_CLOCK, such as `2028-02-29T03:59+05:00`, runs the tests and their servers at another time. */
async function clockEnv(): Promise<Record<string, string>> {
  const { TEST_CLOCK } = process.env;
  if (!TEST_CLOCK) return {};
  await ensureSystemPackage('faketime');
  const [library = ''] = new Bun.Glob('/usr/lib/*/faketime/libfaketimeMT.so.1').scanSync('/');
  const seconds = Math.round((Date.parse(TEST_CLOCK) - Date.now()) / 1000);
  return {
    LD_PRELOAD: library,
    FAKETIME: seconds < 0 ? `${seconds}s` : `+${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}

const report = new TestReport();

/** Runs test files and adds Bun's counts to the totals. */
async function runTests(files: string[], chromium: string): Promise<void> {
  // Backups run at the lowest priority, so they would starve next to browsers with a higher one.
  lowerPriority();
  // At the timeout, Bun kills the file's browser, so the tests after it fail too.
  const limits = ['--timeout', '180000'];
  // A worker's files share its modules and its Chromium.
  const workers = [`--parallel=${PARALLEL_FILES}`, '--no-isolate'];
  const child = Bun.spawn([bun, 'test', ...limits, ...workers, ...files], {
    cwd: root,
    stdout: 'inherit',
    stderr: 'pipe',
    env: { ...withoutProxies(process.env), ...(await clockEnv()), CHROMIUM_PATH: chromium },
  });
  let tail = '';
  for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
    process.stderr.write(chunk);
    report.read(chunk);
    tail = (tail + chunk).slice(-4000);
  }
  const code = await child.exited;
  const count = (word: string) => Number(new RegExp(`^\\s*(\\d+) ${word}$`, 'm').exec(tail)?.[1] ?? 0);
  passed += count('pass');
  failed += count('fail');
  if (code !== 0 && count('fail') === 0) failed += 1;
  if (count('pass') + count('fail') === 0) failed += 1;
}

const started = performance.now();
await runStep('build', [bun, 'scripts/build.ts']);
if (failed === 0) {
  const chromium = await findOrInstallHeadlessShell();
  // It needs the build, and the tests spend enough time waiting for this to come free.
  const checks = runStep('types, lint and format', [bun, 'scripts/check.ts']);
  console.log('Running the tests; each file reports when it ends …');
  const files = TEST_PATHS.filter((part) => existsSync(join(root, part)));
  await runTests(requestedFiles.length > 0 ? requestedFiles : files, chromium);
  await checks;
}
for (const line of report.slowestFiles(SLOWEST_FILES)) console.log(line);
for (const line of report.slowest(SLOWEST_TESTS)) console.log(line);
for (const failure of report.failures) console.log(`\n${failure}`);
console.log(`\nin ${((performance.now() - started) / 60_000).toFixed(1)} minutes`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
