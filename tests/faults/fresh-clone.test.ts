import { expect, test } from 'bun:test';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { buildNoted, digestOfSources, NOT_SOURCES } from '../../scripts/build-stamp.ts';
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
    'scripts/start.mjs',
    'scripts/toolchain.mjs',
  ]) {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    cpSync(join(ROOT, file), join(clone, file));
  }
  mkdirSync(join(clone, 'src'));
  writeFileSync(join(clone, 'src/main.ts'), "console.log('main', process.argv.slice(2).join());");
  return clone;
}

/** The installed packages replace the registry; the shortcut that npm puts on the PATH is left out. */
function linkPackages(clone: string): void {
  mkdirSync(join(clone, 'node_modules'));
  for (const name of ['bun', '@oven']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(clone, 'node_modules', name));
  }
}

test('npm run works in a clone without Bun on the PATH', async () => {
  const clone = createClone();
  linkPackages(clone);
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

test('npm start asks for a build of what has changed, then serves', async () => {
  const clone = createClone();
  linkPackages(clone);
  const program = '#!/bin/sh\necho "$1"';
  writeFileSync(
    join(clone, 'scripts/build.ts'),
    `console.log('build', process.argv.slice(2).join());
     require('node:fs').mkdirSync('dist');
     require('node:fs').writeFileSync('dist/padel-club', ${JSON.stringify(program)}, { mode: 0o755 });`,
  );
  const { exitCode, stdout } = await runScript(clone, 'start');
  removeDirs(clone);
  expect([exitCode, stdout]).toEqual([0, 'build --if-changed\nserve\n']);
}, 180_000);

test('an executable is up to date only for the same sources, and until it is replaced', async () => {
  const clone = createClone();
  const executable = join(clone, 'dist/padel-club');
  const extra = { commit: '2026-11-28' };
  mkdirSync(join(clone, 'dist'));
  const run = (ifChanged = true) => {
    const digest = digestOfSources(clone, extra.commit);
    return buildNoted({ executable, digest, ifChanged }, async () => writeFileSync(executable, 'a program'));
  };
  expect([await run(), await run(), await run(false)]).toEqual([true, false, true]);
  // A start writes its club, and a check the results of the type checker.
  mkdirSync(join(clone, 'data'));
  writeFileSync(join(clone, 'data/club.db'), 'rows');
  writeFileSync(join(clone, 'tsconfig.tsbuildinfo'), '{}');
  expect(await run()).toBe(false);
  const changes = {
    'a changed source': () => writeFileSync(join(clone, 'src/main.ts'), 'let it = 1;'),
    'a new source': () => writeFileSync(join(clone, 'src/new.ts'), ''),
    'a removed source': () => rmSync(join(clone, 'src/new.ts')),
    'other packages': () => writeFileSync(join(clone, 'bun.lock'), '{}'),
    'a release key': () => writeFileSync(join(clone, 'release-key.pem'), 'key'),
    'another commit': () => Object.assign(extra, { commit: '2026-11-29' }),
    'a lost executable': () => rmSync(executable),
    'another executable': () => utimesSync(executable, 1, 1),
    'a cut executable': () => {
      const { atime, mtime } = statSync(executable);
      truncateSync(executable, 3);
      utimesSync(executable, atime, mtime);
    },
  };
  for (const [change, make] of Object.entries(changes)) {
    make();
    expect([change, await run(), await run()]).toEqual([change, true, false]);
  }
  writeFileSync(join(clone, 'src/main.ts'), 'let it = 2;');
  const digest = digestOfSources(clone, extra.commit);
  const fail = () => Promise.reject(new Error('no room'));
  expect(await buildNoted({ executable, digest, ifChanged: true }, fail).catch(String)).toBe(
    'Error: no room',
  );
  expect(await run()).toBe(true);
  removeDirs(clone);
});

test('everything at the top of the repository is a source or known not to be one', () => {
  const { success, stdout } = Bun.spawnSync(['git', 'ls-files'], { cwd: ROOT });
  // Without a repository, such as in an unpacked archive, the folder itself.
  const paths = success ? stdout.toString().trim().split('\n') : readdirSync(ROOT);
  const top = new Set(paths.map((path) => path.split('/')[0] ?? ''));
  const known = ['scripts', 'src', 'web', 'LICENSE', 'package.json', 'bun.lock', 'bunfig.toml'];
  const sources = [...top].filter((name) => !NOT_SOURCES.has(name));
  expect(sources.sort()).toEqual([...known, 'tsconfig.base.json', 'tsconfig.json'].sort());
});
