import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { signInAsAdmin } from '../support/admin-session.ts';
import { COLOUR_RULES, findAxeViolations, SIZE_RULES } from '../support/axe.ts';
import { openSharedPage, waitForAnimations } from '../support/browser-pages-and-waits.ts';
import { EXECUTABLE, type ServerProcess, startServerProcess } from '../support/server-process.ts';

const SCREENSHOTS = resolve(import.meta.dir, '../artefacts/admin');
let club: ServerProcess;
beforeAll(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'padel-admin-'));
  const filled = Bun.spawn([EXECUTABLE, 'demo', '--data', dataDir, '--bookings', '600'], {
    stdout: 'ignore',
    stderr: 'ignore',
  });
  expect(await filled.exited).toBe(0);
  club = await startServerProcess({ dataDir });
});
afterAll(() => club.close());

const VIEWS: Record<string, string> = {
  tonight: '/admin',
  bookings: '/admin?tab=bookings',
  nothing: '/admin?tab=bookings&q=nobody-at-all',
  inbox: '/admin?tab=inbox',
  money: '/admin?tab=money',
  users: '/admin?tab=users',
  messages: '/admin?tab=messages',
  calendar: '/admin?tab=calendar',
  courts: '/admin?tab=courts',
  insights: '/admin?tab=insights',
  details: '/admin?booking=598',
};
/** What the test opens on a view before it checks it again. */
const DIALOGS: [name: string, view: string, buttons: (string | RegExp)[]][] = [
  ['decide', '/admin?tab=bookings&status=pending', [/^(Mark Paid|Cancel) booking/]],
  ['walk-in', '/admin', [/free, book a walk-in/, 'Book']],
  ['close', '/admin', ['Close a court', 'Close the court']],
  ['move', '/admin?booking=598', [/^(Move|Restore)$/]],
  ['court', '/admin?tab=courts', [/^Edit/]],
  ['exception', '/admin?tab=calendar', ['Add an exception', 'Ramadan', 'Add to the calendar']],
  ['rate', '/admin?tab=calendar', ['Add a rate', 'Save the rate']],
  ['add-court', '/admin?tab=courts', ['Add a court', 'Add the court']],
  ['add-feed', '/admin?tab=courts', ['Add a feed', 'Add the feed']],
  ['retire-court', '/admin?tab=courts', [/^Retire Court/, 'Retire the court']],
];

/** Each view is checked in full at the first size, in dark too, and at the second size for what depends on it. */
describe.each([
  [
    { width: 1280, height: 800 },
    { width: 768, height: 1024 },
  ],
  [
    { width: 360, height: 800 },
    { width: 320, height: 700 },
  ],
] as const)('at $width × $height and a smaller size', (size, smallerSize) => {
  let page: Awaited<ReturnType<typeof openSharedPage>>;
  beforeAll(async () => {
    page = await openSharedPage({ viewport: size, reducedMotion: 'reduce' });
    await signInAsAdmin(page, club);
  });
  afterAll(() => page.context().close());

  const open = async (path: string) => {
    await page.goto(club.url + path);
    await page.getByRole('tabpanel').locator('section').first().waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  };

  const check = async (name: string) => {
    const shoot = (width: number, scheme: string) =>
      page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}-${scheme}.png`) });
    const assertNothingFound = async (rules?: readonly string[]) => {
      expect([name, await findAxeViolations(page, rules)]).toEqual([name, []]);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([name, over]).toEqual([name, 0]);
    };
    await shoot(size.width, 'light');
    await assertNothingFound();
    await page.emulateMedia({ colorScheme: 'dark' });
    await assertNothingFound(COLOUR_RULES);
    await page.setViewportSize(smallerSize);
    await shoot(smallerSize.width, 'dark');
    await assertNothingFound([...COLOUR_RULES, ...SIZE_RULES]);
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: 'light' });
  };

  test.each(Object.entries(VIEWS))(
    '%s: axe finds nothing and nothing scrolls sideways',
    async (name, path) => {
      await open(path);
      await check(name);
      expect([name, page.errors]).toEqual([name, []]);
    },
  );

  test.each(DIALOGS)(
    'the dialog %s with its errors shown: axe finds nothing',
    async (name, path, buttons) => {
      await open(path);
      for (const label of buttons) {
        const target = page.getByRole(
          'button',
          typeof label === 'string' ? { name: label, exact: true } : { name: label },
        );
        const shown = target.last();
        if (await shown.isVisible()) await shown.click();
      }
      await waitForAnimations(page);
      await check(name);
    },
  );
});
