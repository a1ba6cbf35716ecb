/**
 * Compiles the executable for every system into dist/release, with checksums, notices and a list of its parts in
 * CycloneDX's format. With the publisher's private key it also signs the release, so that `padel-club update` and
 * `install.sh` accept it:
 *   bun scripts/release.ts --new-key FILE                        writes a private key, and the public one into the project
 *   bun scripts/release.ts --key FILE [linux-x64 windows-x64 …]  builds, lists and signs
 * The runtimes of other systems come from the npm registry. One commit gives the same bytes each time.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Release, ReleaseFile } from '../src/cli/update/release.ts';
import { listParts } from './list-parts.ts';
import { noticesPath } from './third-party-notices.ts';

const root = resolve(import.meta.dir, '..');
const releaseDir = join(root, 'dist/release');
const publicKeyPath = join(root, 'release-key.pem');
const SYSTEMS = [
  'linux-x64',
  'linux-arm64',
  'linux-x64-musl',
  'linux-arm64-musl',
  'darwin-x64',
  'darwin-arm64',
  'windows-x64',
];

const USAGE = `Usage: npm run release -- --new-key FILE                    makes the publisher's key
       npm run release -- [--key FILE] [SYSTEM …]       builds, and signs with the key

Systems: ${SYSTEMS.join(', ')}; all of them without a name.`;

const { values: options, positionals } = readArguments();
if (options.help) {
  console.log(USAGE);
  process.exit();
}
const unknown = positionals.find((system) => !SYSTEMS.includes(system));
if (unknown) stop(`"${unknown}" is not one of ${SYSTEMS.join(', ')}.`);
if (options['new-key'] === undefined) await release(options.key);
else createKey(options['new-key']);

function readArguments() {
  try {
    return parseArgs({
      options: {
        key: { type: 'string' },
        'new-key': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    return stop(`${error instanceof Error ? error.message.split('. ')[0] : error}.\n\n${USAGE}`);
  }
}

function stop(message: string): never {
  console.error(message);
  process.exit(2);
}

/** Executables built from now on only accept releases with this key, so a key is never overwritten. */
function createKey(path: string): void {
  for (const file of [path, publicKeyPath]) if (existsSync(file)) stop(`${file} exists already.`);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  writeFileSync(publicKeyPath, publicKey.export({ type: 'spki', format: 'pem' }));
  console.log(`${path} signs releases: keep it secret and keep a copy.`);
  console.log('release-key.pem goes into every executable: commit it.');
}

async function release(keyPath: string | undefined): Promise<void> {
  const key = keyPath === undefined ? null : readKey(keyPath);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  rmSync(releaseDir, { recursive: true, force: true });
  mkdirSync(releaseDir, { recursive: true });
  const files: Record<string, ReleaseFile> = {};
  const requested = positionals.length > 0 ? positionals : SYSTEMS;
  for (const system of requested) {
    const file = await build(system, version);
    if (file) files[system] = file;
  }
  copyFileSync(noticesPath, join(releaseDir, 'NOTICE'));
  write(`padel-club-${version}.cdx.json`, `${JSON.stringify(await listParts(version), null, 2)}\n`);
  if (key !== null) write('install.sh', installScript());
  const list = formatRelease({ program: 'padel-club', version, files });
  write('release.json', list);
  if (key !== null) write('release.json.sig', sign(null, Buffer.from(list), key));
  else console.log('Not signed: --key FILE signs the release for padel-club update and install.sh.');
  write(
    'SHA256SUMS',
    Object.values(files)
      .map(({ name, sha256 }) => `${sha256}  ${name}\n`)
      .join(''),
  );
  const failed = requested.filter((system) => !files[system]);
  if (failed.length === 0) return;
  console.error(`Not built: ${failed.join(', ')}`);
  process.exitCode = 1;
}

function readKey(path: string) {
  const key = createPrivateKey(readFileSync(path));
  const own = createPublicKey(key).export({ type: 'spki', format: 'pem' });
  if (!existsSync(publicKeyPath) || readFileSync(publicKeyPath, 'utf8') !== own)
    stop(`${path} does not belong to release-key.pem, which goes into the executables.`);
  return key;
}

async function build(system: string, version: string): Promise<ReleaseFile | null> {
  const name = `padel-club-${version}-${system}${system.startsWith('windows') ? '.exe' : ''}`;
  const path = join(releaseDir, name);
  const child = Bun.spawn(
    [process.execPath, 'scripts/build.ts', '--target', `bun-${system}`, '--outfile', path],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if ((await child.exited) !== 0) return null;
  const content = readFileSync(path);
  console.log(`${name}  ${(content.length / 1e6).toFixed(1)} MB`);
  return { name, bytes: content.length, sha256: sha256(content) };
}

/** One line per file, which `install.sh` can read without parsing JSON. */
function formatRelease({ program, version, files }: Release): string {
  const lines = Object.entries(files).map(([system, { name, bytes, sha256 }]) => {
    return `    "${system}": { "name": "${name}", "bytes": ${bytes}, "sha256": "${sha256}" }`;
  });
  return `{\n  "program": "${program}",\n  "version": "${version}",\n  "files": {\n${lines.join(',\n')}\n  }\n}\n`;
}

function installScript(): string {
  const deploy = join(root, 'scripts/deploy');
  return readFileSync(join(deploy, 'install.sh'), 'utf8')
    .replace('@RELEASE_KEY@', () => readFileSync(publicKeyPath, 'utf8').trimEnd())
    .replace('@UNIT@', () => readFileSync(join(deploy, 'padel-club.service'), 'utf8').trimEnd());
}

function write(name: string, content: string | Uint8Array): void {
  writeFileSync(join(releaseDir, name), content);
}

function sha256(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
}
