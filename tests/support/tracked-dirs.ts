import { afterAll } from 'bun:test';
import { removeDirs } from './data-dir.ts';

/** Returns a function that marks a folder for removal after the tests of the file. */
export function trackDirs(): (folder: string) => string {
  const folders: string[] = [];
  afterAll(() => removeDirs(...folders));
  return (folder) => {
    folders.push(folder);
    return folder;
  };
}
