import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { staticPlugin } from '@elysiajs/static';
import { Elysia } from 'elysia';
import { Failure } from '../domain/failure.ts';

/** `/media/courts/hall.webp`: every part starts with a letter or digit, so it names no hidden and no parent file. */
const IMAGE_PATH = /^\/media((?:\/[a-z0-9_][\w.-]*)+\.(?:avif|gif|jpe?g|png|webp))$/i;

/** Serves the pictures of the folder at `/media`, and nothing else that may be in the folder. */
export function mediaRoutes(mediaDir: string) {
  mkdirSync(mediaDir, { recursive: true });
  return new Elysia({ name: 'media' })
    .onBeforeHandle(({ path }) => {
      if (!isServedImage(mediaDir, path)) throw new Failure('not_found', 'There is no such file.');
    })
    .use(
      staticPlugin({
        assets: mediaDir,
        prefix: '/media',
        // Files are added while the server runs; a name is a digest, so a file never changes.
        alwaysStatic: false,
        maxAge: 31_536_000,
        directive: 'immutable',
        // The plugin would answer with HTML files of its own accord.
        ignorePatterns: [/\.html?$/i],
        // The test of the route table reads this.
        detail: { access: 'anyone' } as object,
      }),
    );
}

/** True for a regular picture file inside the folder; a link anywhere in its path leads out of the folder. */
function isServedImage(mediaDir: string, path: string): boolean {
  const [, name] = IMAGE_PATH.exec(path) ?? [];
  if (!name) return false;
  try {
    const file = join(mediaDir, name);
    return lstatSync(file).isFile() && realpathSync(file) === join(realpathSync(mediaDir), name);
  } catch {
    return false;
  }
}
