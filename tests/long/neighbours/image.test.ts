/**
 * Buildah builds the Dockerfile. Without a registry its two base images are stand-ins of Debian's packages: a minimal
 * Debian with this machine's Node, and what the smallest image of a C program holds.
 */
import { afterAll, describe, expect, test } from 'bun:test';
import { chownSync, cpSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findFreePort } from '../../support/find-free-port.ts';
import {
  missingPrograms,
  type Neighbour,
  neighbourFolder,
  runProgram,
  startNeighbour,
} from '../../support/neighbour.ts';

const missing = await missingPrograms({
  buildah: 'buildah',
  debootstrap: 'debootstrap',
  npm: 'npm',
  unshare: 'util-linux',
});
const PROJECT = resolve(import.meta.dir, '../../..');
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
/** The packages of `distroless/cc-debian12`. */
const SMALL = 'base-files netbase tzdata libc6 libssl3 libgcc-s1 libgomp1 libstdc++6'.split(' ');
/** What a container of the image sees: its files read-only, and one folder of its own. */
const RUN = `
mount --bind "$IMAGE" "$IMAGE" && mount -o remount,bind,ro "$IMAGE" && mount --bind "$DATA" "$IMAGE/data"
mount -t proc proc "$IMAGE/proc"
exec env -i "$@"
`;

interface ImageConfig {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  Volumes: Record<string, object>;
  ExposedPorts: Record<string, object>;
  Healthcheck: { Test: string[] };
}

describe.skipIf(missing.length > 0)('the image', () => {
  const folder = neighbourFolder();
  const storage = ['--root', `${folder.path}/store`, '--runroot', `${folder.path}/run`];
  const buildah = (...args: string[]) =>
    runProgram(['buildah', ...storage, '--storage-driver', 'vfs', ...args]);
  let container: Neighbour | undefined;
  afterAll(async () => {
    await container?.stop();
    await buildah('umount', '--all').catch(() => {});
    folder.remove();
  });

  const build = (tag: string, dockerfile: string, context: string) =>
    buildah(
      // A health check is part of Docker's format only.
      ...['bud', '--format=docker', '--isolation=chroot', '--pull-never', '--layers=false'],
      ...['-f', dockerfile, '-t', tag, context],
    );

  test('the Dockerfile becomes an image whose user serves a club from read-only files', async () => {
    const context = (name: string) => {
      mkdirSync(join(folder.path, name), { recursive: true });
      return join(folder.path, name);
    };
    const [node, small] = [context('node'), context('small')];
    await runProgram(['debootstrap', '--variant=minbase', 'bookworm', node]);
    cpSync(realpathSync(Bun.which('node') ?? ''), join(node, 'usr/bin/node'));
    const npm = resolve(realpathSync(Bun.which('npm') ?? ''), '../..');
    cpSync(npm, join(node, 'usr/lib/node_modules/npm'), { recursive: true });
    mkdirSync(join(node, 'etc/ssl/certs'), { recursive: true });
    cpSync(CERTIFICATES, join(node, CERTIFICATES));
    await build(
      'docker.io/library/node:22-bookworm-slim',
      folder.write(
        'Node',
        `FROM scratch\nCOPY . /\nENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}\nRUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/bin/npm\n`,
      ),
      node,
    );
    const packages = context('packages');
    await runProgram(['sh', '-c', `cd ${packages} && apt-get download ${SMALL.join(' ')}`]);
    for (const file of readdirSync(packages))
      await runProgram(['dpkg-deb', '-x', join(packages, file), small]);
    await build(
      'gcr.io/distroless/cc-debian12:nonroot',
      folder.write('Small', 'FROM scratch\nCOPY . /\nUSER 65532\n'),
      small,
    );

    await build('padel-club', join(PROJECT, 'Dockerfile'), PROJECT);
    const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', 'padel-club'));
    const config: ImageConfig = Docker.config;
    expect([config.User, config.Entrypoint, config.Cmd]).toEqual(['65532', ['/padel-club'], ['serve']]);
    expect([Object.keys(config.Volumes), Object.keys(config.ExposedPorts)]).toEqual([
      ['/data'],
      ['3000/tcp'],
    ]);

    const name = (await buildah('from', '--pull-never', 'padel-club')).trim();
    const image = (await buildah('mount', name)).trim();
    const data = context('data');
    chownSync(data, Number(config.User), Number(config.User));
    const port = await findFreePort();
    const variables = [...config.Env, `PORT=${port}`, 'HOST=127.0.0.1'];
    const env = { IMAGE: image, DATA: data };
    const inImage = (...command: string[]) => [
      ...['unshare', '--mount', 'sh', '-ec', RUN, 'sh', ...variables],
      ...['/usr/sbin/chroot', `--userspec=${config.User}:${config.User}`, image, ...command],
    ];
    const health = async () => (await fetch(`http://127.0.0.1:${port}/api/health/ready`)).ok;
    container = await startNeighbour(inImage(...config.Entrypoint, ...config.Cmd), health, { env });
    expect(readdirSync(data)).toContain('club.db');
    expect(statSync(join(data, 'club.db')).uid).toBe(Number(config.User));
    const [kind, ...check] = config.Healthcheck.Test;
    expect(kind).toBe('CMD');
    await runProgram(inImage(...check), env);
    await container.stop();
    await expect(runProgram(inImage(...check), env)).rejects.toThrow('No server answers');
  }, 1_200_000);
});
