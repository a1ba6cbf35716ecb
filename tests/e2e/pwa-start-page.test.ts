/** The site as an installed app: it starts at its own address, without an address bar. */
import { expect, test } from 'bun:test';
import { createWizardPage, tomorrow } from '../support/booking-wizard.ts';
import { openPage, waitForHydration } from '../support/browser-pages-and-waits.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile();

/** Lets the page believe that it has a window of its own. */
function pretendInstalled(): void {
  const { matchMedia } = globalThis;
  globalThis.matchMedia = (query) =>
    query === '(display-mode: standalone)' ? matchMedia('all') : matchMedia.call(globalThis, query);
}

test('the app opens on the next booking, and on the landing page without one', async () => {
  const page = await openPage();
  await page.addInitScript(pretendInstalled);
  await page.goto(club.url);
  await waitForHydration(page);
  expect(page.url()).toBe(`${club.url}/`);

  const wizard = createWizardPage(page, club.url);
  await wizard.open(`?court=1&date=${tomorrow}`);
  await wizard.tap(36, 37);
  await wizard.goToPayment('Cash');
  await wizard.complete();
  await page.waitForURL('**/success?*');
  await page.locator('.ticket .badge').waitFor();

  await page.goto(club.url);
  await page.waitForURL('**/manage?booking_id=1');
  await page.getByText('Court 1 - Premium Panoramic').first().waitFor();
  // Home is still one press away.
  await page.locator('.site-header a[href="/"]').first().click();
  await page.getByRole('heading', { name: 'Sport. Sip. Social.' }).waitFor();
  expect(page.errors).toEqual([]);
});
