import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureSystemPackage } from '../../scripts/ensure-system-package.ts';
import { makeTempDir, removeDirs } from '../support/data-dir.ts';
import { createClubServices } from '../support/many-clubs.ts';
import { runCommand } from '../support/run-command.ts';
import { EXECUTABLE, fetchMetrics, startServerProcess } from '../support/server-process.ts';

const DEPLOY = resolve(import.meta.dir, '../../scripts/deploy');
let services: Awaited<ReturnType<typeof createClubServices>>;
beforeAll(async () => {
  services = await createClubServices(3, 30);
});
afterAll(() => services.close());

test('doctor prints one table for several clubs, and what to fix in each', async () => {
  const dirs = services.clubs.flatMap(({ dataDir }) => ['--data', dataDir]);
  const [first] = services.clubs;
  await runCommand(['copy', '--data', first?.dataDir ?? '']);
  const { exitCode, stdout } = await runCommand(['doctor', '--offline', ...dirs, '--data', '/nowhere/lost']);
  const [header = '', one = '', two = '', , lost = ''] = stdout.split('\n');
  expect(header).toMatch(/^CLUB {5}STATE +LAST BACKUP +LAST COPY +REHEARSED$/);
  expect(one).toMatch(/^club-01 {2}\d+ warnings +- +\d{4}-\d\d-\d\d \d\d:\d\d +-$/);
  expect(two).toMatch(/^club-02 {2}\d+ warnings +- +- +-$/);
  expect(lost).toMatch(/^lost {5}1 FAILED/);
  expect(stdout).toContain('club-03: [ warn ] The club has no backup yet.');
  expect(stdout).toContain('lost: [ FAIL ] There is no club in /nowhere/lost.');
  expect(stdout).toContain('4 clubs, 1 with a failed check.');
  expect(exitCode).toBe(1);
  const twice = await runCommand(['backup', ...dirs]);
  expect([twice.exitCode, twice.stderr]).toEqual([2, expect.stringContaining('--data is given twice.')]);
});

test('promtool accepts the configuration, and each alert fires when it should', async () => {
  await ensureSystemPackage('promtool', 'prometheus');
  const run = (...args: string[]) =>
    Bun.spawnSync(['promtool', ...args], { cwd: join(DEPLOY, 'prometheus') });
  expect(run('check', 'config', 'prometheus.yml').exitCode).toBe(0);
  const tested = run('test', 'rules', 'padel-club.rules.test.yml');
  expect([tested.exitCode, tested.stderr.toString()]).toEqual([0, '']);
});

test('every metric that an alert or the dashboard names is one of the server', async () => {
  const club = await startServerProcess({ dataDir: services.clubs[0]?.dataDir ?? '' });
  const metrics = await (await fetchMetrics(club)).text();
  await club.stop();
  const known = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const texts = ['padel-club.rules.yml', 'grafana-dashboard.json'].map((name) =>
    readFileSync(join(DEPLOY, 'prometheus', name), 'utf8'),
  );
  const used = new Set(texts.join('\n').match(/\b(?:club|http|process)_\w+(?=[{ <>=[)"\n])/g));
  expect(used.size).toBeGreaterThan(10);
  // The first backup and the first rehearsal may not have been made yet.
  const later = ['club_last_backup_timestamp_seconds', 'club_last_rehearsal_timestamp_seconds'];
  const unknown = [...used].filter(
    (name) => !known.has(name.replace(/_bucket$/, '')) && !later.includes(name),
  );
  expect(unknown).toEqual([]);
  const dashboard = JSON.parse(texts[1] ?? '') as { panels: { targets: unknown[] }[] };
  for (const panel of dashboard.panels) expect(panel.targets).toHaveLength(1);
});

test('Caddy accepts the file of several names', async () => {
  await ensureSystemPackage('caddy');
  const adapt = Bun.spawnSync([
    'caddy',
    'adapt',
    '--config',
    join(DEPLOY, 'Caddyfile.clubs'),
    '--adapter',
    'caddyfile',
  ]);
  expect([adapt.exitCode, adapt.stdout.toString().match(/127\.0\.0\.1:\d+/g)]).toEqual([
    0,
    ['127.0.0.1:3001', '127.0.0.1:3002'],
  ]);
}, 180_000);

test('systemd accepts the units', async () => {
  await ensureSystemPackage('systemd-analyze', 'systemd');
  const folder = makeTempDir();
  // Only the path of the executable differs from the files.
  for (const name of ['padel-club.service', 'padel-club@.service']) {
    const unit = readFileSync(join(DEPLOY, name), 'utf8').replace(
      /^ExecStart=\S+/m,
      `ExecStart=${EXECUTABLE}`,
    );
    writeFileSync(join(folder, name), unit);
  }
  const verify = (...units: string[]) =>
    Bun.spawnSync(['systemd-analyze', 'verify', ...units], { cwd: folder });
  const verified = verify('./padel-club.service', './padel-club@lahore.service');
  expect([verified.exitCode, verified.stderr.toString()]).toEqual([0, '']);
  const path = join(folder, 'padel-club.service');
  writeFileSync(path, readFileSync(path, 'utf8').replace('ProtectHome=yes', 'ProtectHome=perhaps'));
  expect(verify('./padel-club.service').stderr.toString()).toContain('Failed to parse protect home value');
  removeDirs(folder);
}, 180_000);
