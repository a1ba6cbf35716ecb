import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createDataDir, makeTempDir, removeDirs } from '../../support/data-dir.ts';
import { runCommand } from '../../support/run-command.ts';
import { fetchMetrics, startServerProcess } from '../../support/server-process.ts';

const DEPLOY = resolve(import.meta.dir, '../../../scripts/deploy');
const root = makeTempDir();
const dataDirs = ['club-01', 'club-02', 'club-03'].map((name, index) => {
  const dataDir = join(root, name);
  renameSync(createDataDir({ bookings: 30, receipts: 2, seed: index + 1 }), dataDir);
  return dataDir;
});
const [first = ''] = dataDirs;
afterAll(() => removeDirs(root));

test('doctor prints one table for several clubs, and what to fix in each', async () => {
  const dirs = dataDirs.flatMap((dataDir) => ['--data', dataDir]);
  const toml = join(first, 'club.toml');
  mkdirSync(join(root, 'copies'));
  const settings = readFileSync(toml, 'utf8').replace('folder = ""', `folder = "${join(root, 'copies')}"`);
  writeFileSync(toml, settings);
  expect((await runCommand(['copy', '--data', first])).exitCode).toBe(0);
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

test('every metric that an alert or the dashboard names is one of the server', async () => {
  const club = await startServerProcess({ dataDir: first });
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
