/** Checks types and lint. `--fix` applies the safe fixes. */
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dir, '..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const fix = process.argv.includes('--fix') ? ['--write'] : [];
/** A single checker reuses what it found out about a file; a second one would resolve the same types again. */
const options = (project: string) => [
  '--incremental',
  '--tsBuildInfoFile',
  join(root, 'node_modules/.cache/tsc', `${project.replace(/\W/g, '-')}.json`),
  '--checkers',
  '1',
];
const commands = [
  ...['.', 'web', 'src/domain'].map((project) => [bin('tsc'), '-p', project, ...options(project)]),
  [bin('biome'), 'check', '--error-on-warnings', ...fix],
];
const codes = await Promise.all(
  commands.map((command) => Bun.spawn(command, { cwd: root, stdout: 'inherit', stderr: 'inherit' }).exited),
);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
