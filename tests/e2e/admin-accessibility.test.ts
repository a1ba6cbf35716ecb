/** Every view and dialog of the dashboard, on a filled club: axe finds nothing and nothing scrolls sideways. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { signInAsAdmin } from '../support/admin-session.ts';
import { checkScreen } from '../support/axe.ts';
import { DESKTOP, openSharedPage } from '../support/browser-pages-and-waits.ts';
import { makeTempDir } from '../support/data-dir.ts';
import { runCommand } from '../support/run-command.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const BOOKINGS = 24;
const club = serverForTestFile(async () => {
  const dataDir = makeTempDir();
  const filled = await runCommand(['demo', '--data', dataDir, '--bookings', String(BOOKINGS)]);
  expect(filled.exitCode).toBe(0);
  return { dataDir };
});

/** The path of each view, and what the test presses on it. */
const SCREENS: [name: string, path: string, buttons?: (string | RegExp)[]][] = [
  ['desk', '/admin'],
  ['bookings', '/admin?tab=bookings'],
  ['nothing', '/admin?tab=bookings&q=nobody-at-all'],
  ['to-do', '/admin?tab=todo'],
  ['series', '/admin?tab=series'],
  ['money', '/admin?tab=money'],
  ['drawer', '/admin?tab=drawer'],
  ['ledger', '/admin?tab=ledger'],
  ['payment', '/admin?tab=money', [/^Take payment/]],
  ['customers', '/admin?tab=customers'],
  ['staff', '/admin?tab=staff'],
  ['message-log', '/admin?tab=outbox'],
  ['users', '/admin?tab=users'],
  ['messages', '/admin?tab=messages'],
  ['calendar', '/admin?tab=calendar'],
  ['courts', '/admin?tab=courts'],
  ['insights', '/admin?tab=insights'],
  ['details', `/admin?booking=${BOOKINGS - 2}`],
  ['actions', `/admin?booking=${BOOKINGS - 2}`, ['More actions']],
  ['new', '/admin', ['+ New']],
  ['decide', '/admin?tab=bookings&status=pending', [/^More actions for booking/, /^(Mark Paid|Cancel)$/]],
  ['walk-in', '/admin', [/free, book a walk-in/, 'Book']],
  ['close', '/admin', ['+ New', 'Close a court', 'Close the court']],
  ['move', `/admin?booking=${BOOKINGS - 2}`, [/^(Move|Restore)$/]],
  ['court', '/admin?tab=courts', [/^Edit/]],
  ['exception', '/admin?tab=calendar', ['Add an exception', 'Save', 'Ramadan']],
  ['week', '/admin?tab=calendar', [/^Change /]],
  ['rate', '/admin?tab=calendar', ['Add a rate', 'Save the rate']],
  ['add-court', '/admin?tab=courts', ['Add a court', 'Add the court']],
  ['add-feed', '/admin?tab=courts', ['Add a feed', 'Add the feed']],
  ['retire-court', '/admin?tab=courts', [/^Retire Court/, 'Retire the court']],
];

let page: Awaited<ReturnType<typeof openSharedPage>>;
beforeAll(async () => {
  page = await openSharedPage({ viewport: DESKTOP });
  await signInAsAdmin(page, club);
});
afterAll(() => page.context().close());

test.each(SCREENS)('%s', async (name, path, buttons = []) => {
  await page.goto(club.url + path);
  await page.locator('.admin-content section').first().waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  for (const label of buttons) {
    const options = typeof label === 'string' ? { name: label, exact: true } : { name: label };
    const target = page.getByRole('button', options).last();
    if (await target.isVisible()) await target.click();
  }
  await checkScreen(page, `admin-${name}`);
  expect(page.errors.splice(0).filter((error) => !/40[09]|422/.test(error))).toEqual([]);
});
