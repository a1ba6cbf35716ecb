import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { Glob } from 'bun';

const root = resolve(import.meta.dir, '..');
/** The server's modules from the ground up: each imports only earlier ones, and informs later ones through events. */
const MODULES = [
  'settings',
  'calendar',
  'courts',
  'contact',
  'outbox',
  'accounts',
  'oauth',
  'ledger',
  'extras',
  'payers',
  'bookings',
  'receipts',
  'payments',
  'plans',
  'bank',
  'series',
  'waitlist',
  'matches',
  'events',
  'tournaments',
  'due',
  'slots',
  'self-service',
  'notifications',
  'conversations',
  'whatsapp',
  'customers',
  'feeds',
  'backups',
  'health',
  'admin',
  'personal-data',
  'pages',
];

/** Whether a file may import another; every other direction is forbidden. */
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
  if (from === 'src/module-declarations.d.ts') return to === 'src/http/page-server.ts';
  if (module === 'http') return shared || to.startsWith('src/http/');
  if (MODULES.includes(module)) {
    const [, target = ''] = to.split('/');
    const isBelow = MODULES.includes(target) && MODULES.indexOf(target) <= MODULES.indexOf(module);
    return shared || isBelow || ['src/jobs.ts', 'src/version.ts'].includes(to) || to.startsWith('src/http/');
  }
  // Commands use the modules; only a command in `scripts/admin` starts the server.
  if (module === 'cli') return to.startsWith('src/') && !['src/app.ts', 'src/serve.ts'].includes(to);
  // `config/` and `jobs.ts` know only the domain.
  return inDomain || to.startsWith('src/config/');
}

const WEB_FOUNDATION = ['ui', 'lib', 'pictures'];

/** Inside `web/`: the app and entry files → features → shared → ui and lib; features are separate. */
function webMayImport(from: string, to: string): boolean {
  const [, folder = ''] = from.split('/');
  const [, target = ''] = to.split('/');
  if (from.split('/').length === 2 || folder === 'app') return to.startsWith('web/');
  if (WEB_FOUNDATION.includes(target) || (folder === target && to.startsWith('web/'))) return true;
  return target === 'shared' && !WEB_FOUNDATION.includes(folder);
}

/** Every source file by its path. */
async function readSources(folders: readonly string[]): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  for (const folder of folders) {
    for await (const name of new Glob('**/*.{ts,tsx}').scan(join(root, folder)))
      sources.set(`${folder}/${name}`, await Bun.file(join(root, folder, name)).text());
  }
  return sources;
}

function importsOf(sources: ReadonlyMap<string, string>): { from: string; to: string }[] {
  return [...sources].flatMap(([from, source]) =>
    [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target]) => ({
      from,
      to: relative(root, join(root, dirname(from), target ?? '')),
    })),
  );
}

const findWrongImports = (sources: ReadonlyMap<string, string>) =>
  importsOf(sources).filter(({ from, to }) => !mayImport(from, to));

test('a file only imports what is below it', async () => {
  const sources = await readSources(['src', 'web', 'scripts']);
  expect(sources.size).toBeGreaterThan(50);
  expect(findWrongImports(sources)).toEqual([]);
});

test.each([
  ['src/bookings/store.ts', '../receipts/store.ts'],
  ['src/settings/settings.ts', '../accounts/user-store.ts'],
  ['src/http/log.ts', '../accounts/user-store.ts'],
  ['src/db/club-db.ts', '../http/log.ts'],
  ['src/domain/slot.ts', '../db/club-db.ts'],
  ['src/jobs.ts', './app.ts'],
  ['src/cli/command.ts', '../serve.ts'],
  ['src/bookings/module.ts', '../app.ts'],
])('%s must not import %s', (from, to) => {
  expect(findWrongImports(new Map([[from, `const x = await import('${to}');`]]))).toHaveLength(1);
  expect(findWrongImports(new Map([[from, `import { x } from '${to}';`]]))).toHaveLength(1);
});

/** The folder or file that may write a table; everything else calls it. */
const TABLE_OWNERS: Record<string, string> = {
  setting: 'src/settings/',
  add_on: 'src/extras/',
  match: 'src/payers/',
  coach: 'src/events/',
  coach_busy: 'src/events/',
  coach_claim: 'src/events/',
  event: 'src/events/',
  event_attendance: 'src/events/',
  event_place: 'src/events/',
  event_session: 'src/events/',
  make_up: 'src/events/',
  tournament: 'src/tournaments/',
  tournament_game: 'src/tournaments/',
  tournament_player: 'src/tournaments/',
  tournament_seat: 'src/tournaments/',
  payer: 'src/payers/',
  booking: 'src/bookings/',
  booking_line: 'src/bookings/',
  booking_company: 'src/bookings/',
  booking_origin: 'src/bookings/',
  offer_origin: 'src/bookings/',
  place_origin: 'src/bookings/',
  claim: 'src/bookings/',
  closure: 'src/bookings/',
  waitlist_entry: 'src/waitlist/',
  offer: 'src/waitlist/',
  freed_slot: 'src/waitlist/',
  customer_note: 'src/customers/',
  contact_block: 'src/bookings/',
  series: 'src/series/',
  series_request: 'src/series/',
  idempotency: 'src/http/idempotency.ts',
  ledger_entry: 'src/ledger/',
  credit_entry: 'src/ledger/',
  shift: 'src/ledger/',
  staff_grant: 'src/ledger/',
  calendar_version: 'src/calendar/',
  promo_code: 'src/extras/',
  plan: 'src/plans/',
  plan_version: 'src/plans/',
  purchase: 'src/plans/',
  purchase_slot: 'src/plans/',
  purchase_friend: 'src/plans/',
  court: 'src/courts/',
  court_price: 'src/courts/',
  calendar_feed: 'src/feeds/',
  receipt: 'src/receipts/',
  bank_format: 'src/bank/',
  bank_statement: 'src/bank/',
  bank_line: 'src/bank/',
  bank_match: 'src/bank/',
  checkout: 'src/payments/',
  user: 'src/accounts/',
  session: 'src/accounts/',
  email_token: 'src/accounts/',
  passkey: 'src/accounts/',
  passkey_challenge: 'src/accounts/',
  totp: 'src/accounts/',
  recovery_code: 'src/accounts/',
  invitation: 'src/accounts/',
  personal_data_link: 'src/personal-data/',
  identity: 'src/oauth/',
  contact_message: 'src/contact/',
  outbox: 'src/outbox/',
  message_template: 'src/outbox/',
  conversation: 'src/conversations/',
  conversation_message: 'src/conversations/',
  whatsapp_callback: 'src/whatsapp/',
  backup_run: 'src/backups/',
  rate_limit: 'src/http/rate-limiter.ts',
  audit_log: 'src/db/audit-log.ts',
  sqlite_sequence: 'src/db/advance-row-ids.ts',
};
/** Totals and views that triggers maintain for a module's tables, and the secrets generated for a new club. */
const DERIVED_TABLES: Record<string, string> = {
  customer_booking: 'src/bookings/',
  secret: 'src/db/',
};
/** Other modules' tables that a folder may read with SQL; for the rest, it calls their modules. */
const FOREIGN_READS: Record<string, readonly string[]> = {
  admin: [
    'booking',
    'booking_line',
    'claim',
    'court',
    'customer_booking',
    'event',
    'ledger_entry',
    'passkey',
    'payer',
    'plan',
    'plan_version',
    'purchase',
    'totp',
    'user',
  ],
  backups: ['receipt'],
  bank: ['booking', 'ledger_entry', 'payer', 'receipt'],
  bookings: ['court', 'event', 'event_session', 'payer', 'user'],

  customers: ['customer_booking', 'payer', 'user'],
  events: ['claim', 'court', 'payer'],
  feeds: ['user'],
  ledger: ['bank_line', 'bank_match', 'outbox', 'payer', 'purchase_slot', 'receipt', 'user'],
  outbox: ['contact_message'],
  payers: ['booking', 'event_session'],
  plans: ['booking', 'booking_line', 'event_place', 'event_session', 'payer', 'user'],
  receipts: ['booking', 'customer_booking', 'ledger_entry', 'payer'],
  series: ['booking', 'court', 'customer_booking', 'user'],
  tournaments: ['event_place', 'payer'],
  waitlist: ['claim', 'court', 'offer_origin'],
};
/** Writers of a copy, a new club or one being upgraded, never of the club that the server has open. */
const OFFLINE_WRITERS = ['src/backups/strip-secrets.ts', 'src/cli/demo/', 'src/db/migrate.ts'];
const WRITE = /\b(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|UPDATE|DELETE\s+FROM)\s+([a-z_]+)/g;
const SQL =
  /\b(?:SELECT\s[\s\S]{1,400}?\sFROM\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|UPDATE\s+[a-z_]+\s+SET\s|DELETE\s+FROM\s)/;

function findForeignWrites(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([file, source]) => {
    if (OFFLINE_WRITERS.some((writer) => file.startsWith(writer))) return [];
    return [...source.matchAll(WRITE)]
      .map(([, table = '']) => table)
      .filter((table) => !file.startsWith(TABLE_OWNERS[table] ?? 'nobody'))
      .map((table) => `${file} writes ${table}`);
  });
}

/** `courts reads claim` for each undeclared read of another module's table. */
function findForeignReads(sources: ReadonlyMap<string, string>): string[] {
  const owners = { ...TABLE_OWNERS, ...DERIVED_TABLES };
  const found = [...sources].flatMap(([file, source]) => {
    const [, module = ''] = file.split('/');
    // The database knows its own tables, and commands prove or show what modules wrote.
    if (module === 'db' || module === 'cli') return [];
    return [...source.matchAll(/\b(?:FROM|JOIN)\s+([a-z_]+)/g)]
      .map(([, table = '']) => table)
      .filter((table) => table in owners && !file.startsWith(owners[table] ?? ''))
      .filter((table) => !FOREIGN_READS[module]?.includes(table))
      .map((table) => `${module} reads ${table}`);
  });
  return [...new Set(found)];
}

/**
 * SQL is allowed in `src/db`, in the rate limiter, in the idempotency store, in the offline commands, and in modules
 * outside their routes.
 */
function findMisplacedSql(sources: ReadonlyMap<string, string>): string[] {
  return [...sources]
    .filter(([file, source]) => SQL.test(source) && !maySpeakSql(file))
    .map(([file]) => file);
}

function maySpeakSql(file: string): boolean {
  if (file === TABLE_OWNERS.rate_limit || file === TABLE_OWNERS.idempotency || /^src\/(db|cli)\//.test(file))
    return true;
  const [, module = '', name = ''] = file.split('/');
  return MODULES.includes(module) && !/routes\.ts$|^module\.ts$/.test(name);
}

/** The audit log's details are JSON that only its own file reads. */
function findAuditReaders(sources: ReadonlyMap<string, string>): string[] {
  return [...sources]
    .filter(
      ([file]) =>
        file !== TABLE_OWNERS.audit_log && !OFFLINE_WRITERS.some((writer) => file.startsWith(writer)),
    )
    .filter(([, source]) => /\b(?:FROM|JOIN)\s+audit_log\b|audit_log\.details/.test(source))
    .filter(([file]) => file !== 'src/db/stored-instants.ts')
    .map(([file]) => file);
}

test('only the owner of a table writes it', async () => {
  const sources = await readSources(['src']);
  expect(findForeignWrites(sources)).toEqual([]);
  const written = [...sources.values()].flatMap((source) =>
    [...source.matchAll(WRITE)].map(([, table]) => table),
  );
  expect(new Set(written)).toEqual(new Set(Object.keys(TABLE_OWNERS)));
});

test('a module only reads declared tables of other modules', async () => {
  const sources = await readSources(['src']);
  expect(findForeignReads(sources)).toEqual([]);
  const unused = Object.keys(FOREIGN_READS).flatMap((module) =>
    (FOREIGN_READS[module] ?? []).filter(
      (table) =>
        ![...sources].some(
          ([file, source]) =>
            file.startsWith(`src/${module}/`) && new RegExp(`(?:FROM|JOIN)\\s+${table}\\b`).test(source),
        ),
    ),
  );
  expect(unused).toEqual([]);
});

test('only stores contain SQL, and only the audit log reads its details', async () => {
  const sources = await readSources(['src']);
  expect(findMisplacedSql(sources)).toEqual([]);
  expect(findAuditReaders(sources)).toEqual([]);
});

test('planted violations are found', () => {
  const planted = (file: string, sql: string) => new Map([[file, `tx.db.query(\`${sql}\`)`]]);
  const foreign = planted('src/receipts/store.ts', 'UPDATE booking SET payment_receipt = ?');
  expect(findForeignWrites(foreign)).toEqual(['src/receipts/store.ts writes booking']);
  const unknown = planted('src/bookings/store.ts', 'INSERT OR REPLACE\n INTO new_table VALUES (1)');
  expect(findForeignWrites(unknown)).toEqual(['src/bookings/store.ts writes new_table']);
  const read = planted('src/contact/store.ts', 'SELECT id FROM\n contact_message JOIN booking USING (email)');
  expect(findForeignReads(read)).toEqual(['contact reads booking']);
  expect(findMisplacedSql(planted('src/app.ts', 'DELETE FROM claim'))).toEqual(['src/app.ts']);
  const inRoutes = planted('src/bookings/admin-routes.ts', 'SELECT id\n  FROM booking');
  expect(findMisplacedSql(inRoutes)).toEqual(['src/bookings/admin-routes.ts']);
  const reader = planted('src/payments/checkout-store.ts', "SELECT details ->> 'x' FROM audit_log");
  expect(findAuditReaders(reader)).toEqual(['src/payments/checkout-store.ts']);
});

test('the domain reads no clock and no environment', async () => {
  for await (const name of new Glob('**/*.ts').scan(join(root, 'src/domain'))) {
    const source = await Bun.file(join(root, 'src/domain', name)).text();
    expect([name, /\bDate\.now\b|new Date\(\)|process\.|\bBun\./.test(source)]).toEqual([name, false]);
  }
});

test("what serves requests reads the club's clock, and only programs the machine's", async () => {
  const readers = [...(await readSources(['src']))].flatMap(([file, source]) =>
    /\bDate\.now\b|new Date\(\)/.test(source) && !/^src\/(cli|backups)\//.test(file) ? [file] : [],
  );
  expect(readers.toSorted()).toEqual(['src/admin/check-address.ts', 'src/http/log.ts', 'src/serve.ts']);
});

test('only removeTree removes folders, which works on every disk', async () => {
  const users = [...(await readSources(['src']))].flatMap(([file, source]) =>
    /\brm(Sync)?\([^;]*recursive: true/.test(source) ? [file] : [],
  );
  expect(users).toEqual([]);
});

test("only one module in web/ reads the device's clock", async () => {
  const readers: string[] = [];
  for await (const name of new Glob('**/*.{ts,tsx}').scan(join(root, 'web'))) {
    const source = await Bun.file(join(root, 'web', name)).text();
    if (/\bDate\.now\b|new Date\(\)/.test(source)) readers.push(name);
  }
  expect(readers).toEqual(['lib/server-time.ts']);
});

test('the layers of web/ reject an upward import and an import between features', () => {
  expect(mayImport('web/booking/payment-step.tsx', 'web/app/screens.ts')).toBe(false);
  expect(mayImport('web/account/bookings-tab.tsx', 'web/confirmation/success-screen.tsx')).toBe(false);
  expect(mayImport('web/shared/session.tsx', 'web/account/device-list.tsx')).toBe(false);
  expect(mayImport('web/lib/api.ts', 'web/shared/session.tsx')).toBe(false);
  expect(mayImport('web/booking/payment-step.tsx', 'web/shared/screen-preload-context.tsx')).toBe(true);
  expect(mayImport('web/app/screens.ts', 'web/booking/booking-screen.tsx')).toBe(true);
});

test('there is no import cycle at run time, dynamic imports included', async () => {
  const sources = await readSources(['src', 'web', 'scripts']);
  const atRunTime = [...sources].map(([file, source]) => [file, withoutTypeImports(source)] as const);
  expect(findCircle(importsOf(new Map(atRunTime)))).toEqual([]);
  const planted = ['app/screens', 'booking/booking-screen', 'booking/payment-step'].map(
    (name) => `web/${name}`,
  );
  const edges = planted.map((from, at) => ({ from, to: planted[(at + 1) % planted.length] ?? '' }));
  expect(findCircle(edges)).toEqual([...planted, 'web/app/screens']);
});

/** The domain, which every part reads, has none among its types either. */
test('no circle in the domain, types included', async () => {
  expect(findCircle(importsOf(await readSources(['src/domain'])))).toEqual([]);
});

/** Where each way of doing a thing in the browser is written; everything else in web/ calls it. */
const ONE_WAY: Record<string, { written: RegExp; files: readonly string[] }> = {
  form: { written: /from 'formik'/, files: ['web/lib/use-form.ts'] },
  toast: { written: /'sonner'/, files: ['web/lib/toast.ts', 'web/app/toaster.tsx'] },
  'foot of a dialog': { written: /className="admin-dialog-foot"/, files: ['web/admin/dialog-foot.tsx'] },
  'key of a booking': {
    written: /'x-booking-key'/,
    files: ['web/lib/opened-link.ts', 'web/lib/stored-booking-keys.ts'],
  },
};

test('the browser has one way to make a form, a toast, a dialog and a call with a key', async () => {
  const sources = [...(await readSources(['web']))];
  for (const [name, { written, files }] of Object.entries(ONE_WAY)) {
    const found = sources.filter(([, source]) => written.test(source)).map(([file]) => file);
    expect([name, found.toSorted()]).toEqual([name, [...files].toSorted()]);
  }
});
function withoutTypeImports(source: string): string {
  return source.replace(/^(?:import|export) type [^;]+;/gm, '');
}

/** The files of the first cycle found, ending where it begins; empty if there is none. */
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

/** The project files that a document names but that don't exist. */
function findDeadPaths(document: string): string[] {
  const paths = document.match(/\b(?:src|web|tests|scripts)\/[\w./@-]*\w/g) ?? [];
  return paths.filter((path) => !existsSync(join(root, path)));
}

test('every path that a document names exists', async () => {
  const documents: string[] = [];
  for (const pattern of ['*.md', '{data,scripts,src,tests,web}/**/*.md'])
    documents.push(...(await Array.fromAsync(new Glob(pattern).scan(root))));
  expect(documents).toContain('README.md');
  const dead: string[] = [];
  for (const name of documents) {
    const text = await Bun.file(join(root, name)).text();
    dead.push(...findDeadPaths(text).map((path) => `${name}: ${path}`));
  }
  expect(dead).toEqual([]);
  expect(findDeadPaths('See `src/bookings/store.ts` and `src/bookings/moves.ts`.')).toEqual([
    'src/bookings/moves.ts',
  ]);
});

test('ARCHITECTURE.md names every table with its owner', async () => {
  const lines = (await Bun.file(join(root, 'ARCHITECTURE.md')).text()).split('\n');
  const unnamed = Object.entries({ ...TABLE_OWNERS, ...DERIVED_TABLES }).filter(([table, owner]) => {
    const folder = owner.split('/').slice(0, 2).join('/');
    return !lines.some((line) => line.startsWith(`| \`${folder}\``) && line.includes(`\`${table}\``));
  });
  expect(unnamed).toEqual([]);
});
