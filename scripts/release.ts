/**
 * Compiles the executable for every system into dist/release, with a list of SHA-256 checksums. Arguments select
 * systems: `bun scripts/release.ts linux-x64 windows-x64`. The runtimes of other systems come from the npm registry.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const root = resolve(import.meta.dir, '..');
const releaseDir = join(root, 'dist/release');
const SYSTEMS = [
  'linux-x64',
  'linux-arm64',
  'linux-x64-musl',
  'linux-arm64-musl',
  'darwin-x64',
  'darwin-arm64',
  'windows-x64',
];

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const requestedSystems = process.argv.slice(2);
const unknown = requestedSystems.find((system) => !SYSTEMS.includes(system));
if (unknown) {
  console.error(`"${unknown}" is not one of ${SYSTEMS.join(', ')}.`);
  process.exit(2);
}

async function buildExecutable(...args: string[]): Promise<boolean> {
  const child = Bun.spawn([process.execPath, 'scripts/build.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return (await child.exited) === 0;
}

rmSync(releaseDir, { recursive: true, force: true });
mkdirSync(releaseDir, { recursive: true });
const checksums: string[] = [];
const failed: string[] = [];
for (const system of requestedSystems.length > 0 ? requestedSystems : SYSTEMS) {
  const name = `padel-club-${version}-${system}${system.startsWith('windows') ? '.exe' : ''}`;
  const path = join(releaseDir, name);
  if (!(await buildExecutable('--target', `bun-${system}`, '--outfile', path))) {
    failed.push(system);
    continue;
  }
  const bytes = readFileSync(path);
  const sum = new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
  checksums.push(`${sum}  ${basename(path)}`);
  console.log(`${name}  ${(bytes.length / 1e6).toFixed(1)} MB`);
}
writeFileSync(join(releaseDir, 'SHA256SUMS'), `${checksums.join('\n')}\n`);
if (failed.length > 0) {
  console.error(`Not built: ${failed.join(', ')}`);
  process.exitCode = 1;
}
