import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SCHEMA_VERSION } from '../db/migrate.ts';
import { OperatorError } from '../db/operator-error.ts';
import type { Progress } from '../domain/progress-reporter.ts';
import { type ArchiveEntry, assertChecksum, readArchive } from './archive.ts';
import { type FileSource, pathOf } from './durable-files.ts';
import {
  MANIFEST_NAME,
  MAX_MANIFEST_BYTES,
  type Manifest,
  type ManifestFile,
  parseManifest,
  totalSize,
} from './manifest.ts';

/** A tar header, its padding and the extended header of a long name. */
const MAX_ENTRY_OVERHEAD_BYTES = 4096;

/**
 * Verifies a snapshot's checksum, reads it to the end and compares every file with the manifest; files selected by
 * `shouldWrite` are written below `targetDir`. Throws `OperatorError` for missing, extra or different files, and for
 * a snapshot from a newer program.
 */
export async function unpackSnapshot(
  source: FileSource,
  targetDir: string,
  options: { shouldWrite: (name: string) => boolean; durable: boolean; progress: Progress },
): Promise<Manifest> {
  const path = pathOf(source);
  assertChecksum(source, options.progress);
  let manifest: Manifest | undefined;
  const expected = new Map<string, ManifestFile>();
  const limit = { bytes: MAX_MANIFEST_BYTES };
  for await (const entry of readArchive(source, limit)) {
    if (!manifest) {
      manifest = await parseManifest(path, entry, SCHEMA_VERSION);
      for (const file of manifest.files) expected.set(file.name, file);
      limit.bytes += totalSize(manifest.files) + manifest.files.length * MAX_ENTRY_OVERHEAD_BYTES;
      options.progress.stage(
        options.durable ? 'Unpacking' : 'Verifying the archive',
        totalSize(manifest.files),
      );
      continue;
    }
    const file = expected.get(entry.name);
    if (!file) throw new OperatorError(`${path} holds ${entry.name}, which its list does not name.`);
    expected.delete(entry.name);
    const target = options.shouldWrite(entry.name) ? join(targetDir, entry.name) : null;
    if (!(await extractAndVerify(entry, file, target, options))) {
      throw new OperatorError(
        `${path} is damaged: ${entry.name} differs from the file that was saved. Nothing was changed.`,
      );
    }
  }
  const [missing] = expected.keys();
  if (!manifest || missing) {
    throw new OperatorError(`${path} is not complete: ${missing ?? MANIFEST_NAME} is missing.`);
  }
  return manifest;
}

async function extractAndVerify(
  entry: ArchiveEntry,
  file: ManifestFile,
  target: string | null,
  { durable, progress }: { durable: boolean; progress: Progress },
): Promise<boolean> {
  const hash = new Bun.CryptoHasher('sha256');
  let size = 0;
  let fd: number | null = null;
  if (target) {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    fd = openSync(target, 'wx', 0o600);
  }
  try {
    for await (const chunk of entry.chunks) {
      hash.update(chunk);
      size += chunk.byteLength;
      progress.advance(chunk.byteLength);
      for (let at = 0; fd !== null && at < chunk.byteLength; ) at += writeSync(fd, chunk, at);
    }
    if (fd !== null && durable) fsyncSync(fd);
  } finally {
    if (fd !== null) closeSync(fd);
  }
  return size === file.size && hash.digest('hex') === file.sha256;
}
