import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { giveToDataDirOwner } from '../db/data-dir-ownership.ts';
import { COPIES_DIR } from './copy-state.ts';
import { listFiles, sha256File } from './file-system.ts';
import type { ManifestFile } from './manifest.ts';
import { DATA_FOLDERS } from './manifest.ts';

interface IndexedFile extends ManifestFile {
  mtimeMs: number;
  /** Whether the store has it; a rehearsal that does not find it there sets this to false. */
  stored: boolean;
}

/**
 * Remembers the digest of each receipt and picture and whether the store has it, so that a copy neither reads
 * nor uploads them again. A file with one JSON line for each change; the last line of a name counts, and a
 * torn line counts as none.
 */
export class FileIndex {
  readonly #path: string;
  readonly #dataDir: string;
  readonly #files = new Map<string, IndexedFile>();

  /** `store` names the place of the objects; an index of another place is not used. */
  constructor(dataDir: string, store: string) {
    this.#dataDir = dataDir;
    this.#path = join(dataDir, COPIES_DIR, 'files.jsonl');
    const lines = readLines(this.#path);
    if (parseLine(lines[0])?.store === store) {
      for (const line of lines.slice(1)) {
        const file = parseLine(line) as IndexedFile | null;
        if (file?.name) this.#files.set(file.name, file);
      }
    }
    this.#rewrite(store);
  }

  /** Every receipt and picture of the data folder, with its digest; `onBytes` gets the size of each read chunk. */
  listFiles(onBytes: (bytes: number) => void): ManifestFile[] {
    return DATA_FOLDERS.flatMap((folder) =>
      listFiles(join(this.#dataDir, folder)).map((file) => this.#describe(`${folder}/${file}`, onBytes)),
    );
  }

  #describe(name: string, onBytes: (bytes: number) => void): ManifestFile {
    const path = join(this.#dataDir, name);
    const { size, mtimeMs } = statSync(path);
    const known = this.#files.get(name);
    if (known && known.size === size && known.mtimeMs === mtimeMs)
      return { name, size, sha256: known.sha256 };
    const sha256 = sha256File(path, Infinity, onBytes);
    this.#set({ name, size, sha256, mtimeMs, stored: false });
    return { name, size, sha256 };
  }

  /** The digests that the store has. */
  storedDigests(): Set<string> {
    return new Set([...this.#files.values()].filter(({ stored }) => stored).map(({ sha256 }) => sha256));
  }

  markStored(file: ManifestFile): void {
    const known = this.#files.get(file.name);
    if (known && known.sha256 === file.sha256 && !known.stored) this.#set({ ...known, stored: true });
  }

  /** The store lacks these digests, so the next copy uploads them again. */
  markMissing(digests: ReadonlySet<string>): void {
    for (const file of this.#files.values())
      if (digests.has(file.sha256) && file.stored) this.#set({ ...file, stored: false });
  }

  #set(file: IndexedFile): void {
    this.#files.set(file.name, file);
    appendFileSync(this.#path, `${JSON.stringify(file)}\n`, { mode: 0o600 });
  }

  #rewrite(store: string): void {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const lines = [{ store }, ...this.#files.values()].map((line) => `${JSON.stringify(line)}\n`);
    writeFileSync(`${this.#path}.part`, lines.join(''), { mode: 0o600 });
    renameSync(`${this.#path}.part`, this.#path);
    giveToDataDirOwner(this.#dataDir, dirname(this.#path));
  }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}

function parseLine(line: string | undefined): { store?: string } | null {
  try {
    return JSON.parse(line ?? '') as { store?: string };
  } catch {
    return null;
  }
}
