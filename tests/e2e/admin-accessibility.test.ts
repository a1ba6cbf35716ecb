/**
 * Views and dialogs of the dashboard, on a filled club: axe finds nothing and nothing scrolls sideways. Others are
 * checked where a test fills them.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { checkScreen } from '../support/axe.ts';
import { bookAsGuest, tomorrow } from '../support/booking-wizard.ts';
import { DESKTOP, openSharedPage, waitForHydration } from '../support/browser-pages-and-waits.ts';
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

/** It waits for money on a day after those of the demo, which may have no such booking to come. */
const PENDING = BOOKINGS + 1;

/** At the end of the night no free hour is left on the day that the desk opens with. */
const DAY = `/admin?tab=desk&date=${tomorrow}`;

/** The path of each view, and what the test presses on it. */
const SCREENS: [name: string, path: string, buttons?: (string | RegExp)[]][] = [
  ['bookings', '/admin?tab=bookings'],
  ['new', '/admin', ['+ New']],
  ['nothing', '/admin?tab=bookings&q=nobody-at-all'],
  ['walk-in', DAY, [/free, book/, 'Book']],
  ['series', '/admin?tab=series'],
  ['close', DAY, ['+ New', 'Block time', 'Block time']],
  ['drawer', '/admin?tab=drawer'],
  ['actions', `/admin?booking=${PENDING}`, ['More actions']],
  ['ledger', '/admin?tab=ledger'],
  ['move', `/admin?booking=${PENDING}`, ['Move']],
  ['money', '/admin?tab=money'],
  ['customers', '/admin?tab=customers'],
  ['payment', '/admin?tab=money', [/^Take payment/]],
  ['staff', '/admin?tab=staff'],
  ['decide', '/admin?tab=bookings&status=pending', [/^More actions for booking/, 'Mark Paid']],
  ['users', '/admin?tab=users'],
  ['courts', '/admin?tab=courts'],
  ['messages', '/admin?tab=messages'],
  ['exception', '/admin?tab=calendar', ['Add an exception', 'Save', 'Ramadan']],
  ['add-court', '/admin?tab=courts', ['Add a court', 'Add the court']],
  ['week', '/admin?tab=calendar', [/^Change /]],
  ['add-feed', '/admin?tab=courts', ['Add a feed', 'Add the feed']],
  ['rate', '/admin?tab=calendar', ['Add a rate', 'Save the rate']],
  ['retire-court', '/admin?tab=courts', [/^Retire Court/, 'Retire the court']],
  ['insights', '/admin?tab=insights'],
];

let page: Awaited<ReturnType<typeof openSharedPage>>;
beforeAll(async () => {
  const booked = await bookAsGuest(club.url, { date: addDays(tomorrow, 40) });
  expect((await booked.json()).booking.id).toBe(PENDING);
  page = await openSharedPage({ viewport: DESKTOP });
  await signInAsAdmin(page, club);
  await page.goto(`${club.url}/admin?tab=outbox`);
  await waitForHydration(page);
});
afterAll(() => page.context().close());

/** Moves to an address of the dashboard as the browser's buttons do. */
const goTo = (path: string) =>
  page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

test('on a phone the ledger shows all sums of a row, and their total', async () => {
  await page.setViewportSize({ width: 360, height: 800 });
  await goTo('/admin?tab=ledger&dates=last30');
  const tables = page.locator('.money-totals .table-region');
  await tables.last().waitFor();
  const hidden = await tables.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
  expect(hidden).toEqual([0, 0]);
  const columnSums = await tables.evaluateAll((all) =>
    all.map((one) => {
      const sum = (rows: string) =>
        [...one.querySelectorAll(`${rows} td:nth-of-type(3)`)]
          .map((cell) => Number(cell.textContent.replace('−', '-').replaceAll(/[^\d-]/g, '')))
          .reduce((all, amount) => all + amount, 0);
      return [sum('tbody tr'), sum('tfoot tr:first-child')];
    }),
  );
  const total = columnSums[0]?.[1] ?? 0;
  expect(total).toBeGreaterThan(0);
  expect(columnSums).toEqual([
    [total, total],
    [total, total],
  ]);
  await page.setViewportSize(DESKTOP);
});

test.each(SCREENS)('%s', async (name, path, buttons = []) => {
  // A page load for each costs as much as axe. Another view in between closes what the screen before opened.
  await goTo('/admin?tab=outbox');
  await page.locator('main[data-view=outbox]').waitFor();
  await goTo(path);
  await page.locator('main:not([data-view=outbox]) .admin-content section').first().waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  for (const label of buttons) {
    const options = typeof label === 'string' ? { name: label, exact: true } : { name: label };
    await page.getByRole('button', options).last().click();
  }
  await checkScreen(page, `admin-${name}`);
  expect(page.errors.splice(0).filter((error) => !/40[09]|422/.test(error))).toEqual([]);
});
