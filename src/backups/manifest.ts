import * as v from 'valibot';
import { FOLDERS } from './files.ts';

const FORMAT = 1;

/** One file of a backup, by its place in the data folder. */
const fileSchema = v.strictObject({
  name: v.pipe(v.string(), v.check(isClubFile)),
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

/** The first entry of a backup: what it holds and what it is of. */
export const manifestSchema = v.strictObject({
  format: v.literal(FORMAT),
  program: v.string(),
  schema: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** ISO 8601 with offset. */
  made_at: v.string(),
  secrets: v.boolean(),
  /** Receipts the database names that were not on the disk when the backup was made. */
  missing_receipts: v.array(v.string()),
  files: v.array(fileSchema),
});

export type Manifest = v.InferOutput<typeof manifestSchema>;
export type ManifestFile = v.InferOutput<typeof fileSchema>;
export const MANIFEST = 'manifest.json';
export const FORMAT_NOW = FORMAT;

/** Only what a backup writes may come out of one: no other name, and none that leads elsewhere. */
export function isClubFile(name: string): boolean {
  if (name === 'club.db' || name === 'club.toml') return true;
  const [folder = '', ...rest] = name.split('/');
  const plain = rest.every((part) => part !== '' && !part.startsWith('.') && !/[\\\0:]/.test(part));
  return (FOLDERS as readonly string[]).includes(folder) && rest.length > 0 && plain;
}

/** Bytes of all files, unpacked. */
export function sizeOf({ files }: Pick<Manifest, 'files'>): number {
  return files.reduce((sum, file) => sum + file.size, 0);
}
