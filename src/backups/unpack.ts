import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { SCHEMA_VERSION } from '../db/migrate.ts';
import { OperatorError } from '../db/operator-error.ts';
import type { Progress } from '../domain/progress.ts';
import { type ArchiveEntry, readArchive } from './archive.ts';
import { MANIFEST_NAME, type Manifest, type ManifestFile, manifestSchema, totalSize } from './manifest.ts';

/**
 * Reads a sealed backup from end to end and compares every file with the manifest; those `write` says yes
 * to are written, and synced, below `to`. Throws when a file is missing, extra or different, or when the
 * backup was made by a newer program.
 */
export async function unpackBackup(
  path: string,
  targetDir: string,
  options: { shouldWrite: (name: string) => boolean; durable: boolean; progress: Progress },
): Promise<Manifest> {
  let manifest: Manifest | undefined;
  const expected = new Map<string, ManifestFile>();
  await readArchive(path, async (entry) => {
    if (!manifest) {
      manifest = await readManifest(path, entry);
      for (const file of manifest.files) expected.set(file.name, file);
      options.progress.stage(options.durable ? 'Unpacking' : 'Verifying the archive', totalSize(manifest));
      return;
    }
    const file = expected.get(entry.name);
    if (!file) throw new OperatorError(`${path} holds ${entry.name}, which its list does not name.`);
    expected.delete(entry.name);
    const target = options.shouldWrite(entry.name) ? join(targetDir, entry.name) : null;
    if (!(await extractAndVerify(entry, file, target, options))) {
      throw new OperatorError(
        `${path} is damaged: ${entry.name} is not what was saved. Nothing was changed.`,
      );
    }
  });
  const [missing] = expected.keys();
  if (!manifest || missing)
    throw new OperatorError(`${path} is not whole: ${missing ?? MANIFEST_NAME} is missing.`);
  return manifest;
}

async function readManifest(path: string, entry: ArchiveEntry): Promise<Manifest> {
  const text = await new Response(entry.chunks as ReadableStream<Uint8Array>).text();
  if (entry.name !== MANIFEST_NAME) throw new OperatorError(`${path} is no backup of this program.`);
  const raw = JSON.parse(text) as { format?: unknown; schema?: unknown };
  const newer = Number(raw.format) > 1 || Number(raw.schema) > SCHEMA_VERSION;
  if (newer) {
    throw new OperatorError(
      `${path} was made by a newer padel-club (database schema ${Number(raw.schema)}, this one makes ${SCHEMA_VERSION}). Install the newer program first. Nothing was changed.`,
    );
  }
  const result = v.safeParse(manifestSchema, raw);
  if (!result.success) throw new OperatorError(`${path} has a list this program cannot read.`);
  if (!result.output.files.some((file) => file.name === 'club.db')) {
    throw new OperatorError(`${path} holds no database.`);
  }
  return result.output;
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
