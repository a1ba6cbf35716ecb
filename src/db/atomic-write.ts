import { mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file that only its owner can read. Readers see all of it or none, and it is on disk under its name when
 * this resolves. Creates the folder if missing.
 */
export async function writeFileAtomically(path: string, bytes: Uint8Array): Promise<void> {
  const tempPath = `${path}.part`;
  try {
    await createFolder(dirname(path));
    const file = await open(tempPath, 'w', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(tempPath, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await unlink(tempPath).catch(() => {});
    throw error;
  }
}

async function createFolder(path: string): Promise<void> {
  const firstCreated = await mkdir(path, { recursive: true, mode: 0o700 });
  // A new folder is an entry in its parent, which must be synced too.
  if (firstCreated) await syncFolder(dirname(firstCreated));
}

async function syncFolder(path: string): Promise<void> {
  // Windows can't open a folder; its file system journals renames.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
