/** One build of the club with the load of each scenario. */
import { Database } from 'bun:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addDays, businessDayOf, daysBetween } from '../../src/domain/business-day.ts';
import { type LoadResult, type MeasuredServer, runLoad, startServer } from './harness.ts';

export const CONNECTIONS = 64;
export const root = resolve(import.meta.dir, '../..');
export const benchDir = join(root, 'dist/bench');
export const bookingScript = join(root, 'scripts/bench/create-bookings.lua');

export type BuildScenario = 'bookings' | 'single' | 'home' | 'unchanged' | 'slots' | 'courts';

/** One build of the club, and what is measured of it. */
export interface MeasuredBuild {
  scenarios: Record<BuildScenario, () => Promise<LoadResult>>;
  results: Record<BuildScenario, LoadResult[]>;
  homePage: Uint8Array;
  close(): Promise<void>;
}

export function runGet(from: MeasuredServer, path: string, seconds: number, headers: string[] = []) {
  return runLoad(from, path, { seconds, connections: CONNECTIONS, headers });
}

export function runPost(to: MeasuredServer, path: string, seconds: number, connections: number) {
  return runLoad(to, path, { seconds, connections, script: bookingScript, env: bookingEnv() });
}

export async function startBuild(executable: string, seconds: number): Promise<MeasuredBuild> {
  const readClub = await startLargeClub(executable);
  const { server } = readClub;
  const etagHeader = `If-None-Match: ${await fetchEtag(server)}`;
  // A separate club, so that the emails of its bookings do not slow the other measurements.
  const book = async (connections: number) => {
    const fresh = await startLargeClub(executable);
    const result = await runPost(fresh.server, '/api/book', seconds, connections);
    await fresh.close();
    return result;
  };
  return {
    scenarios: {
      bookings: () => book(CONNECTIONS),
      single: () => book(1),
      home: () => runGet(server, '/', seconds, ['Accept-Encoding: br']),
      unchanged: () => runGet(server, '/', seconds, [etagHeader]),
      slots: () => runGet(server, `/api/slots?date=${addDays(today(), 3)}&courtId=1`, seconds),
      courts: () => runGet(server, '/api/courts', seconds),
    },
    results: { bookings: [], single: [], home: [], unchanged: [], slots: [], courts: [] },
    homePage: await fetchHomePage(server),
    close: readClub.close,
  };
}

/** A club with 60 courts and bookings two years ahead, so that a run does not sell out. */
export async function startLargeClub(
  executable: string,
): Promise<{ server: MeasuredServer; close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(benchDir, 'data-'));
  await Bun.write(join(dataDir, 'club.toml'), '[booking]\ndays_ahead = 730\n');
  const env = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', TRUST_PROXY: '1' };
  const first = await startServer([executable, 'serve'], env);
  await first.stop();
  const db = new Database(join(dataDir, 'club.db'));
  for (let id = 3; id <= 60; id += 1)
    db.run('INSERT INTO court (id, name, active) VALUES (?, ?, 1)', [id, `Court ${id}`]);
  db.close();
  const server = await startServer([executable, 'serve'], env);
  const close = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { server, close };
}

/** The first day of the bookings; 60 courts × 21 hours × 2 years are more than one measurement can book. */
export function bookingEnv(): Record<string, string> {
  return { FIRST_DAY: String(daysBetween('2000-01-01', addDays(today(), 2))) };
}

async function fetchHomePage(server: MeasuredServer): Promise<Uint8Array> {
  const response = await fetch(server.url, { headers: { 'accept-encoding': 'br' }, decompress: false });
  return new Uint8Array(await response.arrayBuffer());
}

async function fetchEtag(server: MeasuredServer): Promise<string> {
  return (await fetch(server.url, { headers: { 'accept-encoding': 'identity' } })).headers.get('etag') ?? '';
}

function today(): string {
  return businessDayOf(Date.now());
}
