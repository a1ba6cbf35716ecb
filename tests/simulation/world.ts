import { Database } from 'bun:sqlite';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import client from '#client';
import { createClub } from '../../src/app.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { ClubClock } from '../../src/db/club-clock.ts';
import { ClubDb } from '../../src/db/club-db.ts';
import { readLastTime } from '../../src/db/last-time.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { createLog } from '../../src/http/log.ts';
import { checkAnswer } from '../support/contract-check.ts';
import { createNewClubDatabase } from '../support/new-club-database.ts';
import { startS3Server } from '../support/s3-server.ts';
import { withTestBank } from '../support/test-bank-account.ts';
import { S3_REGION } from '../support/test-bucket.ts';
import { termsBody } from './actors/plan-form.ts';
import { Disk } from './disk.ts';
import { CODE, MEMBER_PERCENT, RACKET } from './model/extras.ts';
import { PLANS } from './model/plan-terms.ts';
import { RATES } from './model/slots.ts';
import { EVERYBODY, emailOf, type Person } from './people.ts';
import { Providers } from './providers.ts';

/** These start their own process, or look at the machine rather than the club. */
const JOBS_LEFT_OUT = ['backup', 'copies', 'rehearsal', 'page check', 'draw pages', 'future instants'];
/** Memory, if the machine offers it: what a power cut leaves behind is up to `Disk`. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
// A simulated day asks the same few hundred questions again and again.
Database.MAX_QUERY_CACHE_SIZE = 1000;

export interface Answer {
  status: number;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the simulation reads fields as a page does
  json: any;
}

const NO_ANSWER: Answer = { status: 0, text: '', json: undefined };

/** The real club in this process, its file, its providers, and a clock that only the simulation moves. */
export class World {
  readonly #folder = mkdtempSync(join(FOLDER, 'padel-simulation-'));
  dataDir = join(this.#folder, '0');
  /** `jumped` is how far the wall clock has moved from the monotonic one. */
  readonly clock: { now: number; jumped: number };
  readonly providers: Providers;
  readonly bucket = startS3Server(S3_REGION);
  readonly userIds = new Map<string, number>();
  readonly #cookies = new Map<string, string>();
  readonly #fetch = globalThis.fetch;
  readonly #lastRuns = new Map<string, number>();
  /** What the server has logged as errors since the last step. */
  errors: string[] = [];
  db!: Database;
  disk!: Disk;
  #club!: ClubDb;
  #parts!: ReturnType<typeof createClub>;
  #worker!: ReturnType<World['createWorker']>;
  #restarts = 0;

  constructor(now: number) {
    this.clock = { now, jumped: 0 };
    this.providers = new Providers(() => this.clock.now);
    globalThis.fetch = this.providers.fetch as typeof fetch;
  }

  static async open(now: number): Promise<World> {
    const world = new World(now);
    mkdirSync(world.dataDir, { mode: 0o700 });
    world.writeSettings(5);
    const db = createNewClubDatabase(join(world.dataDir, 'club.db'));
    db.run(
      `INSERT INTO add_on (id, name, price, unit, max_at_once)
       VALUES (${RACKET.id}, 'Racket', ${RACKET.price}, 'half_hour', ${RACKET.most})`,
    );
    db.run(`INSERT INTO promo_code (name, percent, members_only) VALUES ('Members', ${MEMBER_PERCENT}, 1)`);
    db.run(
      `INSERT INTO promo_code (code, name, percent, max_uses) VALUES ('${CODE.name}', 'Spring', ${CODE.percent}, ${CODE.uses})`,
    );
    for (const [at, { name, terms }] of PLANS.entries()) {
      const kind = terms.months === null ? 'package' : 'plan';
      db.run('INSERT INTO plan (id, kind, name, active) VALUES (?, ?, ?, 1)', [at + 1, kind, name]);
      db.run('INSERT INTO plan_version (plan_id, terms, created_at) VALUES (?, ?, ?)', [
        at + 1,
        JSON.stringify(termsBody(terms)),
        now,
      ]);
    }
    db.run(`INSERT INTO coach (name, email, phone, created_at) VALUES ('Kamran Coach', '', '', ${now})`);
    for (const [court, rate] of Object.entries(RATES))
      db.run(`UPDATE court SET hourly_rate = ${rate} WHERE id = ${court}`);
    db.close();
    await world.start();
    for (const person of EVERYBODY) await world.#register(person);
    // Submits the templates, and learns that they are approved.
    for (const _ of ['submit', 'read']) await world.runJob('whatsapp templates');
    return world;
  }

  /** The machine's settings, which a process reads when it starts. */
  writeSettings(cardMinutes: number): void {
    const toml = `[payments]\nhold_minutes = ${cardMinutes}\n[backup]\nat = ""\n`;
    writeFileSync(join(this.dataDir, 'club.toml'), withTestBank(toml));
  }

  async start(): Promise<void> {
    const path = join(this.dataDir, 'club.db');
    const { TZ: _, ...env } = this.providers.env;
    const config = loadConfig({
      DATA_DIR: this.dataDir,
      TRUST_PROXY: '1',
      PUBLIC_URL: 'http://club.example',
      ...env,
    });
    this.db = openDatabase(path);
    // `Disk` decides what a power cut leaves behind.
    this.db.run('PRAGMA synchronous = OFF');
    this.disk = new Disk(this.db, this.dataDir);
    // It would try forever to record what it has sent.
    this.disk.onDeath = () => void this.#worker.stop();
    const now = () => this.clock.now;
    const monotonic = () => this.clock.now - this.clock.jumped;
    this.#club = new ClubDb(this.db, now, new ClubClock(now, monotonic, readLastTime(this.dataDir)));
    const log = createLog('json', (line) => {
      if (line.includes('"level":"error"') || line.includes('"failure"')) this.errors.push(line);
    });
    this.#parts = createClub({
      config,
      club: this.#club,
      client,
      log,
      now,
      stopSignal: new AbortController().signal,
      restart: () => {},
    });
    await this.#parts.app.modules;
    this.#worker = this.createWorker();
    this.#lastRuns.clear();
  }

  createWorker() {
    return this.#parts.notifications.createOutboxWorker({
      emailTransport: this.providers.mail,
      options: { concurrency: 1, batchSize: 8, delayMs: 0, busyDelayMs: 0, timeoutMs: 20_000 },
      random: () => 0.5,
    });
  }

  /** The process ends as the power cut or kill leaves it, and another one starts. */
  async restart(): Promise<void> {
    this.#restarts += 1;
    const newDir = `${this.#folder}/${this.#restarts}`;
    this.disk.moveTo(newDir);
    this.dataDir = newDir;
    await this.start();
  }

  async #register({ id, name, phone, role }: Person): Promise<void> {
    if (role === 'guest') return;
    const { sessions } = this.#parts;
    const staffRole = role === 'member' ? null : role;
    const { user, token } = await this.#club.write((tx) => {
      const row = tx.db
        .query<{ id: number }, [string, string, string, string | null, number, number]>(
          `INSERT INTO user (email, name, phone, role, email_verified, created_at, updated_at)
           VALUES (?, ?, ?, ?, 1, ?, ?) RETURNING id`,
        )
        .get(emailOf(id), name, phone, staffRole, tx.now, tx.now);
      const user = row?.id ?? 0;
      return { user, token: sessions.start(tx, user) };
    });
    this.userIds.set(id, user);
    this.#cookies.set(id, `sid=${token}`);
  }

  /** The owner has just entered the password again. */
  reauthenticate(id: string): void {
    this.db.run("UPDATE session SET sess = json_set(sess, '$.proven', ?) WHERE user_id = ?", [
      this.clock.now,
      this.userIds.get(id) ?? 0,
    ]);
  }

  /** A request from a person's browser, or from anyone on the internet if no person is given. */
  async send(
    person: Person | null,
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Answer> {
    const cookie = person ? this.#cookies.get(person.id) : undefined;
    const headers: Record<string, string> = {
      'x-forwarded-for': person?.address ?? '203.0.113.200',
      ...(cookie ? { cookie } : {}),
      ...(body !== undefined && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
      ...more,
    };
    const init: RequestInit = { method, headers };
    if (body instanceof FormData) init.body = body;
    else if (body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body);
    const request = new Request(`http://localhost${path}`, init);
    const response = await this.#parts.app.handle(request);
    // A write that no answer waits for ends before the next step.
    await this.#club.write(() => {}).catch(() => {});
    if (this.disk.isDead) return NO_ANSWER;
    await checkAnswer(request, response);
    const text = await response.text();
    return { status: response.status, text, json: parse(text) };
  }

  /** Runs the jobs whose time has come, and sends the messages that are due. */
  async tick(): Promise<void> {
    const { now, jumped } = this.clock;
    for (const { name, minutes, run } of this.#parts.jobs) {
      const isDue = now - jumped - (this.#lastRuns.get(name) ?? 0) >= Math.round(minutes * 60_000);
      if (!isDue || JOBS_LEFT_OUT.includes(name)) continue;
      this.#lastRuns.set(name, now - jumped);
      await run();
    }
    // Whatever the later jobs ended is offered a second later.
    await this.sweep();
    await this.deliver();
  }

  /**
   * Pays from credit and offers what became free, as the server does every second, and sends reminders every minute.
   */
  async sweep(): Promise<void> {
    for (const name of ['release what is due', 'reminders']) await this.runJob(name);
  }

  /** Sends what is due; Meta tells what became of it until the club has understood. */
  async deliver(): Promise<void> {
    await this.#worker.runOnce();
    await this.hearReports();
  }

  async hearReports(): Promise<void> {
    const { calls } = this.providers.chat;
    for (let call = calls[0]; call && !this.disk.isDead; call = calls[0]) {
      const answer = await this.send(null, 'POST', '/api/whatsapp', call.body, call.headers);
      if (answer.status !== 200) return;
      calls.shift();
    }
    if (!this.disk.isDead) await this.runJob('whatsapp callbacks');
  }

  async runJob(name: string): Promise<void> {
    await this.#parts.jobs.find((job) => job.name === name)?.run();
  }

  rows<T>(sql: string): T[] {
    return this.db.query<T, []>(sql).all();
  }

  close(): void {
    globalThis.fetch = this.#fetch;
    this.bucket.stop();
    this.providers.chat.stop();
    this.disk.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
