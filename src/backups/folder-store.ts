import { createReadStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { OperatorError } from '../db/operator-error.ts';
import { copyFileDurably, fsyncPath, listFiles } from './durable-files.ts';
import { explainFolder, folderError } from './folder-error.ts';
import type { Store, StoredObject } from './store.ts';

const UNFINISHED = '.part';

/** Copies in a folder: on another disk, or mounted from another machine. */
export class FolderStore implements Store {
  readonly location: string;
  readonly #root: string;

  constructor(folder: string) {
    this.location = resolve(folder);
    this.#root = join(this.location, 'copies');
  }

  async listFolders(prefix: string): Promise<string[]> {
    return this.#explain(() => {
      try {
        const entries = readdirSync(join(this.#root, prefix), { withFileTypes: true });
        return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
      } catch (error) {
        if ((error as { code?: unknown }).code === 'ENOENT') return [];
        throw error;
      }
    });
  }

  async list(prefix: string): Promise<StoredObject[]> {
    return this.#explain(() =>
      listFiles(join(this.#root, prefix)).map((file) => {
        const name = `${prefix}${file}`;
        return { name, bytes: statSync(join(this.#root, name)).size };
      }),
    );
  }

  async put(name: string, path: string): Promise<void> {
    const target = join(this.#root, name);
    const partial = `${target}${UNFINISHED}`;
    this.#explain(() => {
      const created = mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      if (created) fsyncPath(dirname(created));
      try {
        copyFileDurably(path, partial);
        const [stored, expected] = [statSync(partial).size, statSync(path).size];
        if (stored !== expected) throw new OperatorError(`${stored} of ${expected} bytes arrived.`);
        renameSync(partial, target);
        fsyncPath(dirname(target));
      } catch (error) {
        rmSync(partial, { force: true });
        throw error;
      }
    });
  }

  async *read(name: string): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of createReadStream(join(this.#root, name), { highWaterMark: 1 << 20 })) {
        yield chunk as Uint8Array;
      }
    } catch (error) {
      throw folderError('copies', this.location, error);
    }
  }

  async remove(name: string): Promise<void> {
    this.#explain(() => rmSync(join(this.#root, name), { force: true }));
  }

  async removeUnfinished(prefix: string): Promise<void> {
    this.#explain(() => {
      const folder = join(this.#root, prefix);
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
        if (name.endsWith(UNFINISHED)) rmSync(join(folder, name), { force: true });
    });
  }

  #explain<T>(work: () => T): T {
    return explainFolder('copies', this.location, work);
  }
}
