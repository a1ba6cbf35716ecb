import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dir, '../..');
const SOURCES = ['src', 'web', 'scripts', 'package.json', 'bun.lock', 'bunfig.toml', 'LICENSE'];
const SYSTEM = `${process.platform}-${process.arch}`;

/** Copies of the project in `folder` that make releases for one system, by default this machine's, with their own key. */
export function createPublisher(folder: string, system = SYSTEM) {
  const key = join(folder, 'key.pem');
  let project = copyProject(folder, 'project');
  run(project, '--new-key', key);
  return {
    /** Signs a release and returns its folder; each one is built in its own folder. */
    release(version: string): string {
      const manifest = join(project, 'package.json');
      const text = readFileSync(manifest, 'utf8').replace(/"version": "[^"]*"/, `"version": "${version}"`);
      writeFileSync(manifest, text);
      run(project, '--key', key, system);
      const released = join(folder, `release-${Bun.randomUUIDv7()}`);
      renameSync(join(project, 'dist/release'), released);
      return released;
    },
    /** From now on, releases come from a fresh copy with the same key. */
    moveToAnotherFolder() {
      const next = copyProject(folder, 'another-folder');
      cpSync(join(project, 'release-key.pem'), join(next, 'release-key.pem'));
      project = next;
    },
  };
}

export function executableOf(release: string, version: string, system = SYSTEM): string {
  return join(release, `padel-club-${version}-${system}${system.startsWith('windows') ? '.exe' : ''}`);
}

function copyProject(folder: string, name: string): string {
  const project = join(folder, name);
  mkdirSync(project, { recursive: true });
  for (const source of SOURCES) cpSync(join(ROOT, source), join(project, source), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  return project;
}

function run(project: string, ...args: string[]): void {
  const child = Bun.spawnSync([process.execPath, 'scripts/release.ts', ...args], { cwd: project });
  if (child.exitCode !== 0) throw new Error(`release.ts: ${child.stderr.toString()}`);
}
