import { mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a whole file that only its owner may read and that survives a power cut: nobody ever sees half of
 * it, and it is on disk with its name when this resolves. Makes its folder if need be.
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
  // A folder that is new is a name in the one above.
  if (firstCreated) await syncFolder(dirname(firstCreated));
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
