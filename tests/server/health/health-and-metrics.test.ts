import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { isLocalRequest } from '../../../src/health/local-request.ts';
import {
  EXECUTABLE,
  fetchMetrics,
  type ServerProcess,
  startServerProcess,
} from '../../support/server-process.ts';
import { createTestClub, type TestClub } from '../../support/test-club.ts';
import { waitUntil } from '../../support/wait-until.ts';

let club: TestClub;
let site: ServerProcess;
beforeAll(async () => {
  club = await createTestClub();
  site = await startServerProcess();
});
afterAll(async () => {
  club.close();
  await site.close();
});

test('health reports readiness and the last backup, and nothing personal', async () => {
  const fresh = await club.get('/api/health');
  expect(fresh.status).toBe(200);
  expect(fresh.headers.get('cache-control')).toBe('no-store');
  expect(fresh.json).toMatchObject({
    status: 'ok',
    live: true,
    ready: true,
    last_backup: null,
    backup_overdue: false,
    mail: 'files',
  });
  club.clock.now += 37 * 3_600_000;
  expect((await club.get('/api/health')).json.backup_overdue).toBe(true);
  const at = club.clock.now - 3_600_000;
  club.db.run(
    "INSERT INTO backup_run (started_at, finished_at, ok, file, bytes) VALUES (?, ?, 1, 'a.tar.zst', 5)",
    [at, at],
  );
  const saved = (await club.get('/api/health')).json;
  expect(saved).toMatchObject({ last_backup: '2026-11-22T03:10:00+05:00', backup_overdue: false });
  expect(Object.keys(saved).sort()).toEqual(
    [
      'backup_overdue',
      'copy_overdue',
      'last_copy',
      'last_rehearsal',
      'rehearsal_overdue',
      'mail',
      'last_backup',
      'live',
      'ready',
      'schema',
      'status',
      'uptime_seconds',
      'version',
    ].sort(),
  );
  expect((await club.get('/api/health/ready')).status).toBe(200);
  expect((await club.get('/api/health/live')).json).toEqual({ live: true });
});

test('metrics are for admins, not for members and visitors', async () => {
  expect((await club.get('/api/metrics')).status).toBe(403);
  const member = await club.signIn();
  expect((await club.get('/api/metrics', member.headers)).status).toBe(403);
  const admin = await club.signIn({ email: 'owner@example.com', is_admin: true });
  const answer = await club.get('/api/metrics', admin.headers);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toStartWith('text/plain; version=0.0.4');
});

test('metrics need the token or an admin unless TRUST_PROXY names the proxy that marks what it forwards', async () => {
  const statusOf = async (url: string, headers: Record<string, string> = {}) =>
    (await fetch(`${url}/api/metrics`, { headers })).status;
  // A proxy without headers cannot be told from a program on this machine.
  expect(await statusOf(site.url)).toBe(403);
  expect(await statusOf(site.url, { authorization: 'Bearer ' })).toBe(403);
  expect((await fetchMetrics(site)).status).toBe(200);
  const named = await startServerProcess({ env: { TRUST_PROXY: '1', METRICS_TOKEN: '' } });
  try {
    expect(await statusOf(named.url)).toBe(200);
    expect(await statusOf(named.url, { 'x-forwarded-for': '203.0.113.9' })).toBe(403);
    const bearer = { 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer ' };
    expect(await statusOf(named.url, bearer)).toBe(403);
  } finally {
    await named.close();
  }
});

test('only admins can read the list of backup runs', async () => {
  expect((await club.get('/api/admin/backups')).status).toBe(401);
  const admin = await club.signIn({ email: 'desk@example.com', is_admin: true });
  club.db.run("INSERT INTO backup_run (started_at, finished_at, message) VALUES (1, 2, 'The disk is full')");
  const { json } = await club.get('/api/admin/backups', admin.headers);
  expect(json.data).toMatchObject({ at: '05:00', keep: 14 });
  expect(json.data.runs[0]).toMatchObject({ ok: false, message: 'The disk is full', file: null });
  expect(json.data.last_success).toMatchObject({ ok: true, file: 'a.tar.zst', bytes: 5 });
});

test('metrics are Prometheus text that counts routes, not paths', async () => {
  await fetch(`${site.url}/api/slots?date=2026-11-20&courtId=1`);
  await fetch(`${site.url}/api/booking/12345`);
  const answer = await fetchMetrics(site);
  const text = await answer.text();
  expect(answer.status).toBe(200);
  expect(text).toContain('http_requests_total{method="GET",route="/api/booking/:id",status="404"} 1');
  expect(text).not.toMatch(/route="[^"]*12345/);
  expect(text).toMatch(/^club_ready 1$/m);
  expect(text).toMatch(/^club_database_bytes \d{4,}$/m);
  for (const line of text.trimEnd().split('\n')) {
    expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [0-9.e+-]+)$/);
  }
  const bucket = /route="\/api\/slots",le="([^"]+)"\} (\d+)/g;
  const counts = [...text.matchAll(bucket)].map((match) => Number(match[2]));
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
});

test('a proxy that the owner has not named is logged once and shown to admins and doctor', async () => {
  const forwarded = () =>
    fetch(`${site.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
      body: '{}',
    });
  const readHealth = async (headers = {}) => (await fetch(`${site.url}/api/health`, { headers })).json();
  expect(await readHealth()).toMatchObject({ warnings: [] });
  await forwarded();
  await forwarded();
  expect(await readHealth()).toMatchObject({ warnings: ['untrusted_proxy'] });
  // A visitor behind the proxy does not learn it.
  expect(await readHealth({ 'x-forwarded-for': '203.0.113.7' })).not.toHaveProperty('warnings');
  await waitUntil(() => site.output().includes('"event":"untrusted proxy"'));
  expect(site.output().split('"event":"untrusted proxy"')).toHaveLength(2);
  const doctor = Bun.spawn([EXECUTABLE, 'doctor', '--offline'], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: site.dataDir, PORT: new URL(site.url).port },
    stdout: 'pipe',
  });
  expect(await new Response(doctor.stdout).text()).toContain('TRUST_PROXY is not set');
});

test('rows from a clock that was ahead are logged and shown to admins', async () => {
  const local = await createTestClub();
  try {
    const present = local.clock.now;
    local.clock.now += 200 * 24 * 3_600_000;
    const { headers } = await local.signIn({ is_admin: true });
    local.clock.now = present;
    await local.schedule.runNow('future instants');
    const { json } = await local.get('/api/health', headers);
    expect(json.warnings).toEqual(['future_instants']);
    expect(local.logLines.join('')).toContain(
      '"event":"rows from a clock that was ahead","table":"user","rows":1',
    );
    // The session's last use is written before the database closes.
    await local.club.write(() => {});
  } finally {
    local.close();
  }
});

test.each([
  ['127.0.0.1', { host: 'localhost:3000' }, true],
  ['::1', { host: '[::1]:3000' }, true],
  ['::ffff:127.0.0.1', { host: '127.0.0.1:3000' }, true],
  ['192.168.1.20', { host: 'localhost:3000' }, false],
  ['127.0.0.1', { host: 'club.example' }, false],
  ['127.0.0.1', { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.9' }, false],
  ['127.0.0.1', { host: 'localhost:3000', forwarded: 'for=203.0.113.9' }, false],
  ['127.0.0.1', { host: 'localhost:3000', via: '1.1 caddy' }, false],
  [undefined, { host: 'localhost:3000' }, false],
  // The one address at which the server listens.
  ['10.77.0.2', { host: '10.77.0.2:3000' }, true],
  ['10.77.0.2', { host: '10.77.0.2:3000', 'x-forwarded-for': '203.0.113.7' }, false],
  ['10.77.0.2', { host: 'rebound.example' }, false],
  ['10.77.0.1', { host: '10.77.0.2:3000' }, false],
])('a request from %p with %p comes from this machine: %p', (peer, headers, expected) => {
  expect(isLocalRequest(new Request('http://localhost/api/metrics', { headers }), peer, '10.77.0.2')).toBe(
    expected,
  );
});

test('at SIGTERM the server finishes current requests, closes idle connections and exits with 0', async () => {
  const stopping = await startServerProcess();
  // A browser's connection that stays open, and a request that has not arrived whole yet.
  await fetch(`${stopping.url}/api/health`);
  const { hostname, port } = new URL(stopping.url);
  const slow = connect({ host: hostname, port: Number(port) });
  const head =
    'POST /api/book HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2';
  await new Promise((written) => slow.write(`${head}\r\n\r\n{`, written));
  // A server that answers a later request has read the earlier bytes.
  await fetch(`${stopping.url}/api/health`, { headers: { connection: 'close' } });
  const ended = stopping.stop('SIGTERM');
  await waitUntil(() => stopping.output().includes('"event":"stopping"'));
  slow.write('}');
  const answer = await new Promise((resolve) =>
    slow.once('data', (data) => resolve(data.toString('latin1'))),
  );
  expect(answer).toStartWith('HTTP/1.1 422');
  const code = await Promise.race([ended, Bun.sleep(30_000).then(() => 'still running')]);
  expect(code).toBe(0);
  expect(stopping.output()).toContain('"event":"stopped"');
  await stopping.close();
});
