import { readFileSync } from 'node:fs';

/** A server process whose speed is measured. */
export interface MeasuredServer {
  url: string;
  pid: number;
  /** Milliseconds from its start to its first response. */
  startupMs: number;
  stop(): Promise<void>;
}

/** Starts a command that prints a ready line, and waits for its first response. */
export async function startServer(
  command: string[],
  env: Record<string, string> = {},
  path = '/api/courts',
): Promise<MeasuredServer> {
  const started = performance.now();
  const child = Bun.spawn(command, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const reader = child.stdout.getReader();
  let output = '';
  let url = '';
  while (!url) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the server did not start: ${output}`);
    output += new TextDecoder().decode(value);
    url = /"event":"ready","url":"([^"]+)"/.exec(output)?.[1]?.replace('localhost', '127.0.0.1') ?? '';
  }
  await fetch(`${url}${path}`).then((response) => response.arrayBuffer());
  const startupMs = performance.now() - started;
  // The log must be read, because a full pipe loses lines.
  void (async () => {
    while (!(await reader.read()).done);
  })();
  return {
    url,
    pid: child.pid,
    startupMs,
    async stop() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

/** The processor time of a process in milliseconds. */
export function cpuTimeMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident memory in bytes. */
export function residentBytesOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}

export interface LoadResult {
  perSecond: number;
  /** Milliseconds. */
  p99: number;
  /** The server's processor time per request in microseconds. */
  cpu: number;
  refused: number;
}

interface LoadOptions {
  seconds: number;
  connections: number;
  script?: string;
  headers?: string[];
  env?: Record<string, string>;
}

/** Sends requests with wrk for `seconds`, and measures the processor time of the server. */
export async function runLoad(
  server: MeasuredServer,
  path: string,
  options: LoadOptions,
): Promise<LoadResult> {
  const cpuBefore = cpuTimeMsOf(server.pid);
  const { requests, ...result } = await runWrk(`${server.url}${path}`, options);
  const cpuMs = cpuTimeMsOf(server.pid) - cpuBefore;
  return { ...result, cpu: (cpuMs * 1000) / Math.max(1, requests) };
}

/** Sends requests to an address with wrk. */
export async function runWrk(url: string, options: LoadOptions) {
  const args = ['-t1', `-c${options.connections}`, `-d${options.seconds}`, '--latency'];
  if (options.script) args.push('-s', options.script);
  for (const header of options.headers ?? []) args.push('-H', header);
  const child = Bun.spawn(['wrk', ...args, url], {
    env: { ...process.env, ...options.env },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const text = await new Response(child.stdout).text();
  const [, number = '0', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s)/.exec(text) ?? [];
  return {
    requests: Number(/(\d+) requests in/.exec(text)?.[1] ?? 0),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1] ?? 0),
    p99: Number(number) * { us: 0.001, ms: 1, s: 1000 }[unit as 'ms'],
    refused: Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
