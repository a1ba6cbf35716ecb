import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Megabytes used by the process: now, and the peak since its start or `resetPeakMemory` (proc_pid_status(5)). The
 * kernel's `ru_maxrss` is no use here: a child starts with the peak of the test that spawned it.
 */
export function readMemory(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { now: field('VmRSS'), peak: field('VmHWM') };
}

export function resetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
