/** What a visitor sees and can press of the wizard before its code has arrived. */
import { expect, test } from 'bun:test';
import { tomorrow } from '../support/booking-wizard.ts';
import { openPage, settle, waitForHydration } from '../support/browser-pages-and-waits.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile();

/** Runs in the page. */
function countVisibleSlots(): number {
  const bar = document.querySelector('.booking-bar')?.getBoundingClientRect().top ?? innerHeight;
  return [...document.querySelectorAll('.starts .slot')].filter((slot) => {
    const { left, right, bottom } = slot.getBoundingClientRect();
    return left >= 0 && right <= innerWidth && bottom <= bar;
  }).length;
}

/** Runs in the page. */
function recordShifts(): void {
  const recorder = globalThis as unknown as { shifts: number };
  recorder.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    })[]) {
      // The line about tonight has a space of its own, in which its words may break elsewhere.
      const isOwnSpace = entry.sources.every(({ node }) => node?.parentElement?.closest('.hero-tonight'));
      if (!entry.hadRecentInput && !isOwnSpace) recorder.shifts += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

test("a phone shows the evening's starts before the code arrives, and an early press shows as chosen", async () => {
  const page = await openPage({ isMobile: true, hasTouch: true });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  let releaseCode = () => {};
  const released = new Promise<void>((resolve) => {
    releaseCode = resolve;
  });
  await page.route(/\/assets\/main-/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${club.url}/booking?date=${tomorrow}`, { waitUntil: 'load' });
  expect(await page.evaluate(countVisibleSlots)).toBeGreaterThanOrEqual(10);
  const first = await page.locator('.starts .slot').first().boundingBox();
  expect(first?.y).toBeLessThanOrEqual(320);
  const block = page.locator('.court-block').first();
  for (const hour of [38, 36]) await block.locator(`[data-start="${hour}"]`).click();
  const chosen = page.locator('[aria-pressed="true"][data-start]');
  expect(await chosen.getAttribute('data-start')).toBe('36');
  await page.getByRole('button', { name: 'Next' }).click();
  releaseCode();
  await page.getByLabel('Full Name').waitFor();
  await page.goBack();
  await page.locator('.starts .slot').first().waitFor();
  expect(await chosen.getAttribute('data-start')).toBe('36');
  expect(asked.filter((path) => /^\/api\/(slots|courts)/.test(path))).toEqual([]);
  expect(page.errors).toEqual([]);
});

/** Runs in the page. */
const readShifts = () => (globalThis as unknown as { shifts: number }).shifts;

test('the code takes over the rendered day without moving anything', async () => {
  const page = await openPage({ isMobile: true, hasTouch: true });
  await page.addInitScript(recordShifts);
  await page.goto(`${club.url}/booking?date=${tomorrow}&court=2`);
  await waitForHydration(page);
  await settle(page);
  expect(await page.evaluate(readShifts)).toBeLessThan(0.01);
  expect(page.url()).toBe(`${club.url}/booking`);
  expect(await page.locator('.court-block h4').first().textContent()).toContain('Court 2');
});

test('the line about tonight follows a booking without moving the page', async () => {
  const page = await openPage();
  await page.addInitScript(recordShifts);
  await page.goto(club.url);
  await waitForHydration(page);
  const line = page.locator('.hero-tonight');
  const button = page.getByRole('link', { name: 'Book a Court' }).first();
  const top = async () => Math.round((await button.boundingBox())?.y ?? 0);
  const before = await top();
  const shiftsBefore = await page.evaluate(readShifts);
  await page.route('**/api/tonight', (route) =>
    route.fulfill({
      json: { opening: 'Closed today: Eid. Opens Monday, 7 AM', free: 'Tonight is full', starts: [] },
    }),
  );
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await line.getByText('Tonight is full').waitFor();
  expect(await top()).toBe(before);
  expect((await page.evaluate(readShifts)) - shiftsBefore).toBeLessThan(0.01);
});
