/** To do with one line of each kind; each is done from its line, in at most two taps, on a phone. */
import { expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { startInstantOf } from '../../src/domain/slot.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { findAxeViolations } from '../support/axe.ts';
import { openPage, PHONE } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { fakeTimeEnv } from '../support/faketime-environment.ts';
import { fillInbox, INBOX_NAMES } from '../support/fill-admin-inbox.ts';
import { queryAll } from '../support/run-sql.ts';
import { startServerProcess } from '../support/server-process.ts';
import { waitUntil } from '../support/wait-until.ts';

/** The next evening at 8:10 PM, so that the shift is forward. */
const EVENING = addDays(clubToday(), 1);
const OFFSET = startInstantOf(EVENING, 40) + 10 * 60_000 - Date.now();

test('each line of To do is done in place in at most two taps', async () => {
  const env = await fakeTimeEnv(OFFSET);
  const club = await startServerProcess({ env });
  const page = await openPage({ viewport: PHONE, hasTouch: true });
  await page.clock.setFixedTime(Date.now() + OFFSET);
  await signInAsAdmin(page, club, 'owner', OFFSET);
  // The server makes up for the backup that its clock has passed; then the failed one is the newest.
  await waitUntil(() => queryAll(club.dataDir, 'SELECT id FROM backup_run WHERE ok = 1').length > 0);
  await fillInbox(club, page, EVENING, Date.now() + OFFSET);
  await page.goto(`${club.url}/admin?tab=todo`);

  let taps = 0;
  const tap = async (name: string | RegExp, within: Page | Locator = page) => {
    taps += 1;
    await within.getByRole('button', { name }).last().tap();
  };
  /** Waits until the line has left, and the number at the place has fallen by one. */
  const done = async (what: string, line: Locator) => {
    expect([what, taps <= 2]).toEqual([what, true]);
    taps = 0;
    await line.waitFor({ state: 'detached' });
    left -= 1;
    await page.getByRole('link', { name: left > 0 ? `To do ${left}` : 'To do', exact: true }).waitFor();
  };
  const line = (name: string) =>
    page
      .getByRole('tabpanel')
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`^${name}`) });
  // Two receipts, a late one, one unpaid, one refund, a wave, a series, a failed letter, an alarm. The unread message
  // is listed and not counted.
  let left = 9;
  await page.getByRole('link', { name: `To do ${left}`, exact: true }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  // The warnings above take one line each, so the first receipt can be decided on without scrolling.
  const approve = page.getByRole('button', { name: `Approve the payment of ${INBOX_NAMES.receipt}` });
  const bar = await page.getByRole('navigation', { name: 'Admin sections' }).boundingBox();
  const box = await approve.boundingBox();
  expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  for (const summary of await page.locator('.inbox-warning > summary').all())
    expect((await summary.boundingBox())?.height).toBeLessThan(50);

  await page.getByRole('link', { name: '1 unread message' }).waitFor();
  // A picture that came twice stands beside the other one, and an approval asks first.
  const doubted = line(INBOX_NAMES.badReceipt);
  expect(await doubted.getByRole('img').count()).toBe(2);
  await doubted.getByText(`by ${INBOX_NAMES.late}`).waitFor();
  await doubted.getByRole('button', { name: `Approve the payment of ${INBOX_NAMES.badReceipt}` }).tap();
  await doubted.getByText('Has PKR 4,000 arrived in the bank for this booking?').waitFor();

  await tap(`Approve the payment of ${INBOX_NAMES.receipt}`);
  await done('receipt approved', line(INBOX_NAMES.receipt));
  // The next receipt has the focus, and what was approved stands above it, to be undone.
  await page.waitForFunction(() => document.activeElement?.matches('.admin-receipt-picture'));
  expect(await doubted.locator(':focus').count()).toBe(1);
  const approved = page.getByRole('status').filter({ hasText: `Approved: ${INBOX_NAMES.receipt}, PKR` });
  await approved.getByRole('button', { name: /^Undo/ }).tap();
  await line(INBOX_NAMES.receipt).waitFor();
  await approved.waitFor({ state: 'detached' });
  // Beside the large picture it can be decided on, too.
  await line(INBOX_NAMES.receipt)
    .getByRole('button', { name: /^Show large/ })
    .tap();
  const large = page.getByRole('dialog', { name: /^Receipt for booking/ });
  await large.getByRole('button', { name: 'Reject receipt' }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await large.getByRole('button', { name: `Approve the payment of ${INBOX_NAMES.receipt}` }).tap();
  await line(INBOX_NAMES.receipt).waitFor({ state: 'detached' });
  await approved.waitFor();
  await tap('Reject receipt', doubted);
  await page.getByLabel('Reason').fill('The picture shows another amount.');
  await tap('Reject receipt', page.getByRole('dialog'));
  await done('receipt rejected', line(INBOX_NAMES.badReceipt));
  await tap(/^Restore, .*booking/);
  await tap('Restore');
  await done('late receipt', line(INBOX_NAMES.late));
  await tap(`Take payment from ${INBOX_NAMES.unpaid}`);
  await tap(/^Take PKR/);
  await done('unpaid and soon', line(INBOX_NAMES.unpaid));
  await tap(`Give back to ${INBOX_NAMES.refund}`);
  await tap(/^Give back PKR/);
  await done('money to give back', line(INBOX_NAMES.refund));
  // The network's sixth unpaid booking is the one whose receipt was rejected.
  await page.getByText('unpaid from one source').tap();
  taps += 1;
  await tap('Release 6 bookings without a receipt');
  await done('unusual holds', page.getByText('unpaid from one source'));
  await tap(`Let it end: the weekly booking of ${INBOX_NAMES.series}`);
  await done('series that ends', line(INBOX_NAMES.series));
  await tap(/^Retry/);
  await done('failed letter', page.getByRole('heading', { name: /^Not sent/ }));

  await page.getByText('Backups need a look').tap();
  await page.getByText('The last attempt failed: The stick is full.').waitFor();
  await page.getByRole('link', { name: 'See the backups' }).first().tap();
  await page.getByText('The stick is full.').first().waitFor();
  club.database((db) => db.run("UPDATE backup_run SET ok = 1, message = '' WHERE ok = 0"));
  await page.goto(`${club.url}/admin?tab=todo`);
  await page.getByText('Nothing is waiting. All receipts are checked.').waitFor();
  expect(page.errors).toEqual([]);
  await page.context().close();
  await club.close();
}, 180_000);
