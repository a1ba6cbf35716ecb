import { mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a whole file that only its owner may read and that survives a power cut: nobody ever sees half of
 * it, and it is on disk with its name when this resolves. Makes its folder if need be.
 */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.part`;
  try {
    await makeFolder(dirname(path));
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

async function makeFolder(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 });
  // A folder that is new is a name in the one above.
  if (made) await syncFolder(dirname(made));
}

async function syncFolder(path: string): Promise<void> {
  // Windows knows no handle on a folder; its renames are in the journal of the file system.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
