import { afterAll } from 'bun:test';
import { removeDirs } from './data-dir.ts';

/** Returns a function that marks a folder for removal after the file's tests. */
export function trackDirs(): (folder: string) => string {
  const folders: string[] = [];
  afterAll(() => removeDirs(...folders));
  return (folder) => {
    folders.push(folder);
    return folder;
  };
}
