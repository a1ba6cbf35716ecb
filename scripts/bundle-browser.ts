/** Bundles the browser's code: Bun splits it into files, Rollup joins the small ones, and Bun shortens the names. */
import { rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type OutputChunk, type Plugin, rollup } from '@rollup/wasm-node';
import { DASHBOARD_MODULE } from '../web/app/page-metadata.ts';
import { clientPlugin } from './client-build-plugin.ts';

const root = resolve(import.meta.dir, '..');
const MAIN = 'main.tsx';
const WIZARD = 'booking/booking-screen.tsx';
const LATER_STEPS = 'booking/later-steps.ts';
const CONFIRMATION = 'confirmation/success-screen.tsx';
/** Loaded by every page after its own files. */
const TOASTER = 'app/toaster.tsx';
const HOME = 'landing/landing-screen.tsx';
const MANAGE = 'manage/manage-screen.tsx';
/** Other screens that visitors open first; they load none of the wizard's code. */
const LIGHT_SCREENS = [
  'account/login-screen.tsx',
  'account/register-screen.tsx',
  'contact/contact-screen.tsx',
  'policies/terms-screen.tsx',
];

export interface BrowserBundle {
  /** File names in `outdir`. */
  files: string[];
  /** The files of each module imported on demand, keyed by its path below `web/`, shared ones first. */
  filesOfModule: Map<string, string[]>;
}

export async function bundleBrowser(outdir: string): Promise<BrowserBundle> {
  const splitDir = join(outdir, '../split');
  const split = await splitCode(splitDir);
  const chunks = await joinChunks(split, splitDir, outdir);
  rmSync(splitDir, { recursive: true, force: true });
  await Promise.all(chunks.map(({ fileName }) => minify(join(outdir, fileName))));
  const main = withImports(chunks, chunkOfModule(split, MAIN));
  const filesOfModule = new Map<string, string[]>();
  for (const [module, splitChunk] of split.chunkOf)
    filesOfModule.set(module, [...new Set([...main, ...withImports(chunks, splitChunk)])]);
  return { files: chunks.map(({ fileName }) => fileName), filesOfModule };
}

interface SplitCode {
  /** The file of each module imported on demand, keyed by its path below `web/`. */
  chunkOf: Map<string, string>;
  /** The static imports of each file. */
  imports: Map<string, string[]>;
}

async function splitCode(outdir: string): Promise<SplitCode> {
  const { metafile } = await Bun.build({
    entrypoints: [join(root, 'web', MAIN)],
    outdir,
    target: 'browser',
    splitting: true,
    // Rollup lists a file's needs in the file that imports it, so that the browser asks for everything at once.
    modulePreload: false,
    naming: '[name]-[hash].[ext]',
    // Names are shortened later, when the files are joined.
    minify: { syntax: true, whitespace: true, identifiers: false },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [clientPlugin],
    metafile: true,
  });
  const split: SplitCode = { chunkOf: new Map(), imports: new Map() };
  for (const [path, { entryPoint, imports }] of Object.entries(metafile?.outputs ?? {})) {
    const statics = imports.filter(({ kind }) => kind === 'import-statement');
    split.imports.set(
      basename(path),
      statics.map((used) => basename(used.path)),
    );
    // The entry point is relative to the current folder.
    const [, file] = /(?:^|[\\/])web[\\/](.+)$/.exec(entryPoint ?? '') ?? [];
    if (file) split.chunkOf.set(file.replaceAll('\\', '/'), basename(path));
  }
  return split;
}

/**
 * Bun makes a file for each set of screens that share a module, so the wizard would load eighteen small files, which
 * compress badly and queue up on a slow network. Here it loads its own file and a shared one, then one for its later
 * steps and one for the confirmation, plus what forms need.
 */
async function joinChunks(split: SplitCode, from: string, outdir: string): Promise<OutputChunk[]> {
  const reach = (modules: readonly string[]) => {
    const found = new Set(modules.map((module) => chunkOfModule(split, module)));
    for (const chunk of found) for (const imported of split.imports.get(chunk) ?? []) found.add(imported);
    return found;
  };
  const main = reach([MAIN]);
  const home = reach([HOME]);
  const light = reach([HOME, ...LIGHT_SCREENS]);
  const wizard = reach([WIZARD]);
  const laterSteps = reach([LATER_STEPS]);
  const confirmation = reach([CONFIRMATION]);
  const toaster = reach([TOASTER]);
  const manage = reach([MANAGE]);
  const dashboard = reach([DASHBOARD_MODULE]);
  const customers = reach([...split.chunkOf.keys()].filter((module) => !/^(admin|setup)\//.test(module)));
  // Requests an imported file's own imports together with it, instead of after the browser has read it.
  const importInOneWave: Plugin['renderDynamicImport'] = ({ chunk, getTargetChunkImports }) => {
    const imports = (getTargetChunkImports() ?? []).flatMap((target) =>
      target.type === 'internal' && !target.chunk.isEntry ? target.resolvedImportPath : [],
    );
    // The landing page's own files stay as small as they are.
    if (imports.length === 0 || chunk.moduleIds.some((id) => home.has(basename(id)))) return null;
    const beside = imports.map((path) => `import(${path}),`).join('');
    return { left: `Promise.all([${beside}import(`, right: ')]).then((files) => files.at(-1))' };
  };
  const bundle = await rollup({
    input: join(from, chunkOfModule(split, MAIN)),
    treeshake: false,
    preserveEntrySignatures: false,
    // A different minifier gives different bytes for the same code.
    plugins: [{ name: 'browser', augmentChunkHash: () => Bun.version, renderDynamicImport: importInOneWave }],
  });
  const { output } = await bundle.write({
    dir: outdir,
    entryFileNames: 'main-[hash].js',
    // Bun's name already includes a hash.
    chunkFileNames: ({ name }) => `${name.replace(/-[0-9a-z]{8}$/, '')}-[hash].js`,
    onlyExplicitManualChunks: true,
    // Each set contains its files' imports, so no file imports one from a later set.
    manualChunks(id) {
      const chunk = basename(id);
      if (main.has(chunk) || (home.has(chunk) && wizard.has(chunk))) return 'main';
      if (home.has(chunk) || toaster.has(chunk)) return undefined;
      if (wizard.has(chunk)) return light.has(chunk) || manage.has(chunk) ? 'common' : 'wizard';
      if (chunk === chunkOfModule(split, MANAGE)) return undefined;
      if (manage.has(chunk)) return light.has(chunk) ? 'forms' : 'manage';
      if (laterSteps.has(chunk) || confirmation.has(chunk)) {
        if (light.has(chunk)) return 'forms';
        return laterSteps.has(chunk) ? 'later-steps' : 'confirmation';
      }
      if (light.has(chunk) || !dashboard.has(chunk)) return undefined;
      return customers.has(chunk) ? 'parts' : 'dashboard';
    },
  });
  await bundle.close();
  return output.filter((file) => file.type === 'chunk');
}

/** The file that contains a file of the first bundle, plus its static imports. */
function withImports(chunks: readonly OutputChunk[], splitChunk: string): Set<string> {
  const own = chunks.find(({ moduleIds }) => moduleIds.some((id) => basename(id) === splitChunk));
  if (!own) throw new Error(`no file has ${splitChunk}`);
  const files = new Set([own.fileName]);
  for (const file of files)
    for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
      files.add(imported);
  return files;
}

function chunkOfModule({ chunkOf }: SplitCode, module: string): string {
  const chunk = chunkOf.get(module);
  if (!chunk) throw new Error(`the client bundle has no file for web/${module}`);
  return chunk;
}

async function minify(file: string): Promise<void> {
  const { outputs } = await Bun.build({
    entrypoints: [file],
    target: 'browser',
    external: ['*'],
    minify: true,
  });
  const [output] = outputs;
  if (!output) throw new Error(`${file} could not be minified`);
  await Bun.write(file, await output.text());
}
