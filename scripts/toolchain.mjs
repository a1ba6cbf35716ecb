// Installs the pinned Bun and the packages of bun.lock for the npm scripts. Plain JavaScript for Node, because
// nothing is installed yet when it runs.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Longer than installing from a warm cache takes. */
const PATIENCE_MS = 8000;
const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.bun;

/** Runs a command in the project's folder, showing its output; a failure ends this process. */
export function run(command, args, { waitsFor, ...options } = {}) {
  const hint =
    waitsFor && sayLater(`Still waiting for ${waitsFor}. Is this machine connected to the internet?`);
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  hint?.kill();
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** A separate process prints the text after some seconds, because this one is waiting for a command. */
function sayLater(text) {
  const code = `setTimeout(() => console.log(${JSON.stringify(text)}), ${PATIENCE_MS})`;
  return spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'inherit', 'ignore'] });
}

/** Runs a command in the project's folder, passes signals on to it, and exits with its exit code. */
export function runUntilExit(command, args, env = process.env) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    throw error;
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** The path of the pinned Bun, installed from its npm package if missing. */
function ensureBun() {
  const folders = [join(root, 'node_modules'), join(root, '.tools', 'node_modules')];
  const known = folders.map(findBun).find(Boolean);
  if (known) return known;
  console.log(`Installing Bun ${version} …`);
  // npm would mistake the rest of a killed installation for a complete one.
  rmSync(join(root, '.tools'), { recursive: true, force: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const install = [
    'install',
    '--prefix',
    join(root, '.tools'),
    '--no-save',
    '--no-package-lock',
    '--no-audit',
    // Bun needs no scripts, and npm warns about each that it skips.
    '--ignore-scripts',
  ];
  run(npm, [...install, '--no-fund', `bun@${version}`], {
    shell: process.platform === 'win32',
    waitsFor: 'the npm registry, which has Bun',
  });
  const bun = folders.map(findBun).find(Boolean);
  if (!bun) throw new Error(`Bun ${version} was installed, but it does not run on this machine.`);
  return bun;
}

/** Finds a Bun of the pinned version in a node_modules folder; npm may have skipped the step that links it. */
function findBun(folder) {
  const vendor = join(folder, '@oven');
  const packages = existsSync(vendor) ? readdirSync(vendor).map((name) => join(vendor, name, 'bin')) : [];
  const inner = join(folder, 'bun', 'node_modules', '@oven');
  if (existsSync(inner)) packages.push(...readdirSync(inner).map((name) => join(inner, name, 'bin')));
  const candidates = [join(folder, 'bun', 'bin'), ...packages].flatMap((bin) => [
    join(bin, 'bun.exe'),
    join(bin, 'bun'),
  ]);
  return candidates.filter(existsSync).find((path) => {
    const answer = spawnSync(path, ['--version'], { encoding: 'utf8' });
    return answer.status === 0 && answer.stdout.trim() === version;
  });
}

/** Installs Bun and everything in bun.lock, and returns the path of Bun. */
export function prepare() {
  const bun = ensureBun();
  run(bun, ['install', '--frozen-lockfile', '--no-summary'], {
    waitsFor: 'the npm registry, which has the packages of bun.lock',
  });
  return bun;
}
