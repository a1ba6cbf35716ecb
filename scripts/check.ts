/** Checks types and lint. `--fix` applies the safe fixes. */
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dir, '..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
const fix = process.argv.includes('--fix') ? ['--write'] : [];
const commands = [
  [bin('tsc'), '-p', '.'],
  [bin('tsc'), '-p', 'web'],
  [bin('tsc'), '-p', 'src/domain'],
  [bin('biome'), 'check', '--error-on-warnings', ...fix],
];
const codes = await Promise.all(
  commands.map((command) => Bun.spawn(command, { cwd: root, stdout: 'inherit', stderr: 'inherit' }).exited),
);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
