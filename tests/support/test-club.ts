import { afterAll, afterEach, beforeAll, beforeEach } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import client from '#client';
import { createClub } from '../../src/app.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { ClubClock } from '../../src/db/club-clock.ts';
import { ClubDb } from '../../src/db/club-db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import type { Role } from '../../src/domain/account.ts';
import type { AccountMessage } from '../../src/domain/account-message.ts';
import type { ApiRoute } from '../../src/domain/api.ts';
import { createLog } from '../../src/http/log.ts';
import { JobScheduler } from '../../src/jobs.ts';
import { checkAnswer } from './contract-check.ts';
import { createNewClubDatabase } from './new-club-database.ts';
import { prepareLazily } from './prepare-lazily.ts';
import { withTestBank } from './test-bank-account.ts';

/** A Friday afternoon at the club: 2026-11-20 15:10 in Faisalabad. */
export const FRIDAY_AFTERNOON = Date.parse('2026-11-20T15:10:00+05:00');

/**
 * A club with its own data folder and database file. Tests send requests to it and set its clock. `logLines` collects
 * what the server logged. `toml` is the owner's club.toml, to which a bank account is added unless `bank` is false.
 * `dataDir` opens an existing folder. `lastTime` is the previous server's last confirmed time; a
 * clock before `earliest` is wrong.
 */
export async function createTestClub(
  options: {
    now?: number;
    env?: Record<string, string>;
    toml?: string;
    bank?: false;
    dataDir?: string;
    lastTime?: number;
    earliest?: number;
  } = {},
) {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'padel-club-'));
  const toml = options.bank === false || options.dataDir ? options.toml : withTestBank(options.toml ?? '');
  if (toml !== undefined) writeFileSync(join(dataDir, 'club.toml'), toml);
  const config = loadConfig({ DATA_DIR: dataDir, ...options.env });
  const path = join(dataDir, 'club.db');
  const db = options.dataDir ? openDatabase(path) : createNewClubDatabase(path);
  migrate(db);
  prepareLazily(db);
  // Tests that cut the power or kill the server use the executable.
  db.run('PRAGMA synchronous = OFF');
  /** `now` advances with real time; whatever `jumped` counts is a jump of the wall clock. */
  const clock = { now: options.now ?? FRIDAY_AFTERNOON, jumped: 0, restarts: 0 };
  const logLines: string[] = [];
  const log = createLog('json', (line) => logLines.push(line));
  const now = () => clock.now;
  const monotonic = () => clock.now - clock.jumped;
  const club = new ClubDb(db, now, new ClubClock(now, monotonic, options.lastTime, options.earliest));
  const { app, jobs, outbox, notifications, findBooking, sessions, createSetupLink } = createClub({
    config,
    club,
    client,
    log,
    now,
    stopSignal: new AbortController().signal,
    restart: () => {
      clock.restarts += 1;
    },
  });
  const schedule = new JobScheduler(jobs, (_, error) => {
    throw error;
  });

  // The static plugin reads the media folder while it loads, so the folder must stay until then.
  await app.modules;

  let isClosed = false;
  /** The routes that have answered with success. */
  const answeredRoutes = new Set<ApiRoute>();
  const handle = app.handle;
  // Every answer that a test gets is checked against its contract.
  app.handle = async (request) => {
    const response = await handle(request);
    const route = await checkAnswer(request, response);
    if (route) answeredRoutes.add(route);
    return response;
  };

  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const init: RequestInit = { method, headers: { ...headers } };
    if (body !== undefined) {
      init.body = typeof body === 'string' ? body : JSON.stringify(body);
      init.headers = { 'content-type': 'application/json', ...headers };
    }
    // A request over the network arrives in its own turn of the event loop.
    await Bun.sleep(0);
    const response = await app.handle(new Request(`http://localhost${path}`, init));
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parseJson(text) };
  };

  /**
   * Creates a user with a session and returns the headers that their browser would send. An admin is an owner unless
   * `role` says otherwise.
   */
  const signIn = async (
    overrides: { email?: string; name?: string; is_admin?: boolean; role?: Role } = {},
  ) => {
    const { email = 'member@example.com', name = 'Bilal Ahmed', is_admin = false } = overrides;
    const role = overrides.role ?? (is_admin ? 'owner' : null);
    const { id, token } = await club.write((tx) => {
      const row = tx.db
        .query<{ id: number }, [string, string, Role | null, number, number]>(
          `INSERT INTO user (email, name, role, email_verified, created_at, updated_at)
           VALUES (?, ?, ?, 1, ?, ?) RETURNING id`,
        )
        .get(email, name, role, tx.now, tx.now);
      if (!row) throw new Error('no user');
      return { id: row.id, token: sessions.start(tx, row.id) };
    });
    return { id, headers: { cookie: `sid=${token}` } };
  };

  /** Account messages in the order in which the server queued them. */
  const accountMessages = (): AccountMessage[] =>
    db
      .query<{ kind: string; user_id: number; email: string; details: string }, []>(
        "SELECT kind, user_id, recipient AS email, details FROM outbox WHERE audience = 'account' ORDER BY id",
      )
      .all()
      .map(({ details, ...alert }) => ({ ...alert, ...JSON.parse(details) }) as AccountMessage);

  return {
    app,
    outbox,
    notifications,
    findBooking,
    createSetupLink,
    signIn,
    club,
    db,
    config,
    dataDir,
    clock,
    logLines,
    accountMessages,
    answeredRoutes,
    /** `schedule.runNow('sessions')` runs a job now. */
    schedule,
    send,
    get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
    put: (path: string, body: unknown, headers?: Record<string, string>) => send('PUT', path, body, headers),
    post: (path: string, body: unknown, headers?: Record<string, string>) =>
      send('POST', path, body, headers),
    delete: (path: string, headers?: Record<string, string>) => send('DELETE', path, undefined, headers),
    rows: <T>(sql: string) => db.query<T, []>(sql).all(),
    /** Does nothing for a closed club. */
    async close() {
      if (isClosed) return;
      isClosed = true;
      // A session's last use may be waiting to be written.
      await club.write(() => {}).catch(() => {});
      db.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type TestClub = Awaited<ReturnType<typeof createTestClub>>;

type ClubOptions = Parameters<typeof createTestClub>[0];

/** A new club for each test in the file. */
export function clubForEachTest(options?: ClubOptions): TestClub {
  let club: TestClub;
  beforeEach(async () => {
    club = await createTestClub(options);
  });
  afterEach(() => club.close());
  return currentClub(() => club);
}

/** One club for all tests in the file. */
export function clubForTestFile(options?: ClubOptions): TestClub {
  let club: TestClub;
  beforeAll(async () => {
    club = await createTestClub(options);
  });
  afterAll(() => club.close());
  return currentClub(() => club);
}

/** Stands in for the running test's club. */
const currentClub = (club: () => TestClub): TestClub =>
  new Proxy({} as TestClub, { get: (_, name) => Reflect.get(club(), name) });

// Tests read fields of responses before checking their types.
// biome-ignore lint/suspicious/noExplicitAny: see above
function parseJson(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The header with which a customer of a club behind a proxy comes from their own network. */
export function fromNetworkOf(customer: string): Record<string, string> {
  const digits = Bun.hash(customer);
  return { 'x-forwarded-for': `100.${digits % 250n}.${(digits >> 8n) % 250n}.${(digits >> 16n) % 250n}` };
}

/** A request body that `POST /api/book` accepts on the clock's day. */
export function bookingBody(overrides: Record<string, unknown> = {}) {
  // Each email books with its own phone, so that only the tests of the phone limit reach it.
  const phoneDigits =
    overrides.email === undefined
      ? '1234567'
      : String(Bun.hash(String(overrides.email)) % 10_000_000n).padStart(7, '0');
  return {
    court_id: 1,
    date: '2026-11-21',
    start_time: '18:00',
    duration: 60,
    name: 'Ayesha Khan',
    email: 'ayesha@example.com',
    phone: `0300 ${phoneDigits}`,
    payment_method: 'bank_transfer' as const,
    ...overrides,
  };
}
