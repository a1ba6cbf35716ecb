/**
 * Builds the executable and runs the types, lint, unit, API and browser tests. Prints the slowest tests, the
 * failures and `N passed, N failed` at the end. Arguments select test files.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { TestReport } from './bun-test-output.ts';
import { findOrInstallChromium } from './find-or-install-chromium.ts';

const root = resolve(import.meta.dir, '..');
const bun = process.execPath;
const requestedFiles = process.argv.slice(2);
/** The tests without a browser; `npm run test:long` runs tests/long. */
const TEST_PATHS = [
  './tests/architecture.test.ts',
  ...['domain', 'server', 'web', 'faults'].map((part) => `./tests/${part}/`),
];
/** Most tests wait more than they compute; more files at a time would delay each other. */
const PARALLEL_FILES = 2;
const SLOWEST_COUNT = 10;

const report = new TestReport();
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

/** The tests speak with servers on this machine only, which a proxy of the network cannot reach. */
function withoutProxies(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(https?|all)_proxy$/i.test(name)));
}

/** Runs test files and adds Bun's counts to the totals. */
async function runTests(files: string[], chromium: string): Promise<void> {
  // A busy machine may fail a test once; a real failure fails twice. The summary lists the retried tests.
  const limits = ['--timeout', '60000', '--retry=1', `--parallel=${PARALLEL_FILES}`];
  const child = Bun.spawn([bun, 'test', ...limits, ...files], {
    cwd: root,
    stdout: 'inherit',
    stderr: 'pipe',
    env: { ...withoutProxies(process.env), CHROMIUM_PATH: chromium },
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
  await runStep('types of the server', [join(root, 'node_modules/.bin/tsc'), '-p', '.']);
  await runStep('types of the client', [join(root, 'node_modules/.bin/tsc'), '-p', 'web']);
  await runStep('types of the domain', [join(root, 'node_modules/.bin/tsc'), '-p', 'src/domain']);
  await runStep('lint and format', [join(root, 'node_modules/.bin/biome'), 'check', '--error-on-warnings']);
  const chromium = await findOrInstallChromium();
  if (requestedFiles.length > 0) await runTests(requestedFiles, chromium);
  else {
    await runTests(
      TEST_PATHS.filter((part) => existsSync(join(root, part))),
      chromium,
    );
    await runTests(['./tests/e2e/'], chromium);
  }
}
for (const line of report.slowest(SLOWEST_COUNT)) console.log(line);
for (const name of report.retried) console.log(`passed on the second attempt: ${name}`);
for (const failure of report.failures) console.log(`\n${failure}`);
console.log(`\nin ${((performance.now() - started) / 60_000).toFixed(1)} minutes`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
