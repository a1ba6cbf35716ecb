/** Bundler plugin for client imports that differ from the files on disk. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BunPlugin } from 'bun';
import { compile, Logger } from 'sass';
import { duplicateDarkTheme } from './duplicate-dark-theme-rule.ts';

const root = resolve(import.meta.dir, '..');
export const pictureDir = join(root, 'web/pictures/renders');
export const pictureVersion = hashFolder(pictureDir);

export const stylesheetDir = join(root, 'web/styles/entries');
/** URLs by name; `scripts/build.ts` fills them in before bundling the code that needs them. */
export const stylesheetUrls: Record<string, string> = {};

const fontFile = join(root, 'web/fonts/unbounded.woff2');
/** Served as a file, because the bundler would inline it into the style sheet. */
export const font = { url: `/assets/unbounded-${shortHash(readFileSync(fontFile))}.woff2`, file: fontFile };

interface PictureInfo {
  width: number;
  height: number;
  widths: number[];
  /** A data URI of a few pixels. */
  placeholder: string;
  color: string;
}

/** When Sonner dismisses a toast, and the specification's threshold instead: a fast flick below it does not count. */
const SONNER_SWIPE = 'Math.abs(swipeAmount) >= SWIPE_THRESHOLD || velocity > 0.11';
const SPECIFIED_SWIPE = 'Math.abs(swipeAmount) >= 50';

/**
 * preact-iso on React, sonner without the style element that the content security policy forbids, pictures by hash.
 */
export const clientPlugin: BunPlugin = {
  name: 'client',
  setup(build) {
    build.onResolve({ filter: /^preact$/ }, () => ({
      path: join(root, 'web/lib/preact.ts'),
    }));
    build.onResolve({ filter: /^preact\/hooks$/ }, () => ({
      path: join(root, 'web/lib/preact-hooks.ts'),
    }));
    build.onResolve({ filter: /fonts\/unbounded\.woff2$/ }, () => ({ path: font.url, external: true }));
    build.onLoad({ filter: /web[\\/]styles[\\/].*\.scss$/ }, ({ path }) => ({
      // The site has no shadow host and never selects the light theme by name.
      contents: compile(path, { logger: Logger.silent }).css.replace(
        /,\s*:host(?:\(:not\([^)]*\)\))?(?=\s*[,{])|\[data-theme=light\],\s*/g,
        '',
      ),
      loader: 'css',
    }));
    build.onLoad({ filter: /web[\\/]ui[\\/]theme\.css$/ }, async ({ path }) => ({
      contents: duplicateDarkTheme(await Bun.file(path).text()),
      loader: 'css',
    }));
    build.onLoad({ filter: /web[\\/]lib[\\/]stylesheets\.ts$/ }, async ({ path }) => ({
      contents: (await Bun.file(path).text()).replace(
        /(const STYLESHEET_URLS[^=]*= )\{\}/,
        (_, before) => before + JSON.stringify(stylesheetUrls),
      ),
      loader: 'ts',
    }));
    build.onLoad({ filter: /sonner[\\/]dist[\\/]index\.mjs$/ }, async ({ path }) => {
      const lines = (await Bun.file(path).text()).split('\n');
      const kept = lines.filter((line) => !line.startsWith('__insertCSS('));
      if (kept.length !== lines.length - 1)
        throw new Error('sonner no longer inserts its styles in one line');
      const code = kept.join('\n');
      if (!code.includes(SONNER_SWIPE))
        throw new Error('sonner no longer decides about a swipe in one condition');
      return { contents: code.replace(SONNER_SWIPE, SPECIFIED_SWIPE), loader: 'js' };
    });
    build.onLoad({ filter: /web[\\/]pictures[\\/]version\.ts$/ }, () => ({
      contents: `export const PICTURE_VERSION = ${JSON.stringify(pictureVersion)};`,
      loader: 'ts',
    }));
    build.onLoad({ filter: /web[\\/]pictures[\\/]renders[\\/]pictures\.json$/ }, () => ({
      contents: JSON.stringify(pictureSizes()),
      loader: 'json',
    }));
    build.onLoad({ filter: /web[\\/]pictures[\\/]placeholders\.css$/ }, () => ({
      contents: placeholderCss(),
      loader: 'css',
    }));
  },
};

function readPictureInfo(): [string, PictureInfo][] {
  return Object.entries(JSON.parse(readFileSync(join(pictureDir, 'pictures.json'), 'utf8')));
}

/** Only the sizes: the placeholders are in the style sheet. */
function pictureSizes(): object {
  return Object.fromEntries(
    readPictureInfo().map(([name, { width, height, widths }]) => [name, { width, height, widths }]),
  );
}

function placeholderCss(): string {
  return readPictureInfo()
    .map(
      ([name, { color, placeholder }]) =>
        `.picture-${name} { background-color: ${color}; background-image: url("${placeholder}"); }`,
    )
    .join('\n');
}

export function listFiles(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const name = below ? `${below}/${entry.name}` : entry.name;
    return entry.isDirectory() ? listFiles(folder, name) : [name];
  });
}

export function shortHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8);
}

function hashFolder(folder: string): string {
  const hash = createHash('sha256');
  for (const name of listFiles(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 12);
}
