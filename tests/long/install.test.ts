import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { ensureSystemPackage } from '../../scripts/ensure-system-package.ts';
import { findOrInstallChromium } from '../../scripts/find-or-install-chromium.ts';
import { makeTempDir, removeDirs } from '../support/data-dir.ts';
import { createPublisher } from '../support/releases.ts';
import { waitUntil } from '../support/wait-until.ts';

const VERSION = '0.3.0';
const PORT = 3971;

const folder = makeTempDir();
const root = join(folder, 'debian');
const shared = join(folder, 'shared');
afterAll(() => removeDirs(folder));

/** What root types on the machine; every file is listed before the installation and after the removal. */
const OPERATOR = `#!/bin/bash
list() { find / -xdev \\( -path /run -o -path /tmp -o -path /var/tmp -o -path /var/log -o -path /shared \\) -prune -o -print | sort; }
echo PORT=${PORT} >/etc/padel-club.env
echo UPDATE_URL=$1 >>/etc/padel-club.env
list >/shared/before
for fault in tampered half; do
  curl -fsS $1/install.sh | sh -s $1/$fault
  echo "$fault $?"
done
list | diff /shared/before - && echo "nothing changed"
echo "started $(date +%s%3N)"
curl -fsS $1/install.sh -o /shared/install.sh
sh /shared/install.sh $1
code=$?
echo "installed $code"
[ $code = 0 ] || journalctl -u padel-club --no-pager | tail -n 30
touch /shared/installed
until [ -e /shared/seen ]; do sleep 0.1; done
sh /shared/install.sh --uninstall
echo "uninstalled $?"
list >/shared/after
`;

test('install.sh leads from an empty Debian to the set-up page, and its removal leaves only the data', async () => {
  await ensureSystemPackage('debootstrap');
  await ensureSystemPackage('systemd-nspawn', 'systemd-container');
  mkdirSync(shared, { recursive: true });
  const release = createPublisher(folder).release(VERSION);
  const packages = 'systemd,systemd-sysv,dbus,curl,openssl,ca-certificates';
  const debian = Bun.spawnSync([
    'debootstrap',
    '--variant=minbase',
    `--include=${packages}`,
    'bookworm',
    root,
  ]);
  expect([debian.exitCode, debian.exitCode === 0 ? '' : debian.stdout.toString()]).toEqual([0, '']);
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const [fault, name = ''] =
        /^\/(?:(tampered|half)\/)?(.*)$/.exec(new URL(request.url).pathname)?.slice(1) ?? [];
      const path = join(release, name);
      if (!existsSync(path)) return new Response(null, { status: 404 });
      if (fault === 'tampered' && name === 'release.json')
        return new Response(readFileSync(path, 'utf8').replace(VERSION, '0.3.1'));
      const isHalf = fault === 'half' && name.startsWith('padel-club');
      return new Response(isHalf ? Bun.file(path).slice(0, 1_000_000) : Bun.file(path));
    },
  });
  writeFileSync(join(shared, 'operator'), OPERATOR, { mode: 0o755 });
  const units = join(root, 'etc/systemd/system');
  mkdirSync(join(units, 'multi-user.target.wants'), { recursive: true });
  writeFileSync(
    join(units, 'operator.service'),
    `[Service]\nType=oneshot\nExecStart=/shared/operator http://127.0.0.1:${server.port}\nStandardOutput=append:/shared/log\nStandardError=append:/shared/log\nExecStopPost=systemctl poweroff\n`,
  );
  symlinkSync(
    '/etc/systemd/system/operator.service',
    join(units, 'multi-user.target.wants/operator.service'),
  );
  // It shares this machine's network, where the release and the browser are.
  const machine = Bun.spawn(
    [
      ...['systemd-nspawn', '-D', root, '--machine=padel-install', '--register=no', '--keep-unit'],
      ...['--link-journal=no', '--console=read-only', `--bind=${shared}:/shared`, '--boot'],
      ...['systemd.unit=multi-user.target', 'systemd.firstboot=off'],
    ],
    { env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' }, stdio: ['ignore', 'ignore', 'ignore'] },
  );
  const log = () => (existsSync(join(shared, 'log')) ? readFileSync(join(shared, 'log'), 'utf8') : '');
  try {
    await waitUntil(() => existsSync(join(shared, 'installed')), 120);
    expect(log()).toContain('installed 0\n');
    const link = /Open this link to set the club up: (\S+)/.exec(log())?.[1] ?? '';
    const browser = await chromium.launch({
      executablePath: await findOrInstallChromium(),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const page = await browser.newPage();
    await page.goto(link.replace(/^http:\/\/localhost:\d+/, `http://127.0.0.1:${PORT}`));
    await page.getByLabel('Your email').fill('owner@smash.example');
    await page.getByRole('button', { name: 'Create my account' }).waitFor();
    const seconds = (Date.now() - Number(/^started (\d+)$/m.exec(log())?.[1])) / 1000;
    console.log(`the set-up page after ${seconds.toFixed(1)} s`);
    expect(seconds).toBeLessThan(60);
    await browser.close();
    writeFileSync(join(shared, 'seen'), '');
    await machine.exited;
  } finally {
    machine.kill();
    await machine.exited;
    await server.stop(true);
  }
  console.log(log());
  for (const line of ['tampered 1', 'half 1', 'nothing changed', 'uninstalled 0'])
    expect(log().split('\n')).toContain(line);
  const lines = (name: string) => readFileSync(join(shared, name), 'utf8').split('\n');
  const before = new Set(lines('before'));
  const left = lines('after').filter((path) => !before.has(path));
  const isData = (path: string) => /^\/var\/lib\/(private$|padel-club$|private\/padel-club(\/|$))/.test(path);
  expect(left.filter((path) => !isData(path))).toEqual([]);
  expect(left).toContain('/var/lib/private/padel-club/club.db');
}, 1_200_000);
