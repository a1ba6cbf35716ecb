import { expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { distinctBooking, postBooking, TRUST_PROXY_ENV } from '../support/booking-load.ts';
import { checkIntegrity, INTACT } from '../support/database-integrity.ts';
import { findFreePort } from '../support/find-free-port.ts';
import { startServerProcess } from '../support/server-process.ts';
import { waitUntil } from '../support/wait-until.ts';

const ROUNDS = 2;

test('restarted under load, the server loses no booking and clients that retry succeed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'padel-restart-'));
  const env = { PORT: String(await findFreePort()), ...TRUST_PROXY_ENV };
  let club = await startServerProcess({ dataDir, env });
  const acknowledged = new Set<number>();
  const unexpectedStatuses = new Set<number>();
  let next = 0;
  let stopped = false;
  const worker = async () => {
    while (!stopped && next < 2900) {
      const index = next++;
      const headers = { 'idempotency-key': `restart-test-${index}` };
      // A client repeats the same request until the server responds.
      for (let answer = null; !answer; ) {
        answer = await postBooking(club.url, distinctBooking(index), headers).catch(() => null);
        if (answer?.status === 201) acknowledged.add(answer.json.booking.id);
        else if (answer) unexpectedStatuses.add(answer.status);
        else await Bun.sleep(10);
      }
      await Bun.sleep(5);
    }
  };
  const workers = Array.from({ length: 4 }, worker);
  const codes: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await Bun.sleep(60);
    codes.push(await club.stop('SIGTERM'));
    club = await startServerProcess({ dataDir, env });
  }
  stopped = true;
  await Promise.all(workers);
  await club.stop('SIGTERM');

  const { ids, ...integrity } = checkIntegrity(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
  expect([...unexpectedStatuses]).toEqual([]);
  expect(codes).toEqual(Array(ROUNDS).fill(0));
  expect(acknowledged.size).toBe(next);
  expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([]);
  expect([ids.size, integrity]).toEqual([acknowledged.size, INTACT]);
});

test('Ctrl-C, which arrives twice through npm, lets a request finish, and the next start knows about the stop', async () => {
  const club = await startServerProcess();
  const { hostname, port } = new URL(club.url);
  const body = JSON.stringify({
    name: 'Ayesha Khan',
    email: 'ayesha@example.com',
    subject: 'general',
    message: 'Is there a racket for hire?',
  });
  let answer = '';
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_, bytes) {
        answer += bytes.toString();
      },
    },
  });
  // The answer to the first request says that the server has read the beginning of the second one, too.
  socket.write(
    `GET /api/health/live HTTP/1.1\r\nHost: ${hostname}\r\n\r\nPOST /api/contact HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 20)}`,
  );
  socket.flush();
  await waitUntil(() => answer.includes('"live":true'));
  club.process.kill('SIGINT');
  club.process.kill('SIGINT');
  await waitUntil(() => club.output().includes('"event":"stopping"'));
  socket.write(body.slice(20));
  await waitUntil(() => answer.includes('HTTP/1.1 201'));
  socket.end();
  expect(await club.process.exited).toBe(0);
  expect(club.output()).toContain('"event":"stopped"');
  expect(readFileSync(join(club.dataDir, '.clock'), 'utf8')).toEndWith(' stopped\n');
  await club.close();
});
