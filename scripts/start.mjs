// `npm start`: installs, builds what has changed, and runs the site on http://localhost:3000 with its data in ./data.
import { join } from 'node:path';
import { prepare, root, run, runUntilExit } from './toolchain.mjs';

const bun = prepare();
run(bun, ['scripts/build.ts', '--if-changed']);
const executable = join(root, 'dist', process.platform === 'win32' ? 'padel-club.exe' : 'padel-club');
runUntilExit(executable, ['serve'], { LOG_FORMAT: 'text', ...process.env });
