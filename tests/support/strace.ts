import { join } from 'node:path';
import { TRUST_PROXY_ENV } from './booking-load.ts';
import { EXECUTABLE, type ServerProcess, startServerProcess } from './server-process.ts';

/** Starts the executable, or another server command, under strace with the given strace options. */
export async function startTracedServer(
  options: string[],
  dataDir: string,
  server: string[] = [EXECUTABLE],
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const club = await startServerProcess({
    dataDir,
    env: { ...TRUST_PROXY_ENV, ...env },
    command: ['strace', '-f', '-qq', ...options, ...server, 'serve'],
  });
  const { pid } = club.process;
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    const children = await Bun.file(`/proc/${pid}/task/${pid}/children`)
      .text()
      .catch(() => '');
    for (const child of children.split(' ').filter(Boolean)) process.kill(Number(child), signal);
    return club.process.exited;
  };
  return { ...club, stop };
}

/** One system call that changes a file, or a response that was sent. */
export type DiskEvent =
  | { kind: 'write'; file: string; offset: number; bytes: Buffer }
  | { kind: 'truncate'; file: string; size: number }
  | { kind: 'sync'; file: string }
  | { kind: 'unlink'; file: string }
  | { kind: 'answer'; text: string };

/** The system calls that `readTrace` needs. */
export const DISK_SYSCALLS =
  'pwrite64,write,writev,sendto,sendmsg,fsync,fdatasync,ftruncate,unlink,unlinkat,rename';

/**
 * Reads a trace made with `-y -xx -s 100000` and returns the events of the database's files in order. The number of an
 * open file says little: under Wine, one process writes and another syncs.
 */
export async function readTrace(path: string, dataDir: string): Promise<DiskEvent[]> {
  const events: DiskEvent[] = [];
  const unfinished = new Map<string, string>();
  for (const raw of (await Bun.file(path).text()).split('\n')) {
    const [, pid = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(raw) ?? [];
    let line = rest;
    if (line.endsWith('<unfinished ...>')) {
      unfinished.set(pid, line.slice(0, -'<unfinished ...>'.length));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(line);
    if (resumed) line = `${unfinished.get(pid) ?? ''}${resumed[1]}`;
    const call = /^(\w+)\((.*)\)\s+= (-?\d+)/.exec(line);
    if (!call) continue;
    const [, name = '', rawArgs = '', result = ''] = call;
    // strace writes a space before the bracket of an interrupted call.
    const args = rawArgs.trimEnd();
    const opened = decodeHex(/^\d+<([^>]*)>/.exec(args)?.[1] ?? '');
    const file = opened.startsWith(join(dataDir, 'club.db')) ? opened.slice(dataDir.length + 1) : undefined;
    if (name === 'unlink' || name === 'unlinkat') {
      const removedPath = parseText(args);
      if (removedPath.startsWith(dataDir))
        events.push({ kind: 'unlink', file: removedPath.slice(dataDir.length + 1) });
    } else if (name === 'pwrite64' && file) {
      const offset = Number(/, (\d+)$/.exec(args)?.[1]);
      events.push({ kind: 'write', file, offset, bytes: parseBytes(args) });
    } else if (name === 'ftruncate' && file) {
      events.push({ kind: 'truncate', file, size: Number(/, (\d+)$/.exec(args)?.[1]) });
    } else if ((name === 'fsync' || name === 'fdatasync') && file) events.push({ kind: 'sync', file });
    else if (!file && /^(write|writev|sendto|sendmsg)$/.test(name) && Number(result) > 0) {
      const text = [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)]
        .map((part) => decodeHex(part[1] ?? ''))
        .join('');
      if (text.includes('HTTP/1.1 201')) events.push({ kind: 'answer', text });
    }
  }
  return events;
}

function parseBytes(args: string): Buffer {
  return Buffer.from(/"((?:\\x[0-9a-f]{2})*)"/.exec(args)?.[1]?.replaceAll('\\x', '') ?? '', 'hex');
}

function parseText(args: string): string {
  return parseBytes(args).toString();
}

function decodeHex(text: string): string {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex').toString();
}
