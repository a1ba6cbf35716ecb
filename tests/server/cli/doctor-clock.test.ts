/** What doctor says of a clock that is wrong, while the clock of the tests is right. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { writeLastTime } from '../../../src/db/last-time.ts';
import { makeTempDir, removeDirs } from '../../support/data-dir.ts';
import { fakeTimeEnv } from '../../support/faketime-environment.ts';
import { runCommand } from '../../support/run-command.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let dataDir: string;
let timeServer: Socket;
/** By how much the server's time differs from the machine's; null: it refuses. */
let offset: number | null = 0;
beforeEach(async () => {
  dataDir = makeTempDir();
  await runCommand(['demo', '--bookings', '20', '--data', dataDir]);
  offset = 0;
  timeServer = createSocket('udp4');
  timeServer.on('message', (request, { port, address }) => {
    const answer = Buffer.alloc(48);
    answer[0] = ((request[0] ?? 0) & 0x38) | 4;
    answer[1] = offset === null ? 0 : 2;
    const seconds = (Date.now() + (offset ?? 0)) / 1000 + 2_208_988_800;
    answer.writeUInt32BE(Math.floor(seconds), 40);
    answer.writeUInt32BE(Math.floor((seconds % 1) * 2 ** 32), 44);
    timeServer.send(answer, port, address);
  });
  timeServer.bind(0, '127.0.0.1');
  await once(timeServer, 'listening');
});
afterEach(() => {
  timeServer.close();
  removeDirs(dataDir);
});

async function doctor(args: string[] = []) {
  const env = { TIME_SERVER: `127.0.0.1:${timeServer.address().port}`, PORT: '1' };
  const { exitCode, stdout } = await runCommand(['doctor', ...args, '--data', dataDir], env);
  return { exitCode, stdout };
}

test.each([
  [0, '[ ok   ] The clock agrees with the time server'],
  [4 * MINUTE_MS, '[ ok   ] The clock agrees with the time server'],
  [-3 * DAY_MS, '[ FAIL ] The clock is 72 hours ahead of the time server'],
  [20 * MINUTE_MS, '[ FAIL ] The clock is 20 minutes behind the time server'],
])('a time server whose time differs by %d ms', async (difference, line) => {
  offset = difference;
  const { exitCode, stdout } = await doctor();
  expect([stdout, exitCode]).toEqual([expect.stringContaining(line), line.includes('FAIL') ? 1 : 0]);
});

test('no time server is asked offline, and one that refuses says nothing', async () => {
  offset = -3 * DAY_MS;
  expect((await doctor(['--offline'])).stdout).not.toContain('time server');
  offset = null;
  expect((await doctor()).stdout).not.toContain('time server');
});

test("a clock that is behind the program's own date", async () => {
  const early = await fakeTimeEnv('2025-06-01 12:00:00');
  const { exitCode, stdout } = await runCommand(['doctor', '--offline', '--data', dataDir], early);
  expect([exitCode, stdout]).toEqual([
    1,
    expect.stringMatching(
      /FAIL \] Club time is 2025-06-01 \d\d:\d\d \(Asia\/Karachi\), but this program dates from 20/,
    ),
  ]);
  expect(stdout).not.toContain('times in the future');
  const confirmed = await runCommand(['confirm-clock', '--data', dataDir], early);
  expect([confirmed.exitCode, confirmed.stderr]).toEqual([
    1,
    expect.stringMatching(
      /^It can't be 2025-06-01 \d\d:\d\d: this program dates from 20.*\. Set the clock\.\n$/,
    ),
  ]);
});

test('a clock days after the last sign of the club, unless the site was stopped', async () => {
  const ahead = await fakeTimeEnv(9 * DAY_MS);
  const look = async () => (await runCommand(['doctor', '--offline', '--data', dataDir], ahead)).stdout;
  expect(await look()).toMatch(/warn \] The club last did something on .*, (8|9|10) days before the clock/);
  writeLastTime(dataDir, Date.now() + 8 * DAY_MS);
  expect(await look()).not.toContain('last did something');
  writeLastTime(dataDir, Date.now(), { stopped: true });
  expect(await look()).not.toContain('last did something');
});
