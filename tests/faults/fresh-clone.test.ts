import { expect, test } from 'bun:test';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeTempDir, removeDirs } from '../support/data-dir.ts';

const ROOT = resolve(import.meta.dir, '../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Runs an npm script with a PATH that holds Node, npm and the system's tools, but no Bun. */
async function runScript(cwd: string, name: string, ...args: string[]) {
  const bin = join(cwd, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const tool of ['node', 'npm', 'sh', 'env', 'git']) {
    const path = Bun.which(tool);
    if (path) symlinkSync(path, join(bin, tool));
  }
  const child = Bun.spawn([join(bin, 'npm'), 'run', '--silent', name, '--', ...args], {
    cwd,
    env: { PATH: bin, HOME: process.env.HOME ?? cwd },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { exitCode: await child.exited, stdout, stderr };
}

test('every npm script installs what it needs before it runs', () => {
  const starters = Object.values(scripts).map((command) => command.split(' ').slice(0, 2).join(' '));
  expect([...new Set(starters)].sort()).toEqual(['node scripts/run-with-bun.mjs', 'node scripts/start.mjs']);
});

test('npm run works in a clone without Bun on the PATH', async () => {
  const clone = makeTempDir();
  for (const file of [
    'package.json',
    'bun.lock',
    'bunfig.toml',
    'scripts/run-with-bun.mjs',
    'scripts/toolchain.mjs',
  ]) {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    cpSync(join(ROOT, file), join(clone, file));
  }
  // The installed packages replace the registry; the shortcut that npm puts on the PATH is left out.
  mkdirSync(join(clone, 'node_modules'));
  for (const name of ['bun', '@oven']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(clone, 'node_modules', name));
  }
  mkdirSync(join(clone, 'src'));
  await Bun.write(join(clone, 'src/main.ts'), "console.log('main', process.argv.slice(2).join());");
  const { exitCode, stdout, stderr } = await runScript(clone, 'club', 'version', '--licences');
  removeDirs(clone);
  expect([exitCode, stderr.includes('bun: not found')]).toEqual([0, false]);
  expect(stdout).toContain('main version,--licences');
}, 180_000);
