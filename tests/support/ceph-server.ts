import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureSystemPackage } from '../../scripts/ensure-system-package.ts';
import { findFreePort } from './find-free-port.ts';
import { isListening, type Neighbour, neighbourFolder, runProgram, startNeighbour } from './neighbour.ts';
import { createBucket, type TestBucket } from './s3-server.ts';

const PROGRAMS = {
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  radosgw: 'radosgw',
  ceph: 'ceph-common',
};
const CREDENTIALS = {
  access_key_id: 'CLUBKEY',
  secret_access_key: 'a-key-without-spaces-of-forty-characters',
};

/** Starts Debian's Ceph with its object gateway on loopback: one monitor, and one in-memory store. */
export async function startCephServer(
  region: string,
  { pageSize = 1000 } = {},
): Promise<TestBucket & { log(): string }> {
  for (const [program, debianPackage] of Object.entries(PROGRAMS))
    await ensureSystemPackage(program, debianPackage);
  const folder = neighbourFolder();
  const { path } = folder;
  for (const name of ['mon', 'osd', 'run']) mkdirSync(join(path, name));
  const [monitor, gateway] = [await findFreePort(), await findFreePort()];
  const monitors = `[v2:127.0.0.1:${monitor}]`;
  const id = crypto.randomUUID();
  const config = folder.write(
    'ceph.conf',
    `[global]
fsid = ${id}
mon host = v2:127.0.0.1:${monitor}
public network = 127.0.0.0/8
keyring = ${path}/keyring
run dir = ${path}/run
admin socket =
pid file =
log file =
log to stderr = true
mon data = ${path}/mon
osd data = ${path}/osd
osd objectstore = memstore
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
mon allow pool size one = true
rgw data = ${path}
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw max listing results = ${pageSize}
`,
  );
  const keys = { 'mon.': '', 'client.admin': '', 'client.rgw': '', 'osd.0': '' };
  for (const name of Object.keys(keys))
    await runProgram([
      ...['ceph-authtool', join(path, 'keyring'), ...(name === 'mon.' ? ['--create-keyring'] : [])],
      ...['--gen-key', '--name', name, '--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *'],
    ]);
  await runProgram(['monmaptool', '--create', '--addv', 'a', monitors, '--fsid', id, join(path, 'monmap')]);
  const own = ['--conf', config];
  await runProgram([
    ...['ceph-mon', '--mkfs', '--id', 'a', '--monmap', join(path, 'monmap')],
    ...['--keyring', join(path, 'keyring'), ...own],
  ]);
  const parts: Neighbour[] = [];
  const stop = async () => {
    for (const part of parts.reverse()) await part.stop();
    folder.remove();
  };
  try {
    parts.push(await startNeighbour(['ceph-mon', '--id', 'a', '-f', ...own], () => isListening(monitor)));
    const device = crypto.randomUUID();
    const ceph = (...args: string[]) => runProgram(['ceph', ...own, '--connect-timeout', '30', ...args]);
    await ceph('osd', 'new', device);
    await runProgram(['ceph-osd', '--id', '0', '--mkfs', '--osd-uuid', device, ...own]);
    parts.push(
      await startNeighbour(['ceph-osd', '--id', '0', '-f', ...own], async () =>
        (await ceph('osd', 'stat')).includes('1 up'),
      ),
    );
    parts.push(
      await startNeighbour(['radosgw', '--name', 'client.rgw', '-f', ...own], () => isListening(gateway)),
    );
    await runProgram([
      ...['radosgw-admin', ...own, 'user', 'create', '--uid=club', '--display-name=Club'],
      ...[`--access-key=${CREDENTIALS.access_key_id}`, `--secret=${CREDENTIALS.secret_access_key}`],
    ]);
    const endpoint = `http://127.0.0.1:${gateway}`;
    if (!(await createBucket(endpoint, region, CREDENTIALS))) throw new Error('no bucket was created');
    return {
      endpoint,
      credentials: CREDENTIALS,
      log: () => parts.map((part) => part.output()).join(''),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
