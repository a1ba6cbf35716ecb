import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { createDataDir, makeTempDir, removeDirs } from './data-dir.ts';
import { inheritedClock } from './faketime-environment.ts';
import { findFreePort } from './find-free-port.ts';
import { resultOf } from './run-command.ts';
import { EXECUTABLE } from './server-process.ts';

const SYSTEMCTL = resolve(import.meta.dir, 'fake-systemctl.sh');

export interface TestClubService {
  name: string;
  port: number;
  dataDir: string;
}

/**
 * Clubs as `scripts/deploy` lays them out, in a temporary folder, with a stand-in for systemd. Each copies itself to
 * a folder every six seconds.
 */
export async function createClubServices(count: number, bookings = 200, builtExecutable = EXECUTABLE) {
  const root = makeTempDir();
  const env = {
    ...inheritedClock(),
    PATH: process.env.PATH ?? '',
    PROGRAM_DIR: join(root, 'opt'),
    SETTINGS_DIR: join(root, 'etc'),
    STATE_DIR: join(root, 'var'),
    SYSTEMCTL,
    HEALTH_SECONDS: '30',
  };
  for (const folder of ['opt/clubs', 'opt/versions/old', 'etc', 'var', 'copies'])
    mkdirSync(join(root, folder), { recursive: true });
  const executable = join(env.PROGRAM_DIR, 'versions/old/padel-club');
  cpSync(builtExecutable, executable);
  const clubs: TestClubService[] = [];
  for (let index = 1; index <= count; index += 1) {
    const name = `club-${String(index).padStart(2, '0')}`;
    const dataDir = join(env.STATE_DIR, name);
    renameSync(createDataDir({ bookings, receipts: 2, seed: index }), dataDir);
    const toml = join(dataDir, 'club.toml');
    const settings = readFileSync(toml, 'utf8')
      .replace('every_minutes = 5', 'every_minutes = 0.1')
      .replace('folder = ""', `folder = "${join(root, 'copies', name)}"`);
    writeFileSync(toml, settings);
    mkdirSync(join(root, 'copies', name));
    const port = await findFreePort();
    writeFileSync(join(env.SETTINGS_DIR, `${name}.env`), `PORT=${port}\nTRUST_PROXY=true\n`);
    symlinkSync(executable, join(env.PROGRAM_DIR, 'clubs', name));
    clubs.push({ name, port, dataDir });
  }
  const systemctl = (action: string, name: string) =>
    Bun.spawnSync([SYSTEMCTL, action, `padel-club@${name}`], { env }).exitCode;
  const spawnUpdate = (args: string[]) =>
    Bun.spawn([executable, 'update', ...args], { env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const isReady = async ({ port }: TestClubService) =>
    (await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => null))?.ok === true;
  return {
    root,
    env,
    clubs,
    executable,
    systemctl,
    isReady,
    async startAll() {
      for (const { name } of clubs) systemctl('start', name);
      const deadline = Date.now() + 120_000;
      for (const club of clubs) {
        while (!(await isReady(club))) {
          if (Date.now() > deadline) throw new Error(`${club.name} did not start`);
          await Bun.sleep(20);
        }
      }
    },
    pidOf: ({ name }: TestClubService) => Number(readFileSync(join(env.STATE_DIR, `.${name}.pid`), 'utf8')),
    /** Runs `padel-club update` to its end. */
    update: (...args: string[]) => resultOf(spawnUpdate(args)),
    spawnUpdate,
    /**
     * An executable that calls itself version 9.9.9. The club `bad` gets a backup from before, as in an update with a
     * new schema, loses its messages, and doesn't start.
     */
    createNewVersion(bad: string): string {
      const path = join(root, 'new-padel-club');
      writeFileSync(
        path,
        `#!/bin/bash
if [ "$1" = version ]; then echo "padel-club 9.9.9, database schema 99"; exit; fi
if [ "$1" = serve ] && [ "$(basename "$DATA_DIR")" = "${bad}" ]; then
  file=$(${executable} backup --data "$DATA_DIR" --to "$DATA_DIR/backups")
  mv "$file" "$DATA_DIR/backups/before-schema-99-20261121-120000.tar.zst"
  echo broken > "$DATA_DIR/club.db"
  exit 1
fi
exec ${executable} "$@"
`,
      );
      chmodSync(path, 0o755);
      return path;
    },
    close() {
      for (const { name } of clubs)
        if (existsSync(join(env.STATE_DIR, `.${name}.pid`))) systemctl('stop', name);
      removeDirs(root);
    },
  };
}
