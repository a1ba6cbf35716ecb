import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { staticPlugin } from '@elysiajs/static';
import { Elysia } from 'elysia';
import { Failure } from '../domain/failure.ts';

/** `/media/courts/hall.webp`: every part starts with a letter or digit, which rules out hidden and parent folders. */
const IMAGE_PATH = /^\/media((?:\/[a-z0-9_][\w.-]*)+\.(?:avif|gif|jpe?g|png|webp))$/i;

/** Serves the folder's pictures at `/media`, and nothing else that may be in there. */
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
        // Files are added while the server runs; names are digests, so a file never changes.
        alwaysStatic: false,
        maxAge: 31_536_000,
        directive: 'immutable',
        // Otherwise the plugin would answer with HTML files of its own accord.
        ignorePatterns: [/\.html?$/i],
        // Read by the test of the route table.
        detail: { access: 'anyone' } as object,
      }),
    );
}

/** True for a regular image file inside the folder; a link anywhere in its path could lead out of it. */
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
