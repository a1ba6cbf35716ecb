/** Runs the site for development: a change in the watched folders rebuilds the client and restarts the server. */
import { watch } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dir, '..');
const bun = process.execPath;
let server: Bun.Subprocess | null = null;
let building = false;
let rebuildQueued = false;

async function rebuild(): Promise<void> {
  if (building) {
    rebuildQueued = true;
    return;
  }
  building = true;
  const build = Bun.spawn([bun, 'scripts/build.ts', '--client'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if ((await build.exited) === 0) {
    server?.kill();
    await server?.exited;
    server = Bun.spawn([bun, 'src/main.ts', 'serve'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { LOG_FORMAT: 'text', ...process.env },
    });
  }
  building = false;
  if (rebuildQueued) {
    rebuildQueued = false;
    await rebuild();
  }
}

let timer: ReturnType<typeof setTimeout> | undefined;
for (const folder of ['web', 'src', 'scripts/admin']) {
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void rebuild(), 100);
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server?.kill();
    process.exit(0);
  });
}
await rebuild();
