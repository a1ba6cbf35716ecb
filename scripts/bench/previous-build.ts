import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dir, '../..');

/**
 * The executable of an earlier release: `name` is its file, or a tag or commit, which is built once. Without a name
 * it is the newest release tag before this commit; undefined when there is none.
 */
export async function findPreviousBuild(name?: string): Promise<string | undefined> {
  if (name && existsSync(name)) return resolve(name);
  const tag = name ?? (await run(['git', 'describe', '--tags', '--abbrev=0', '--match=v*', 'HEAD^']));
  const commit = tag && (await run(['git', 'rev-parse', '--verify', `${tag}^{commit}`]));
  if (!commit) {
    if (name) throw new Error(`${name} is no file, tag or commit.`);
    return undefined;
  }
  const source = join(root, 'dist/previous', commit);
  const executable = join(source, 'dist/padel-club');
  if (existsSync(executable)) return executable;
  console.log(`Building ${tag} …`);
  rmSync(source, { recursive: true, force: true });
  await run(['git', 'worktree', 'prune']);
  await run(['git', 'worktree', 'add', '--detach', source, commit]);
  await run([process.execPath, 'install', '--frozen-lockfile'], source);
  await run([process.execPath, 'scripts/build.ts'], source);
  if (!existsSync(executable)) throw new Error(`${tag} could not be built.`);
  return executable;
}

/** The output of a command; empty when it fails. */
async function run(command: string[], cwd = root): Promise<string> {
  const child = Bun.spawn(command, { cwd, stdout: 'pipe', stderr: 'ignore' });
  const text = (await new Response(child.stdout).text()).trim();
  return (await child.exited) === 0 ? text : '';
}
