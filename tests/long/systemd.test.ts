import { expect, test } from 'bun:test';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureSystemPackage } from '../../scripts/ensure-system-package.ts';
import { makeTempDir, removeDirs } from '../support/data-dir.ts';
import { EXECUTABLE } from '../support/server-process.ts';

const DEPLOY = resolve(import.meta.dir, '../../scripts/deploy');
const PROGRAM = '/opt/padel-club/versions/old/padel-club';
const PORTS = { lahore: 3001, multan: 3002 };

/** What root does on the machine, with a line of its findings each. */
const OPERATOR = `#!/bin/bash
ready() {
  for try in $(seq 150); do PORT=$2 ${PROGRAM} doctor --running >/dev/null 2>&1 && break; sleep 0.2; done
  echo "$3 $1 $(systemctl is-active padel-club@$1)"
}
ready lahore 3001 started; ready multan 3002 started
echo "folder $(stat -c '%a' /var/lib/private/padel-club/lahore) $(stat -c '%U' /var/lib/private/padel-club/lahore/ | sed s/root/ROOT/)"
echo "exposure $(systemd-analyze security --threshold=20 padel-club@lahore >/dev/null && echo low)"
${PROGRAM} backup --data /var/lib/padel-club/lahore >/dev/null && echo "backup $(stat -c '%U' /var/lib/private/padel-club/lahore/backups/*.zst | sed s/root/ROOT/ | sort -u)"
systemctl kill -s KILL padel-club@lahore; sleep 3
ready lahore 3001 restarted
systemctl show padel-club@lahore -p NRestarts
HEALTH_SECONDS=60 ${PROGRAM} update /opt/padel-club/new
echo "upgrade $?"
ready lahore 3001 upgraded; ready multan 3002 upgraded
echo "links $(readlink -f /opt/padel-club/clubs/lahore | cut -d- -f2- | cut -d/ -f3 | cut -c1-5) $(readlink -f /opt/padel-club/clubs/multan)"
systemctl stop padel-club@lahore; systemctl show padel-club@lahore -p Result
ls /var/lib/private/padel-club/lahore
`;

/** Version 9.9.9, which runs in Lahore and does not start in Multan. */
const NEW_VERSION = `#!/bin/bash
if [ "$1" = version ]; then echo "padel-club 9.9.9, database schema 99"; exit; fi
if [ "$1" = serve ] && [ "$(basename "$DATA_DIR")" = multan ]; then exit 1; fi
exec ${PROGRAM} "$@"
`;

test('systemd finds nothing wrong with the unit files, and little that they expose', async () => {
  const analyze = await ensureSystemPackage('systemd-analyze', 'systemd');
  const folder = makeTempDir();
  // The socket belongs to its service, and is verified with it.
  cpSync(join(DEPLOY, 'padel-club-wireguard.socket'), join(folder, 'padel-club-wireguard.socket'));
  for (const name of [
    ...['padel-club.service', 'padel-club@.service'],
    ...['padel-club-tunnel.service', 'padel-club-wireguard.service'],
  ]) {
    const text = readFileSync(join(DEPLOY, name), 'utf8').replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true');
    const unit = join(folder, name.replace('@', '@lahore'));
    writeFileSync(unit, text);
    const verified = Bun.spawnSync([analyze, 'verify', '--man=no', unit]);
    expect([verified.exitCode, verified.stderr.toString()]).toEqual([0, '']);
    const { exitCode, stdout } = Bun.spawnSync([
      ...[analyze, 'security', '--offline=true', '--threshold=20', '--no-pager', unit],
    ]);
    expect([exitCode, stdout.toString()]).toEqual([
      0,
      expect.stringMatching(/exposure level .*: [12]\.\d OK/),
    ]);
  }
  removeDirs(folder);
});

test('a real systemd runs the template: own user, restart after a kill, a bad upgrade put back', async () => {
  await ensureSystemPackage('systemd-nspawn', 'systemd-container');
  const root = makeTempDir();
  const folder = (name: string) => {
    mkdirSync(join(root, name), { recursive: true });
    return join(root, name);
  };
  const write = (name: string, text: string, mode = 0o755) => {
    writeFileSync(join(root, name), text);
    chmodSync(join(root, name), mode);
  };
  const wants = folder('system/multi-user.target.wants');
  for (const name of ['opt/versions/old', 'opt/clubs', 'settings', 'out']) folder(name);
  cpSync(join(DEPLOY, 'padel-club@.service'), join(root, 'system/padel-club@.service'));
  cpSync(EXECUTABLE, join(root, 'opt/versions/old/padel-club'));
  for (const [club, port] of Object.entries(PORTS)) {
    symlinkSync(PROGRAM, join(root, 'opt/clubs', club));
    write(`settings/${club}.env`, `PORT=${port}\n`, 0o600);
    symlinkSync('/etc/systemd/system/padel-club@.service', join(wants, `padel-club@${club}.service`));
  }
  write('opt/new', NEW_VERSION);
  write('out/operator', OPERATOR);
  write(
    'system/operator.service',
    '[Unit]\nAfter=padel-club@lahore.service padel-club@multan.service\n[Service]\nType=oneshot\nExecStart=/out/operator\nStandardOutput=append:/out/log\nStandardError=append:/out/log\nExecStopPost=systemctl poweroff\n',
    0o644,
  );
  symlinkSync('/etc/systemd/system/operator.service', join(wants, 'operator.service'));
  const mounts = [
    `--bind-ro=${join(root, 'system')}:/etc/systemd/system`,
    `--bind=${join(root, 'opt')}:/opt/padel-club`,
    `--bind-ro=${join(root, 'settings')}:/etc/padel-club`,
    `--bind=${join(root, 'out')}:/out`,
  ];
  // A machine with the programs of this one and nothing else, which forgets everything when it stops.
  const machine = Bun.spawn(
    [
      ...['systemd-nspawn', '-D', '/', '--volatile=yes', '--machine=padel-test', '--private-network'],
      ...['--register=no', '--keep-unit', '--link-journal=no', '--console=read-only', ...mounts, '--boot'],
      ...['systemd.unit=multi-user.target', 'systemd.firstboot=off'],
    ],
    {
      env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
      stdio: ['ignore', 'ignore', 'ignore'],
    },
  );
  await machine.exited;
  const log = readFileSync(join(root, 'out/log'), 'utf8');
  console.log(log);
  const lines = log.split('\n');
  for (const line of [
    ...['started lahore active', 'started multan active', 'exposure low', 'restarted lahore active'],
    ...['NRestarts=1', 'lahore: healthy', 'upgrade 1', 'upgraded lahore active', 'upgraded multan active'],
    ...[`links 9.9.9 ${PROGRAM}`, 'Result=success'],
  ])
    expect(lines).toContain(line);
  expect(log).toMatch(/^folder 700 (?!ROOT)\S+$/m);
  expect(log).toMatch(/^backup (?!ROOT)\S+$/m);
  expect(log).toContain('multan: did not become healthy and was put back.');
  removeDirs(root);
}, 300_000);
