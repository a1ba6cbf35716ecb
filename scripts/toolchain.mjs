// What `npm start` and `npm test` need before there is anything but Node and npm: the pinned Bun, then
// the packages of bun.lock. Plain JavaScript, because nothing is installed yet when it runs.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.bun;

/** Runs a command in the project's folder with its output shown; ends this process when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** The path of the pinned Bun, installed from the npm package when it is not there yet. */
function ensureBun() {
  const folders = [join(root, 'node_modules'), join(root, '.tools', 'node_modules')];
  const known = folders.map(findBun).find(Boolean);
  if (known) return known;
  console.log(`Installing Bun ${version} …`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const install = [
    'install',
    '--prefix',
    join(root, '.tools'),
    '--no-save',
    '--no-package-lock',
    '--no-audit',
  ];
  run(npm, [...install, '--no-fund', `bun@${version}`], {
    shell: process.platform === 'win32',
  });
  const bun = folders.map(findBun).find(Boolean);
  if (!bun) throw new Error(`Bun ${version} was installed, but does not run on this machine.`);
  return bun;
}

/** A Bun of the right version in a node_modules folder. npm may have skipped the step that links it. */
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

/** Installs everything that bun.lock names and returns the path of Bun. */
export function prepare() {
  const bun = ensureBun();
  run(bun, ['install', '--frozen-lockfile', '--no-summary']);
  return bun;
}
