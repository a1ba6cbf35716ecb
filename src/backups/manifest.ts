import * as v from 'valibot';
import { DATA_FOLDERS } from './file-utils.ts';

const FORMAT_VERSION = 1;

/** One file of a backup, by its place in the data folder. */
const manifestFileSchema = v.strictObject({
  name: v.pipe(v.string(), v.check(isAllowedFileName)),
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

/** The first entry of a backup: what it holds and what it is of. */
export const manifestSchema = v.strictObject({
  format: v.literal(FORMAT_VERSION),
  program: v.string(),
  schema: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** ISO 8601 with offset. */
  made_at: v.string(),
  secrets: v.boolean(),
  /** Receipts the database names that were not on the disk when the backup was made. */
  missing_receipts: v.array(v.string()),
  files: v.array(manifestFileSchema),
});

export type Manifest = v.InferOutput<typeof manifestSchema>;
export type ManifestFile = v.InferOutput<typeof manifestFileSchema>;
export const MANIFEST_NAME = 'manifest.json';
export const CURRENT_FORMAT = FORMAT_VERSION;

/** Only what a backup writes may come out of one: no other name, and none that leads elsewhere. */
export function isAllowedFileName(name: string): boolean {
  if (name === 'club.db' || name === 'club.toml') return true;
  const [folder = '', ...rest] = name.split('/');
  const plain = rest.every((part) => part !== '' && !part.startsWith('.') && !/[\\\0:]/.test(part));
  return (DATA_FOLDERS as readonly string[]).includes(folder) && rest.length > 0 && plain;
}

/** Bytes of all files, unpacked. */
export function totalSize({ files }: Pick<Manifest, 'files'>): number {
  return files.reduce((sum, file) => sum + file.size, 0);
}
