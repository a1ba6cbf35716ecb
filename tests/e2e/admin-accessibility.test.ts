import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { signInAsAdmin } from '../support/admin-session.ts';
import { findAxeViolations } from '../support/axe.ts';
import { openPage } from '../support/browser.ts';
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

describe.each([
  { width: 1280, height: 800, scheme: 'light' },
  { width: 768, height: 1024, scheme: 'dark' },
  { width: 360, height: 800, scheme: 'light' },
  { width: 320, height: 700, scheme: 'dark' },
] as const)('at $width × $height, $scheme', ({ width, height, scheme }) => {
  const open = async (path: string) => {
    const page = await openPage({
      viewport: { width, height },
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    await signInAsAdmin(page, club);
    await page.goto(club.url + path);
    await page.getByRole('tabpanel').locator('section').first().waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    return page;
  };

  test('axe finds nothing on any tab and no tab scrolls sideways', async () => {
    for (const [name, path] of Object.entries(VIEWS)) {
      const page = await open(path);
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}-${scheme}.png`) });
      expect([name, await findAxeViolations(page)]).toEqual([name, []]);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([name, over]).toEqual([name, 0]);
      expect([name, page.errors]).toEqual([name, []]);
      await page.context().close();
    }
  });

  test('axe finds nothing in any dialog with its errors shown', async () => {
    for (const [name, path, buttons] of DIALOGS) {
      const page = await open(path);
      for (const label of buttons) {
        const target = page.getByRole(
          'button',
          typeof label === 'string' ? { name: label, exact: true } : { name: label },
        );
        const shown = target.last();
        if (await shown.isVisible()) await shown.click();
      }
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}-${scheme}.png`) });
      expect([name, await findAxeViolations(page)]).toEqual([name, []]);
      await page.context().close();
    }
  });
});
