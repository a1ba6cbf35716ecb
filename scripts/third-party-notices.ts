/** The licences of all packages inside the executable, from the bundler's list of inputs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compile, Logger } from 'sass';
import { clientPlugin } from './client-build-plugin.ts';

const root = resolve(import.meta.dir, '..');
/** The build writes them here and embeds them. */
export const noticesPath = join(root, 'dist/NOTICE');

/** Licences that allow distributing the executable with their texts. */
const ALLOWED_LICENSES = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'OFL-1.1',
];

interface EmbeddedPackage {
  name: string;
  version: string;
  license: string;
  text: string;
}

/** Folders below node_modules whose code is in the executable. Needs `dist/client` from a build. */
export async function findEmbeddedPackages(): Promise<string[]> {
  const folders = new Set<string>();
  for (const [entry, target] of [
    ['web/main.tsx', 'browser'],
    ['web/render-page.tsx', 'bun'],
    ['src/main.ts', 'bun'],
  ] as const) {
    const built = await Bun.build({
      entrypoints: [join(root, entry)],
      target,
      splitting: target === 'browser',
      minify: true,
      metafile: true,
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [clientPlugin],
      external: ['#notices'],
    });
    for (const { inputs } of Object.values(built.metafile?.outputs ?? {})) {
      for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
        if (bytesInOutput > 0) folders.add(packageFolderOf(path));
      }
    }
  }
  // The bundler doesn't see the Sass files, which are compiled earlier.
  for (const url of compile(join(root, 'web/styles/pico.scss'), { logger: Logger.silent }).loadedUrls)
    folders.add(packageFolderOf(url.pathname));
  folders.delete('');
  return [...folders].sort();
}

/** The innermost `node_modules/@scope/name` of a path; empty for one of this project's files. */
function packageFolderOf(path: string): string {
  const start = path.lastIndexOf('node_modules/');
  if (start < 0) return '';
  const [first = '', second = ''] = path.slice(start + 'node_modules/'.length).split('/');
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  const firstStart = path.indexOf('node_modules/');
  const parent = firstStart < start ? path.slice(firstStart, start) : '';
  return `${parent}node_modules/${name}`;
}

/** Reads a package folder's manifest and licence file. */
export function readPackage(folder: string): EmbeddedPackage {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
    author?: string | { name?: string };
  };
  const license = manifest.license ?? 'unknown';
  const author = typeof manifest.author === 'string' ? manifest.author : (manifest.author?.name ?? '');
  const text =
    readLicenseText(join(root, folder)) ?? standardLicenseText(license, author.replace(/\s*[<(].*/, ''));
  if (!text) throw new Error(`${manifest.name} has no licence text`);
  return { name: manifest.name, version: manifest.version, license, text };
}

function readLicenseText(folder: string): string | null {
  const names = readdirSync(folder).filter((name) =>
    /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i.test(name),
  );
  return names.length > 0
    ? names.map((name) => normalizeText(readFileSync(join(folder, name), 'utf8'))).join('\n\n')
    : null;
}

/** The standard text of a licence, for packages that name it without including it. */
function standardLicenseText(license: string, author: string): string | null {
  const own = normalizeText(readFileSync(join(root, 'LICENSE'), 'utf8'));
  if (license === 'MIT') return own.replace(/^Copyright .*$/m, `Copyright (c) ${author || 'the authors'}`);
  const apache = join(root, 'node_modules/libphonenumber-js/LICENSE.Apache');
  return license === 'Apache-2.0' && existsSync(apache) ? normalizeText(readFileSync(apache, 'utf8')) : null;
}

const normalizeText = (text: string) =>
  text
    .replace(/\r/g, '')
    .replace(/[ \t]+$/gm, '')
    .trim();

export async function createThirdPartyNotices(): Promise<string> {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const packages = (await findEmbeddedPackages()).map(readPackage);
  packages.push({
    name: 'Unbounded (typeface, cut to the letters in use)',
    version: '',
    license: 'OFL-1.1',
    text: normalizeText(readFileSync(join(root, 'web/fonts/OFL.txt'), 'utf8')),
  });
  for (const { name, license } of packages) {
    if (!ALLOWED_LICENSES.includes(license))
      throw new Error(`${name} has the licence ${license}, which is not on the list of allowed licences`);
  }
  const byText = Map.groupBy(packages, (part) => part.text);
  const titleOf = ({ name, version, license }: EmbeddedPackage) =>
    `${[name, version].filter(Boolean).join(' ')} (${license})`;
  return `padel-club contains the work of others. These are their notices.

Bun ${devDependencies.bun} (MIT), the runtime inside the executable, Copyright (c) its authors, https://bun.sh.
It holds JavaScriptCore and parts of WebKit (LGPL 2), and further libraries under MIT, BSD, Apache 2.0 and
similar licences; their list and texts stand at https://bun.sh/docs/project/license. The source of its
JavaScriptCore is at https://github.com/oven-sh/WebKit; that of padel-club, from which the executable can be
put together again with a changed Bun (\`bun scripts/build.ts\`), comes with padel-club.

sonner, listed below, is changed while the client is built: it does not insert its style sheet.

${packages.map(titleOf).join('\n')}
${[...byText]
  .map(
    ([text, same]) => `\n${'='.repeat(78)}\n${same.map(titleOf).join('\n')}\n${'='.repeat(78)}\n\n${text}\n`,
  )
  .join('')}`;
}
