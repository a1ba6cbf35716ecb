import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureSystemPackage } from '../../scripts/ensure-system-package.ts';
import { makeTempDir, removeDirs } from './data-dir.ts';
import { findFreePort } from './find-free-port.ts';
import { createBucket, type TestBucket } from './s3-server.ts';

const CREDENTIALS = {
  access_key_id: 'club:owner',
  secret_access_key: 'a-key-without-spaces-of-forty-characters',
};
const KINDS = ['account', 'container', 'object'] as const;

/**
 * Starts Debian's OpenStack Swift with its S3 interface on loopback: a proxy, three storage servers and one device in
 * a temporary folder. It verifies signatures itself and lists objects in pages of `pageSize`.
 */
export async function startSwiftServer(
  region: string,
  { pageSize = 1000 } = {},
): Promise<TestBucket & { log(): string }> {
  await ensureSystemPackage('swift-proxy-server', 'swift-proxy');
  for (const kind of KINDS) await ensureSystemPackage(`swift-${kind}-server`, `swift-${kind}`);
  const root = makeTempDir();
  mkdirSync(join(root, 'devices/d1'), { recursive: true });
  let printed = '';
  const start = (program: string, port: number, sections: string) => {
    const path = join(root, `${program}.conf`);
    writeFileSync(
      path,
      `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${Bun.env.USER ?? 'root'}
swift_dir = ${root}
devices = ${join(root, 'devices')}
mount_check = false
log_level = WARNING
${sections}`,
    );
    const child = Bun.spawn([program, path, '-v'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      void (async () => {
        for await (const chunk of stream.pipeThrough(new TextDecoderStream())) printed += chunk;
      })();
    return child;
  };
  const ports = await Promise.all(KINDS.map(findFreePort));
  await buildRings(root, ports);
  const children = KINDS.map((kind, at) =>
    start(
      `swift-${kind}-server`,
      ports[at] ?? 0,
      `[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`,
    ),
  );
  const port = await findFreePort();
  children.push(
    start(
      'swift-proxy-server',
      port,
      `[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = ${region}
max_bucket_listing = ${pageSize}
[filter:tempauth]
use = egg:swift#tempauth
user_club_owner = ${CREDENTIALS.secret_access_key} .admin
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
`,
    ),
  );
  const endpoint = `http://127.0.0.1:${port}`;
  const stop = async () => {
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(children.map((child) => child.exited));
    removeDirs(root);
  };
  const deadline = Date.now() + 60_000;
  while (!(await createBucket(endpoint, region, CREDENTIALS))) {
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`Swift did not start:\n${printed}`);
    }
    await Bun.sleep(200);
  }
  return { endpoint, credentials: CREDENTIALS, log: () => printed, stop };
}

/** A ring tells the proxy where the only device of each kind of server is. */
async function buildRings(root: string, ports: readonly number[]): Promise<void> {
  const script = `from swift.common.ring import RingBuilder
for kind, port in zip('${KINDS.join(' ')}'.split(), [${ports.join(', ')}]):
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'd1', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(kind + '.ring.gz')
`;
  const child = Bun.spawn(['/usr/bin/python3', '-c', script], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errorOutput = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`no ring was built:\n${errorOutput}`);
}
