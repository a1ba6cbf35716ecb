import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makeTempDir, removeDirs } from '../support/data-dir.ts';
import { createClubServices } from '../support/many-clubs.ts';
import { createPublisher, executableOf } from '../support/releases.ts';
import { resultOf } from '../support/run-command.ts';
import { waitUntil } from '../support/wait-until.ts';

const KILLS = Number(process.env.KILLS ?? 50);
/** A stop waits for current requests at most this long when nobody asks for anything. */
const RESTART_MS = 1500;
/** How an update's own words begin its steps; the first one is before any word. */
const STEPS = ['Asking', 'Downloading', 'saving', 'trying the new version', 'starting the new version'];
const OLD = '0.3.0';
const NEW = '9.9.9';

const folder = makeTempDir();
const published = join(folder, 'published');
let services: Awaited<ReturnType<typeof createClubServices>>;
const server = createServer(answer);
let address: string;
let oldRelease: string;
let newRelease: string;
/** Bytes of a file after which the server closes the connection. */
let cutAfter = Number.POSITIVE_INFINITY;

beforeAll(async () => {
  const publisher = createPublisher(folder);
  oldRelease = publisher.release(OLD);
  publisher.moveToAnotherFolder();
  const again = publisher.release(OLD);
  expect(digestsOf(again)).toEqual(digestsOf(oldRelease));
  newRelease = publisher.release(NEW);
  services = await createClubServices(1, 300, executableOf(oldRelease, OLD));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await services.startAll();
}, 1_800_000);
afterAll(async () => {
  services?.close();
  server.close();
  removeDirs(folder);
});

test('a release that was tampered with, is incomplete, old or signed with another key changes nothing', async () => {
  publish(newRelease);
  const list = readFileSync(join(published, 'release.json'));
  writeFileSync(join(published, 'release.json'), list.toString().replace(NEW, '9.9.8'));
  await expectRefusal('is not signed by the publisher of this program');

  publish(newRelease);
  writeFileSync(join(published, 'release.json.sig'), readFileSync(join(oldRelease, 'release.json.sig')));
  await expectRefusal('is not signed by the publisher of this program');

  publish(newRelease);
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(published, 'release.json.sig'), sign(null, list, privateKey));
  await expectRefusal('is not signed by the publisher of this program');

  publish(newRelease);
  const file = executableOf(published, NEW);
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  writeFileSync(file, bytes);
  await expectRefusal('is not the whole file that the release names');

  publish(newRelease);
  truncateSync(executableOf(published, NEW), 1_000_000);
  await expectRefusal('is not the whole file that the release names');

  publish(newRelease);
  cutAfter = 1_000_000;
  await expectRefusal('stopped halfway');
  cutAfter = Number.POSITIVE_INFINITY;

  publish(oldRelease);
  const { exitCode, stderr } = await services.update('--from', address);
  expect([exitCode, stderr.trim()]).toEqual([0, `Version ${OLD} is the newest.`]);

  // A machine that has the new version is offered the old release again.
  publish(oldRelease);
  const refused = await resultOf(
    Bun.spawn([executableOf(newRelease, NEW), 'update', '--from', address], {
      env: services.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  expect([refused.exitCode, refused.stderr]).toEqual([
    1,
    expect.stringContaining(`is ${OLD}, which is older than this program (${NEW})`),
  ]);
  expect(runningVersion()).toBe(OLD);
}, 1_800_000);

test(`an update killed ${KILLS} times leaves the old or the new version, and all data`, async () => {
  const [club] = services.clubs;
  if (!club) throw new Error('no club');
  publish(newRelease);
  const before = countRows();
  const whole = watchSteps(services.spawnUpdate(['--from', address]));
  expect(await whole.exited).toBe(0);
  expect(await whole.stderr()).toContain(`The club runs version ${NEW}.`);
  expect(whole.times.map(([step]) => step)).toEqual(STEPS);
  expect(runningVersion()).toBe(NEW);
  const outcomes: Record<string, number> = {};
  for (let kill = 0; kill < KILLS; kill += 1) {
    await startOld();
    const index = kill % STEPS.length;
    const [step, begin] = whole.times[index] ?? never();
    const length = (whole.times[index + 1]?.[1] ?? whole.endedAt()) - begin;
    const cut = watchSteps(services.spawnUpdate(['--from', address]));
    await waitUntil(() => cut.times.some(([name]) => name === step) || cut.endedAt() > 0, 120);
    await Bun.sleep((length * Math.floor(kill / STEPS.length)) / Math.ceil(KILLS / STEPS.length));
    cut.kill();
    await cut.exited;
    // A restart that systemd has begun goes on.
    await Bun.sleep(RESTART_MS);
    expect(await becomesReady()).toBe(true);
    const version = runningVersion();
    expect([OLD, NEW]).toContain(version);
    const outcome = `${cut.times.at(-1)?.[0]}: ${version}`;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    expect(countRows()).toEqual(before);
    // The backup or the restore that the killed update began may go on, and the next update says so.
    const again = await waitUntil(async () => {
      const result = await services.update('--from', address);
      return result.stderr.includes('Try again when that is done') ? null : result;
    }, 60);
    expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining(`version ${NEW}`)]);
    expect(runningVersion()).toBe(NEW);
    expect(await services.isReady(club)).toBe(true);
    expect(countRows()).toEqual(before);
    expect(existsSync(join(club.dataDir, '.update-proof'))).toBe(false);
  }
  console.log(`${KILLS} kills by step, and the version that ran:`, outcomes);
  for (const step of STEPS)
    expect(Object.keys(outcomes).some((outcome) => outcome.startsWith(step))).toBe(true);
}, 3_600_000);

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = join(published, request.url ?? '');
  if (!existsSync(path)) return void response.writeHead(404).end();
  const bytes = readFileSync(path);
  response.writeHead(200, { 'content-length': bytes.length });
  if (bytes.length <= cutAfter) response.end(bytes);
  else response.write(bytes.subarray(0, cutAfter), () => request.socket.destroy());
}

function publish(release: string): void {
  removeDirs(published);
  cpSync(release, published, { recursive: true });
}

async function expectRefusal(sentence: string): Promise<void> {
  const { exitCode, stderr } = await services.update('--from', address);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  expect(runningVersion()).toBe(OLD);
}

/** When an update began each of its steps. */
function watchSteps(child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>) {
  const started = performance.now();
  const times: [step: string, ms: number][] = [[STEPS[0] ?? '', 0]];
  let text = '';
  let endedAt = 0;
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stderr) {
      text += decoder.decode(chunk, { stream: true });
      for (const step of STEPS.slice(times.length))
        if (text.includes(step)) times.push([step, performance.now() - started]);
    }
  };
  const output = read();
  const exited = child.exited.then((exitCode) => {
    endedAt = performance.now() - started;
    return exitCode;
  });
  return {
    times,
    exited,
    endedAt: () => endedAt,
    stderr: () => output.then(() => text),
    kill: () => child.kill('SIGKILL'),
  };
}

/** The version that the club's process runs. */
function runningVersion(): string {
  const [club] = services.clubs;
  const executable = realpathSync(`/proc/${services.pidOf(club ?? never())}/exe`);
  return (
    Bun.spawnSync([executable, 'version'])
      .stdout.toString()
      .match(/^padel-club (\S+),/)?.[1] ?? ''
  );
}

async function startOld(): Promise<void> {
  const { exitCode, stderr } = await services.update(services.executable);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining(OLD)]);
  // The next update downloads again.
  const versions = join(services.env.PROGRAM_DIR, 'versions');
  for (const name of readdirSync(versions)) if (name.startsWith(NEW)) removeDirs(join(versions, name));
}

async function becomesReady(): Promise<boolean> {
  const [club] = services.clubs;
  for (let tries = 0; tries < 300; tries += 1) {
    if (await services.isReady(club ?? never())) return true;
    await Bun.sleep(100);
  }
  return false;
}

/** The number of rows of each table that an update must not touch. */
function countRows(): Record<string, number> {
  const db = new Database(join(services.clubs[0]?.dataDir ?? '', 'club.db'), { readonly: true });
  const tables = ['booking', 'claim', 'ledger_entry', 'user', 'court'];
  const counts = tables.map((table) => {
    return [table, db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? -1] as const;
  });
  db.close();
  return Object.fromEntries(counts);
}

function digestsOf(release: string): string[] {
  return readdirSync(release)
    .sort()
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(release, name)))
          .digest('hex')}`,
    );
}

function never(): never {
  throw new Error('no club');
}
