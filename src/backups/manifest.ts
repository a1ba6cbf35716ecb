import * as v from 'valibot';
import { OperatorError } from '../db/operator-error.ts';
import { type ArchiveEntry, readArchive } from './archive.ts';

/** The snapshot in a backup file: receipts and pictures are inside. */
export const EMBEDDED_FORMAT = 1;
/** The snapshot in a copy: receipts and pictures are stored next to it, by digest. */
export const STORED_FORMAT = 2;
export const MANIFEST_NAME = 'manifest.json';
/** A list of 100,000 files takes about 16 MB. */
export const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;

/** One file of a backup; `name` is its path in the data folder. */
const manifestFileSchema = v.strictObject({
  name: v.pipe(v.string(), v.check(isAllowedFileName)),
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

/** The first entry of a snapshot: a description and a list of its files. */
const manifestSchema = v.strictObject({
  format: v.picklist([EMBEDDED_FORMAT, STORED_FORMAT]),
  program: v.string(),
  schema: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** ISO 8601 with offset. */
  made_at: v.string(),
  /** The id of the club's database. Version 0.1.0 rejects this key, so the backup before an upgrade leaves it out. */
  club: v.optional(v.string()),
  secrets: v.boolean(),
  /** Receipts that were named in the database but missing when the backup was made. */
  missing_receipts: v.array(v.string()),
  files: v.array(manifestFileSchema),
  /** Receipts and pictures stored next to the snapshot. */
  stored_files: v.optional(v.array(manifestFileSchema)),
});

export type Manifest = v.InferOutput<typeof manifestSchema>;
export type ManifestFile = v.InferOutput<typeof manifestFileSchema>;

/** Only names that a backup writes are unpacked, and none leads out of the data folder. */
function isAllowedFileName(name: string): boolean {
  if (name === 'club.db' || name === 'club.toml') return true;
  const [folder = '', ...rest] = name.split('/');
  const plain = rest.every((part) => part !== '' && !part.startsWith('.') && !/[\\\0:]/.test(part));
  return (DATA_FOLDERS as readonly string[]).includes(folder) && rest.length > 0 && plain;
}

export function totalSize(files: readonly { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Reads a backup file's manifest without the rest. Throws `OperatorError`. */
export async function readManifest(path: string, maxSchema: number): Promise<Manifest> {
  for await (const entry of readArchive(path, { bytes: MAX_MANIFEST_BYTES })) {
    return parseManifest(path, entry, maxSchema);
  }
  throw new OperatorError(`${path} is not a backup of this program.`);
}

/** `maxSchema` is the newest schema the caller can use. */
export async function parseManifest(path: string, entry: ArchiveEntry, maxSchema: number): Promise<Manifest> {
  if (entry.name !== MANIFEST_NAME) throw new OperatorError(`${path} is not a backup of this program.`);
  const raw = JSON.parse(await new Response(entry.chunks).text()) as { format?: unknown; schema?: unknown };
  if (Number(raw.format) > STORED_FORMAT || Number(raw.schema) > maxSchema) {
    throw new OperatorError(
      `${path} was made by a newer padel-club (database schema ${Number(raw.schema)}; this program uses ${maxSchema}). Install the newer program first. Nothing was changed.`,
    );
  }
  const result = v.safeParse(manifestSchema, raw);
  if (!result.success) throw new OperatorError(`${path} has a list that this program cannot read.`);
  if (!result.output.files.some((file) => file.name === 'club.db')) {
    throw new OperatorError(`${path} holds no database.`);
  }
  return result.output;
}

/** A club's folders, apart from its database. */
export const DATA_FOLDERS = ['receipts', 'media'] as const;
