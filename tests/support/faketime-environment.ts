import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Glob } from 'bun';
import { ensureSystemPackage } from '../../scripts/ensure-system-package.ts';
import { writeLastTime } from '../../src/db/last-time.ts';

const CLOCK_VARIABLES = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC'];
/** How many milliseconds this process's clock is ahead, as set by `TEST_CLOCK` of `npm test`. */
export const CLOCK_SHIFT = 1000 * Number(/^\+?(-?\d+)s$/.exec(process.env.FAKETIME ?? '')?.[1] ?? 0);

/** The environment that gives a child process this process's clock. */
export function inheritedClock(): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => CLOCK_VARIABLES.includes(name));
  return CLOCK_SHIFT === 0 ? {} : (Object.fromEntries(own) as Record<string, string>);
}

/** An environment for a program that needs the machine's real clock. */
export function withoutMovedClock(env: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(env).filter(([name, value]) => value && !CLOCK_VARIABLES.includes(name));
  return Object.fromEntries(kept) as Record<string, string>;
}

/**
 * The environment of a program whose clock is `offset` milliseconds ahead of ours, or fixed at a time such as
 * `2026-12-09 23:30:00`.
 */
export async function fakeTimeEnv(offset: number | string): Promise<Record<string, string>> {
  return {
    ...(await preloadedLibrary()),
    FAKETIME: typeof offset === 'string' ? offset : shiftOf(offset),
  };
}

/** A server's clock, which a test moves while the server runs. */
export async function createMovableClock() {
  const file = join(mkdtempSync(join(tmpdir(), 'padel-clock-')), 'offset');
  let offset = 0;
  const clock = {
    env: { ...(await preloadedLibrary()), FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' },
    now: () => Date.now() + offset,
    /** Moves the clock, which continues from there; with `dataDir`, this club's operator confirms the time. */
    set(instant: number, dataDir?: string) {
      offset = instant - Date.now();
      writeFileSync(file, `${shiftOf(offset)}\n`);
      if (dataDir) writeLastTime(dataDir, instant);
    },
  };
  clock.set(Date.now());
  return clock;
}

/** `+90.500`: a number without a unit means seconds. */
function shiftOf(offset: number): string {
  const seconds = ((offset + CLOCK_SHIFT) / 1000).toFixed(3);
  return seconds.startsWith('-') ? seconds : `+${seconds}`;
}

/** The library that fakes the clock of a process, which still counts the seconds that pass. */
export async function preloadedLibrary(): Promise<Record<string, string>> {
  await ensureSystemPackage('faketime');
  const [library] = new Glob('/usr/lib/*/faketime/libfaketimeMT.so.1').scanSync('/');
  if (!library) throw new Error('libfaketimeMT.so.1 was not found');
  return { LD_PRELOAD: library, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}
