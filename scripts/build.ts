/**
 * Builds the client and the list of licences, embeds both in the server and compiles the executable `dist/padel-club`.
 * `--client` stops before the executable; `--target bun-linux-arm64 --outfile PATH` compiles for another system;
 * `--if-changed` does nothing if the executable was built from the present sources.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { DASHBOARD_MODULE, PAGE_METADATA } from '../web/app/page-metadata.ts';
import { buildNoted, digestOfSources } from './build-stamp.ts';
import { type BrowserBundle, bundleBrowser } from './bundle-browser.ts';
import {
  clientPlugin,
  font,
  listFiles,
  pictureDir,
  pictureVersion,
  shortHash,
  stylesheetDir,
  stylesheetUrls,
} from './client-build-plugin.ts';
import { createThirdPartyNotices, noticesPath } from './third-party-notices.ts';

const root = resolve(import.meta.dir, '..');
const clientDir = join(root, 'dist/client');
const { values: options } = parseArgs({
  options: {
    client: { type: 'boolean' },
    target: { type: 'string' },
    outfile: { type: 'string' },
    'if-changed': { type: 'boolean' },
  },
});
const executableName = process.platform === 'win32' ? 'padel-club.exe' : 'padel-club';
const executable = options.outfile ?? join(root, 'dist', executableName);

const CONTENT_TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
};

interface InlineText {
  text: string;
  /** The source expression for the content security policy. */
  hash: string;
}

interface Asset {
  url: string;
  /** The embedded file, which may be compressed. */
  file: string;
  brotli?: boolean;
}

async function bundle(entry: string, options: Partial<Bun.BuildConfig>): Promise<Bun.BuildOutput> {
  return Bun.build({
    entrypoints: [join(root, entry)],
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [clientPlugin],
    ...options,
  });
}

async function buildClient(): Promise<void> {
  rmSync(clientDir, { recursive: true, force: true });
  mkdirSync(join(clientDir, 'assets'), { recursive: true });
  const stylesheets = await buildStylesheets();
  const stylesheetAssets: Asset[] = [];
  for (const [name, { text }] of Object.entries(stylesheets)) {
    if (name === 'base') continue;
    const url = `/assets/${name}-${shortHash(text)}.css`;
    stylesheetUrls[name] = url;
    writeFileSync(join(clientDir, url), text);
    stylesheetAssets.push({ url, file: join(clientDir, url) });
  }
  const browser = await bundleBrowser(join(clientDir, 'assets'));
  await bundle('web/render-page.tsx', {
    outdir: clientDir,
    target: 'bun',
    naming: 'render-page.[ext]',
    publicPath: '/assets/',
  });

  const assets: Asset[] = browser.files.map((name) => ({
    url: assetUrl(name),
    file: join(clientDir, 'assets', name),
  }));
  assets.push(font, ...stylesheetAssets);
  for (const name of listFiles(pictureDir)) {
    if (!/\.(avif|webp|jpg|png|svg|ico)$/.test(name)) continue;
    assets.push({ url: `/pictures/${pictureVersion}/${name}`, file: join(pictureDir, name) });
  }
  assets.push({ url: '/favicon.ico', file: join(pictureDir, 'icons/favicon.ico') });
  for (const asset of assets) {
    if (!/\.(js|css|svg)$/.test(asset.file)) continue;
    const compressedPath = join(clientDir, `${asset.url.replaceAll('/', '_')}.br`);
    writeFileSync(compressedPath, compressBrotli(readFileSync(asset.file)));
    Object.assign(asset, { file: compressedPath, brotli: true });
  }
  const page = {
    script: await inline('web/load-after-paint.ts', { target: 'browser', format: 'iife' }),
    linkScript: await inline('web/open-link.ts', { target: 'browser', format: 'iife' }),
    stylesheets,
    fonts: [font.url],
    moduleUrls: scriptsByScreen(browser),
  };
  writeFileSync(join(clientDir, 'index.js'), renderEmbeddingModule(assets, page));
}

/**
 * Builds the style sheets in `web/styles/entries`. Some pages have them inline, so that a first visit needs a single
 * response; others link them. The target is `bun`, because the browser target adds rules for obsolete browsers.
 */
async function buildStylesheets(): Promise<Record<string, InlineText>> {
  const stylesheets: Record<string, InlineText> = {};
  for (const file of listFiles(stylesheetDir)
    .filter((name) => name.endsWith('.css'))
    .sort()) {
    stylesheets[file.replace('.css', '')] = await inline(`web/styles/entries/${file}`, { target: 'bun' });
  }
  return stylesheets;
}

/** Bundles a file for inlining into a page. */
async function inline(entry: string, options: Partial<Bun.BuildConfig>): Promise<InlineText> {
  const { outputs } = await bundle(entry, options);
  const text = (await outputs[0]?.text())?.trim();
  if (!text || text.includes('</')) throw new Error(`${entry} cannot be inlined in a page`);
  return { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` };
}

/** Script URLs for each screen, keyed by the screen's file below `web/`, shared ones first. */
function scriptsByScreen({ filesOfModule }: BrowserBundle): Record<string, string[]> {
  const scripts: Record<string, string[]> = {};
  const paths = Object.values(PAGE_METADATA).flatMap(({ modulePath }) => modulePath ?? []);
  for (const modulePath of [...paths, DASHBOARD_MODULE]) {
    const files = filesOfModule.get(modulePath);
    if (!files) throw new Error(`no screen loads web/${modulePath} (page-metadata.ts)`);
    scripts[modulePath] = files.map(assetUrl);
  }
  return scripts;
}

function assetUrl(name: string): string {
  return `/assets/${name}`;
}

/** Writes a module that imports every file, so that the compiler embeds them in the executable. */
function renderEmbeddingModule(assets: readonly Asset[], page: object): string {
  const imports = assets.map(
    ({ file }, at) => `import f${at} from ${JSON.stringify(file)} with { type: 'file' };`,
  );
  const entries = assets.map(({ url, brotli = false }, at) => {
    const type = CONTENT_TYPES[url.split('.').pop() ?? ''] ?? 'application/octet-stream';
    return `  ${JSON.stringify(url)}: { type: ${JSON.stringify(type)}, file: f${at}, brotli: ${brotli} },`;
  });
  return `${imports.join('\n')}
const page = ${JSON.stringify(page)};
export default {
  assets: {
${entries.join('\n')}
  },
  async resolvePage(path) {
    const { resolvePage } = await import('./render-page.js');
    return resolvePage(path);
  },
  async renderPage(path, data) {
    const { renderPage } = await import('./render-page.js');
    return renderPage(path, data, page);
  },
};
`;
}

async function compileExecutable(): Promise<void> {
  const target = options.target ?? `bun-${process.platform}-${process.arch}`;
  await Bun.build({
    entrypoints: [join(root, 'src/main.ts')],
    minify: true,
    // Bytecode saves parsing two megabytes of JavaScript, half of the start-up time.
    bytecode: true,
    format: 'esm',
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.npm_package_version': JSON.stringify(readVersion()),
      'process.env.RELEASE_KEY_PEM': JSON.stringify(readReleaseKey()),
      'process.env.COMMIT_DATE': JSON.stringify(commitDate()),
      'process.env.RELEASE_TARGET': JSON.stringify(target.replace('bun-', '')),
    },
    compile: {
      outfile: executable,
      ...(options.target ? { target: target as Bun.Build.CompileTarget } : {}),
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  });
}

function readVersion(): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Empty until the publisher has created a key. */
function readReleaseKey(): string {
  const path = join(root, 'release-key.pem');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/**
 * The date of the commit rather than the build, so that one commit always gives the same bytes; empty outside a
 * clone.
 */
function commitDate(): string {
  if (!Bun.which('git')) return '';
  const { success, stdout } = Bun.spawnSync(['git', 'log', '-1', '--format=%cI'], {
    cwd: root,
    stderr: 'ignore',
  });
  return success ? stdout.toString().trim() : '';
}

function compressBrotli(bytes: Uint8Array): Uint8Array {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
}

async function build(): Promise<void> {
  const name = options.client ? 'dist/client' : relative(root, executable);
  console.log(`Building ${name}, which takes a minute or two …`);
  await buildClient();
  writeFileSync(noticesPath, await createThirdPartyNotices());
  if (!options.client) {
    await compileExecutable();
    if (!existsSync(executable)) throw new Error('the compiler wrote no executable');
  }
  console.log(`Built ${name} in ${(performance.now() / 1000).toFixed(1)} s.`);
}

// The bundler's threads don't keep this process alive, and an early end must not look like success.
const keepAliveTimer = setInterval(() => {}, 1000);
process.exitCode = 1;
if (options.client || options.outfile) await build();
else {
  // Taken before the build, so that a source saved meanwhile counts as a change.
  const digest = digestOfSources(root, `${commitDate()} ${options.target}`);
  const ifChanged = options['if-changed'] === true;
  if (!(await buildNoted({ executable, digest, ifChanged }, build)))
    console.log(`${relative(root, executable)} is up to date.`);
}
process.exitCode = 0;
clearInterval(keepAliveTimer);
