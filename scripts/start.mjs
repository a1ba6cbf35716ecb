// `npm start`: installs, builds and runs the site on http://localhost:3000 with its data in ./data.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { prepare, root, run } from './toolchain.mjs';

const bun = prepare();
run(bun, ['scripts/build.ts']);
const executable = join(root, 'dist', process.platform === 'win32' ? 'padel-club.exe' : 'padel-club');
const site = spawn(executable, ['serve'], {
  cwd: root,
  stdio: 'inherit',
  env: { LOG_FORMAT: 'text', ...process.env },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => site.kill(signal));
site.on('exit', (code) => process.exit(code ?? 1));
