import { expect, test } from 'bun:test';
import { join, resolve } from 'node:path';
import { ensureSystemPackage } from '../../scripts/ensure-system-package.ts';

const DEPLOY = resolve(import.meta.dir, '../../scripts/deploy');

test('promtool accepts the configuration, and each alert fires when it should', async () => {
  await ensureSystemPackage('promtool', 'prometheus');
  const run = (...args: string[]) =>
    Bun.spawnSync(['promtool', ...args], { cwd: join(DEPLOY, 'prometheus') });
  expect(run('check', 'config', 'prometheus.yml').exitCode).toBe(0);
  const tested = run('test', 'rules', 'padel-club.rules.test.yml');
  expect([tested.exitCode, tested.stderr.toString()]).toEqual([0, '']);
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
