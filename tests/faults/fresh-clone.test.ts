import { expect, test } from 'bun:test';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
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

/** The files that every npm script starts with, and a program that tells its arguments. */
function createClone(): string {
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
  mkdirSync(join(clone, 'src'));
  writeFileSync(join(clone, 'src/main.ts'), "console.log('main', process.argv.slice(2).join());");
  return clone;
}

test('npm run works in a clone without Bun on the PATH', async () => {
  const clone = createClone();
  // The installed packages replace the registry; the shortcut that npm puts on the PATH is left out.
  mkdirSync(join(clone, 'node_modules'));
  for (const name of ['bun', '@oven']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(clone, 'node_modules', name));
  }
  const { exitCode, stdout, stderr } = await runScript(clone, 'club', 'version', '--licences');
  removeDirs(clone);
  expect([exitCode, stderr.includes('bun: not found')]).toEqual([0, false]);
  expect(stdout).toContain('main version,--licences');
}, 180_000);

test('what a killed first start left of Bun is installed again', async () => {
  const clone = createClone();
  const tools = join(clone, '.tools/node_modules');
  mkdirSync(join(tools, 'bun'), { recursive: true });
  writeFileSync(join(tools, 'bun/package.json'), '{"name":"bun"}');
  // Like npm, this one takes a folder with a list for a whole package.
  const npm = join(clone, 'node_modules/.bin/npm');
  mkdirSync(dirname(npm), { recursive: true });
  writeFileSync(
    npm,
    `#!/bin/sh
[ -e '${tools}/bun/package.json' ] && exit
node -e "fs.mkdirSync('${tools}', { recursive: true }); fs.symlinkSync('${ROOT}/node_modules/bun', '${tools}/bun')"
`,
    { mode: 0o755 },
  );
  const { exitCode, stdout, stderr } = await runScript(clone, 'club', 'version');
  removeDirs(clone);
  expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('does not run')]);
  expect(stdout).toContain('main version');
}, 180_000);
