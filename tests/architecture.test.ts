import { expect, test } from 'bun:test';
import { dirname, join, relative, resolve } from 'node:path';
import { Glob } from 'bun';

const root = resolve(import.meta.dir, '..');
const MODULES = [
  'bookings',
  'courts',
  'receipts',
  'payments',
  'accounts',
  'oauth',
  'contact',
  'admin',
  'notifications',
  'backups',
  'health',
];

/** What a file may import, by where it lives; every other arrow is drawn the wrong way. */
function mayImport(from: string, to: string): boolean {
  const [top, module = ''] = from.split('/');
  const inDomain = to.startsWith('src/domain/');
  if (from.startsWith('src/domain/')) return inDomain;
  if (top === 'web') return inDomain || webMayImport(from, to);
  if (top === 'scripts' || top === 'tests') return true;
  if (from === 'src/main.ts') return true;
  if (from === 'src/serve.ts') return to.startsWith('src/');
  if (from === 'src/app.ts') return to.startsWith('src/') && to !== 'src/serve.ts';
  const shared = inDomain || /^src\/(db|config|images)\//.test(to);
  if (module === 'images') return inDomain || to.startsWith('src/images/');
  if (module === 'db') return inDomain || to.startsWith('src/db/');
  if (from === 'src/globals.d.ts') return to === 'src/http/page-server.ts';
  if (module === 'http') return shared || to.startsWith('src/http/');
  if (MODULES.includes(module))
    return shared || to === 'src/jobs.ts' || to.startsWith('src/http/') || to.startsWith(`src/${module}/`);
  // `cli/` holds what the commands of `scripts/admin` share; only a command starts the server.
  if (module === 'cli') return to.startsWith('src/') && !['src/app.ts', 'src/serve.ts'].includes(to);
  // `config/` and `jobs.ts` know the domain only.
  return inDomain || to.startsWith('src/config/');
}

const WEB_FOUNDATION = ['ui', 'lib', 'pictures'];

/** Inside `web/`: the app and the entry files → features → shared → ui and lib; features are separate. */
function webMayImport(from: string, to: string): boolean {
  const [, folder = ''] = from.split('/');
  const [, target = ''] = to.split('/');
  if (from.split('/').length === 2 || folder === 'app') return to.startsWith('web/');
  if (WEB_FOUNDATION.includes(target) || (folder === target && to.startsWith('web/'))) return true;
  return target === 'shared' && !WEB_FOUNDATION.includes(folder);
}

async function findImports(): Promise<{ from: string; to: string }[]> {
  const imports: { from: string; to: string }[] = [];
  for (const folder of ['src', 'web', 'scripts']) {
    for await (const name of new Glob('**/*.{ts,tsx}').scan(join(root, folder))) {
      const from = `${folder}/${name}`;
      const source = await Bun.file(join(root, from)).text();
      for (const [, target] of source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
        imports.push({ from, to: relative(root, join(root, dirname(from), target ?? '')) });
      }
    }
  }
  return imports;
}

test('imports go one way: web → domain ← rooms ← app ← main, and rooms do not know each other', async () => {
  const all = await findImports();
  expect(all.length).toBeGreaterThan(50);
  const wrong = all.filter(({ from, to }) => !mayImport(from, to));
  expect(wrong).toEqual([]);
});

test('the domain reads no clock and no environment', async () => {
  for await (const name of new Glob('**/*.ts').scan(join(root, 'src/domain'))) {
    const source = await Bun.file(join(root, 'src/domain', name)).text();
    expect([name, /\bDate\.now\b|new Date\(\)|process\.|\bBun\./.test(source)]).toEqual([name, false]);
  }
});

test('every file fits on a screen or two', async () => {
  const long: string[] = [];
  for (const folder of ['src', 'web', 'scripts']) {
    for await (const name of new Glob('**/*.{ts,tsx,mjs}').scan(join(root, folder))) {
      const lines = (await Bun.file(join(root, folder, name)).text()).split('\n').length;
      if (lines > 320) long.push(`${folder}/${name}: ${lines}`);
    }
  }
  expect(long).toEqual([]);
});

test('the layers of web/ reject an upward import and an import between features', () => {
  expect(mayImport('web/booking/payment-step.tsx', 'web/app/screens.ts')).toBe(false);
  expect(mayImport('web/account/bookings-tab.tsx', 'web/confirmation/ticket.tsx')).toBe(false);
  expect(mayImport('web/shared/session.tsx', 'web/account/devices.tsx')).toBe(false);
  expect(mayImport('web/lib/api.ts', 'web/shared/session.tsx')).toBe(false);
  expect(mayImport('web/booking/payment-step.tsx', 'web/shared/preload.tsx')).toBe(true);
  expect(mayImport('web/app/screens.ts', 'web/booking/booking-screen.tsx')).toBe(true);
});

test('no import circle, dynamic imports included', async () => {
  expect(findCircle(await findImports())).toEqual([]);
  const planted = ['app/screens', 'booking/booking-screen', 'booking/payment-step'].map(
    (name) => `web/${name}`,
  );
  const edges = planted.map((from, at) => ({ from, to: planted[(at + 1) % planted.length] ?? '' }));
  expect(findCircle(edges)).toEqual([...planted, 'web/app/screens']);
});

/** The files of the first circle found, which ends where it begins; empty without one. */
function findCircle(imports: readonly { from: string; to: string }[]): string[] {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const finished = new Set<string>();
  const visit = (file: string, path: string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (finished.has(file)) return [];
    for (const { to } of targets.get(file) ?? []) {
      const circle = visit(to, [...path, file]);
      if (circle.length > 0) return circle;
    }
    finished.add(file);
    return [];
  };
  for (const file of targets.keys()) {
    const circle = visit(file, []);
    if (circle.length > 0) return circle;
  }
  return [];
}
