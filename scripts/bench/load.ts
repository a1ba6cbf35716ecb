import { join } from 'node:path';
import { addDays, businessDayOf, daysBetween } from '../../src/domain/business-day.ts';
import { type Build, cpuTimeMsOf, type MeasuredServer, startLargeClub } from './builds.ts';
import type { Figures } from './figures.ts';

const CONNECTIONS = 64;
const JOBS_AFTER_START_MS = 3000;
const BOOKING_SCRIPT = join(import.meta.dir, 'create-bookings.lua');

/** Processor time of the home page and of free slots. */
export async function measureReads({ largeClub }: Build, seconds: number): Promise<Figures> {
  const slotsPath = `/api/slots?date=${addDays(today(), 3)}&courtId=1`;
  const home = await sendRequests(largeClub, ['-H', 'Accept-Encoding: br', `${largeClub.url}/`], seconds);
  const slots = await sendRequests(largeClub, [largeClub.url + slotsPath], seconds);
  return {
    'home page, µs of processor time': home.cpuMicroseconds,
    'slots, µs of processor time': slots.cpuMicroseconds,
  };
}

/** Measures bookings in a separate club, so that their emails don't slow the other measurements. */
export async function measureBookings({ executable }: Build, seconds: number): Promise<Figures> {
  const club = await startLargeClub(executable);
  // Jobs that run after a start would count towards the bookings.
  await Bun.sleep(JOBS_AFTER_START_MS);
  const result = await sendRequests(club, ['-s', BOOKING_SCRIPT, `${club.url}/api/book`], seconds);
  await club.stop();
  return {
    'booking, µs of processor time': result.cpuMicroseconds,
    'durable bookings a second': result.perSecond,
  };
}

async function sendRequests(server: MeasuredServer, args: readonly string[], seconds: number) {
  const cpuBefore = cpuTimeMsOf(server.pid);
  const child = Bun.spawn(['wrk', '-t1', `-c${CONNECTIONS}`, `-d${seconds}`, ...args], {
    env: { ...process.env, FIRST_DAY: String(daysBetween('2000-01-01', addDays(today(), 2))) },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const output = await new Response(child.stdout).text();
  const cpuMs = cpuTimeMsOf(server.pid) - cpuBefore;
  const requests = Number(/(\d+) requests in/.exec(output)?.[1] ?? 0);
  if (requests === 0 || /Non-2xx|Socket errors/.test(output)) throw new Error(output);
  return {
    cpuMicroseconds: (cpuMs * 1000) / requests,
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]),
  };
}

function today(): string {
  return businessDayOf(Date.now());
}
