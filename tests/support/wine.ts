import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureSystemPackage } from '../../scripts/ensure-system-package.ts';
import type { CommandResult } from './run-command.ts';

/** What Windows has since 7 and Wine 8 lacks. */
const PROCESS_PRNG = `#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return RtlGenRandom(data, (ULONG)size); }
`;
/** Nothing that Windows' users read names any of these. */
const OF_UNIX = /\b(sudo|chown|chmod|systemctl|systemd|journalctl|EFAULT|EPERM)\b|belongs to root|^\s+at /m;

/** A path of this machine as Windows names it. */
export const windowsPath = (path: string) => `Z:${path.replaceAll('/', '\\')}`;

/** A Windows of its own in `dir`. Installs Wine and a compiler, or throws with the name of what is missing. */
export async function createWine(dir: string) {
  const wine = await ensureSystemPackage('wine');
  const gcc = await ensureSystemPackage('x86_64-w64-mingw32-gcc', 'gcc-mingw-w64-x86-64');
  const drive = join(dir, 'prefix', 'drive_c');
  const system32 = join(drive, 'windows', 'system32');
  const compile = (...args: string[]) => {
    const { exitCode, stderr } = Bun.spawnSync([gcc, '-O2', ...args]);
    if (exitCode !== 0) throw new Error(stderr.toString());
  };
  const env = (more: Record<string, string> = {}) => ({
    PATH: process.env.PATH ?? '',
    HOME: dir,
    LANG: 'C.UTF-8',
    WINEPREFIX: join(dir, 'prefix'),
    WINEDEBUG: '-all',
    WINEDLLOVERRIDES: 'schtasks.exe=n',
    TIME_SERVER: '127.0.0.1:9',
    ...more,
  });
  const quiet = { env: env(), stdio: ['ignore', 'ignore', 'ignore'] as ['ignore', 'ignore', 'ignore'] };
  const endAll = async () => {
    await Bun.spawn(['wineserver', '-k'], quiet).exited.catch(() => {});
    await Bun.spawn(['wineserver', '-w'], quiet).exited.catch(() => {});
  };
  await Bun.spawn([wine, 'wineboot', '-i'], quiet).exited;
  writeFileSync(join(dir, 'prng.c'), PROCESS_PRNG);
  compile('-shared', ...['-o', join(system32, 'bcryptprimitives.dll'), join(dir, 'prng.c'), '-ladvapi32']);
  renameSync(join(system32, 'schtasks.exe'), join(system32, 'schtasks-of-wine.exe'));
  compile('-o', join(system32, 'schtasks.exe'), resolve(import.meta.dir, 'schtasks.c'));

  const start = (command: string[], more: Record<string, string> = {}, output = 'ignored') =>
    Bun.spawn([wine, ...command], {
      cwd: dir,
      env: env(more),
      // A pipe would stay open in the processes of Windows itself, which outlive the first program.
      stdio: ['ignore', Bun.file(join(dir, `${output}.stdout`)), Bun.file(join(dir, `${output}.stderr`))],
    });
  let runs = 0;
  return {
    wine,
    env,
    drive,
    endAll,
    start,
    /** Runs a program to its end. Throws if it says a word of Unix. */
    async run(command: string[], more: Record<string, string> = {}): Promise<CommandResult> {
      runs += 1;
      const output = `run-${runs}`;
      const exitCode = await start(command, more, output).exited;
      const stdout = readFileSync(join(dir, `${output}.stdout`), 'utf8');
      const stderr = readFileSync(join(dir, `${output}.stderr`), 'utf8');
      const word = OF_UNIX.exec(stdout + stderr);
      if (word) throw new Error(`${command.join(' ')} says “${word[0]}”:\n${stdout}${stderr}`);
      return { exitCode, stdout, stderr };
    },
    /** Another disk, such as `e`, in a folder of this machine. */
    addDisk(letter: string): string {
      const folder = join(dir, `disk-${letter}`);
      mkdirSync(folder);
      symlinkSync(folder, join(dir, 'prefix', 'dosdevices', `${letter}:`));
      return folder;
    },
  };
}

export type Wine = Awaited<ReturnType<typeof createWine>>;

/**
 * The part of the Task Scheduler that Wine lacks: runs what the task of `padel-club install` says. `minute` is its
 * trigger of every minute.
 */
export function runScheduler(wine: Wine) {
  const definition = join(wine.drive, 'Program Files/PadelClub/task.xml');
  const log = join(wine.drive, 'schtasks.log');
  let handled = 0;
  let child: ReturnType<Wine['start']> | null = null;
  let isActive = true;
  /** Executables that Windows can't start. */
  let broken = '';

  const end = async () => {
    child?.kill('SIGKILL');
    await child?.exited;
    child = null;
  };
  const begin = () => {
    if (!existsSync(definition) || (child && child.exitCode === null && child.signalCode === null)) return;
    const xml = readFileSync(definition, 'utf16le').replaceAll('&quot;', '"');
    const [, command = ''] = /<Command>(.*)<\/Command>/.exec(xml) ?? [];
    const [, args = ''] = /<Arguments>(.*)<\/Arguments>/.exec(xml) ?? [];
    if (/<Settings>[\s\S]*<Enabled>false</.test(xml) || (broken && command.includes(broken))) return;
    child = wine.start([
      command,
      ...Array.from(args.matchAll(/"([^"]*)"|(\S+)/g), (arg) => arg[1] ?? arg[0]),
    ]);
  };
  const loop = async () => {
    while (isActive) {
      const calls = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
      for (; handled < calls.length; handled += 1) {
        if (calls[handled]?.startsWith('/End')) await end();
        if (calls[handled]?.startsWith('/Run')) begin();
      }
      await Bun.sleep(50);
    }
  };
  const done = loop();
  return {
    minute: begin,
    kill: end,
    breakVersion: (version: string) => {
      broken = version;
    },
    async stop() {
      isActive = false;
      await done;
      await end();
      rmSync(log, { force: true });
    },
  };
}
