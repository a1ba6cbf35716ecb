import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fsyncPath } from '../../backups/durable-files.ts';
import { OperatorError } from '../../db/operator-error.ts';
import type { Progress } from '../../domain/progress-reporter.ts';
import { download } from './download.ts';
import type { ReleaseFile } from './release.ts';
import { run } from './run.ts';

/** One of this program's executables in the versions folder. */
export interface Executable {
  path: string;
  version: string;
}

/** Downloads a release's executable, unless the versions folder has it. Throws `OperatorError`. */
export async function downloadExecutable(
  programDir: string,
  url: URL,
  { version, sha256, bytes }: ReleaseFile & { version: string },
  progress: Progress,
): Promise<Executable> {
  return addVersion(programDir, { version, sha256 }, async (part) => {
    const digest = new Bun.CryptoHasher('sha256');
    const file = openSync(part, 'w');
    try {
      progress.stage('Downloading', bytes);
      await download(url, bytes, (chunk) => {
        writeSync(file, chunk);
        digest.update(chunk);
        progress.advance(chunk.length);
      });
    } finally {
      closeSync(file);
    }
    if (digest.digest('hex') !== sha256)
      throw new OperatorError(`${url} is not the complete file named in the release. Nothing was changed.`);
  });
}

/** Copies a file named by the operator into the versions folder. Throws `OperatorError`. */
export async function takeExecutable(programDir: string, file: string): Promise<Executable> {
  const version = existsSync(file) ? await versionOf(file) : null;
  if (version === null) throw new OperatorError(`${file} is not an executable of padel-club.`);
  const digest = new Bun.CryptoHasher('sha256');
  for await (const chunk of Bun.file(file).stream()) digest.update(chunk);
  return addVersion(programDir, { version, sha256: digest.digest('hex') }, async (part) => {
    copyFileSync(file, part);
  });
}

/** Several clubs run the same file, so that they share its pages in memory. A version in the folder is complete. */
async function addVersion(
  programDir: string,
  { version, sha256 }: { version: string; sha256: string },
  write: (part: string) => Promise<void>,
): Promise<Executable> {
  const folder = join(programDir, 'versions', `${version}-${sha256.slice(0, 8)}`);
  const ending = process.platform === 'win32' ? '.exe' : '';
  const path = join(folder, `padel-club${ending}`);
  if (existsSync(path)) return { path, version };
  const part = join(folder, `padel-club.part${ending}`);
  mkdirSync(folder, { recursive: true });
  try {
    await write(part);
    chmodSync(part, 0o755);
    fsyncPath(part);
    if ((await versionOf(part)) !== version)
      throw new OperatorError('The new executable does not run on this machine. Nothing was changed.');
    renameSync(part, path);
    fsyncPath(folder);
  } finally {
    rmSync(part, { force: true });
  }
  return { path, version };
}

/** An executable's version; null if it isn't this program. */
async function versionOf(path: string): Promise<string | null> {
  const { output } = await run([path, 'version']);
  return /^padel-club ([^,\s]+),/.exec(output)?.[1] ?? null;
}
