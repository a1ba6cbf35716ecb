/** What the `*-stress.ts` of this folder share: a server that is killed under racing requests, and its database. */
import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { nextClientIp } from './booking-load.ts';
import { insertUserSession } from './insert-user-session.ts';
import { startServerProcess } from './server-process.ts';

export const random = (max: number) => Math.floor(Math.random() * max);

export function withDatabase<T>(dataDir: string, use: (db: Database) => T): T {
  const db = new Database(join(dataDir, 'club.db'), { strict: true });
  db.run('PRAGMA busy_timeout = 5000');
  try {
    return use(db);
  } finally {
    db.close();
  }
}

/** Returns the `Cookie` header of an owner. */
export const insertAdmin = (dataDir: string) =>
  insertUserSession(dataDir, { email: 'admin@example.com', name: 'Sana Malik', is_admin: true });

/** Sends JSON from an address of its own, so that no limit is reached. */
export function send(
  url: string,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': nextClientIp(),
      origin: url,
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

/** An unpaid booking of court 1 for an hour, with its claims; returns its number. */
export function insertBooking(
  db: Database,
  booking: {
    date: string;
    hour: number;
    email?: string;
    user_id?: number;
    payment_method?: 'cash' | 'bank_transfer';
    pay_by?: number;
  },
): number {
  const { date, hour, email = 'ayesha@example.com', user_id = null, pay_by = null } = booking;
  const start = String(hour).padStart(2, '0');
  const { lastInsertRowid } = db
    .query(
      `INSERT INTO booking (court_id, user_id, date, start_time, duration, slots, name, email, phone, payment_method,
         hourly_rate, computed_amount, charge, created_at, pay_by)
       VALUES (1, ?, ?, ?, 60, ?, 'Ayesha Khan', ?, '+923001234567', ?, 5000, 5000, 5000, ?, ?)`,
    )
    .run(
      ...([user_id, date, `${start}:00`, JSON.stringify([`${start}:00`, `${start}:30`]), email] as const),
      ...([booking.payment_method ?? 'bank_transfer', Date.now(), pay_by] as const),
    );
  const id = Number(lastInsertRowid);
  const claim = db.query('INSERT INTO claim (court_id, date, slot, booking_id) VALUES (1, ?, ?, ?)');
  for (const slot of [hour * 2, hour * 2 + 1]) claim.run(date, slot, id);
  return id;
}

/** One request of a race, which is sent again when its answer was lost. */
export interface RacingRequest {
  name: string;
  send: (url: string) => Promise<Response>;
  /** Its last answer; null while every answer was lost. */
  answer: Answer | null;
}

interface Answer {
  status: number;
  json: unknown;
}

/** What a round needs to prepare its races. */
export interface Round {
  url: string;
  dataDir: string;
  /** The `Cookie` header of an owner. */
  admin: string;
  number: number;
}

/** The requests of a race start within this time of each other. */
const RACE_MS = 40;
/** From the start of a race to the start of the next one. */
const NEXT_RACE_MS = 60;
const KILL_WINDOW_MS = 700;
const MAX_TRIES = 5;

/**
 * A server runs the requests of `prepare`, two neighbours in its list at the same moment, while it is killed, `kills`
 * times. A lost answer is asked for again. `examine` gets the folder once the last server has done what is due and
 * stopped, and every request with its answer.
 */
export async function raceWithKills<Request extends RacingRequest, Problems extends object>(
  options: {
    kills: number;
    env?: Record<string, string>;
    /** Whether a request of a race may get this answer; others are `unexpected`. */
    isExpected: (answer: Answer) => boolean;
  },
  prepare: (round: Round) => Request[] | Promise<Request[]>,
  examine: (dataDir: string, requests: readonly Request[]) => Problems,
) {
  const env = { TRUST_PROXY: '1', ...options.env };
  let server = await startServerProcess({ env });
  const { dataDir } = server;
  const admin = insertAdmin(dataDir);
  const requests: Request[] = [];
  const unexpected: string[] = [];

  for (let number = 0; number < options.kills; number += 1) {
    const { url } = server;
    const round = await prepare({ url, dataDir, admin, number });
    requests.push(...round);
    const racing = Promise.all(
      round.map(async (request, at) => {
        await Bun.sleep(Math.floor(at / 2) * NEXT_RACE_MS + random(RACE_MS));
        await attempt(request, url);
      }),
    );
    await Bun.sleep(random(KILL_WINDOW_MS));
    await server.stop('SIGKILL');
    server = await startServerProcess({ env, dataDir });
    await racing;
    for (const request of round) {
      for (let tries = 0; request.answer === null && tries < MAX_TRIES; tries += 1)
        await attempt(request, server.url);
      const { name, answer } = request;
      if (answer === null || !options.isExpected(answer))
        unexpected.push(`${name} ${JSON.stringify(answer)}`);
    }
  }
  // What is due now is done by the last server.
  await Bun.sleep(3000);
  await server.stop();
  const problems = examine(dataDir, requests);
  await server.close();
  const done = requests.filter(({ answer }) => answer !== null && answer.status < 300).length;
  return { requests: requests.length, done, unexpected, ...problems };
}

async function attempt(request: RacingRequest, url: string): Promise<void> {
  try {
    const response = await request.send(url);
    request.answer = { status: response.status, json: await response.json() };
  } catch {
    // The server was killed before its answer.
  }
}
