import { expect, test } from 'bun:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright';
import { tomorrow } from '../support/booking-wizard.ts';
import { PHONE, pageOpener, settle } from '../support/browser-pages-and-waits.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile();
const openPage = pageOpener();
let page: Page & { errors: string[] };
/** Lets the browser load the page's code. */
let releaseScript: () => void;

/** Opens a page and holds all its code back. */
async function openBeforeHydration(path: string, options?: BrowserContextOptions): Promise<void> {
  page = await openPage(options);
  const delivered = new Promise<void>((resolve) => {
    releaseScript = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await delivered;
    await route.continue();
  });
  await page.goto(club.url + path, { waitUntil: 'load' });
}

test('a form that is submitted before hydration is sent afterwards, without its fields in the URL', async () => {
  await openBeforeHydration('/contact');
  await page.getByLabel('Name', { exact: true }).fill('Ayesha Khan');
  await page.getByLabel('Email', { exact: true }).fill('ayesha@example.com');
  await page.getByLabel('Subject', { exact: true }).selectOption('food');
  await page.getByLabel('Message', { exact: true }).fill('Is the kitchen open on Sundays?');
  await page.getByRole('button', { name: 'Send Message' }).click();
  expect(page.url()).toBe(`${club.url}/contact`);
  releaseScript();
  await page.getByRole('heading', { name: 'Message Sent!' }).waitFor();
  expect(page.url()).toBe(`${club.url}/contact`);
  expect(page.errors).toEqual([]);
});

test('text typed before hydration is kept, even if the visitor keeps typing', async () => {
  await openBeforeHydration('/login');
  await page.getByLabel('Email', { exact: true }).fill('ayesha@example.com');
  releaseScript();
  await page.waitForFunction(() =>
    document.querySelector('[data-sonner-toaster], section[aria-label^="Notification"]'),
  );
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('ayesha@example.com');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.locator('.error-summary').waitFor();
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('ayesha@example.com');
  expect(await page.getByLabel('Email', { exact: true }).getAttribute('aria-invalid')).toBeNull();
});

test('a button pressed before hydration works once', async () => {
  await openBeforeHydration('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  releaseScript();
  await page.getByRole('button', { name: 'Close' }).waitFor();
});

const colourOf = (button: Locator) => button.evaluate((element) => getComputedStyle(element).backgroundColor);

test('a day pressed before hydration shows as chosen at once, and its slots are requested in the meantime', async () => {
  await openBeforeHydration('/booking');
  await page.evaluate(() => {
    document.addEventListener('hydrated', () => Object.assign(globalThis, { hydratedAt: performance.now() }));
  });
  // Far from the days whose slots the page proposes.
  const day = page.locator('.day').nth(10);
  const drawn = page.locator('.day[aria-pressed="true"]');
  const [free, chosen] = [await colourOf(day), await colourOf(drawn)];
  await day.click();
  expect([await colourOf(drawn), await colourOf(day)]).toEqual([free, chosen]);
  releaseScript();
  const address = `/api/slots-by-court?date=${await day.getAttribute('data-roving-key')}`;
  const askedAt = await page.waitForFunction(
    (end) => performance.getEntriesByType('resource').find(({ name }) => name.endsWith(end))?.startTime,
    address,
  );
  await page.locator('.day:nth-child(11)[aria-pressed="true"]').waitFor();
  const hydratedAt = await page.evaluate(() => (globalThis as { hydratedAt?: number }).hydratedAt);
  expect(await askedAt.jsonValue()).toBeLessThan(hydratedAt ?? 0);
});

test('nothing fades over a new page, because it would catch the first presses', async () => {
  await openBeforeHydration('/', { reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    addEventListener('pagereveal', (event) => {
      Object.assign(globalThis, { fades: Boolean((event as { viewTransition?: object }).viewTransition) });
    });
  });
  await page.getByRole('link', { name: 'Book a Court' }).first().click();
  await page.locator('.day-strip').waitFor();
  // The event comes with the first frame, which may be later than the document.
  const fades = await page.waitForFunction(() => {
    const { fades } = globalThis as { fades?: boolean };
    return fades === undefined ? null : { fades };
  });
  expect(await fades.jsonValue()).toEqual({ fades: false });
});

test.each([
  ['moves the page at once, because a scroll would put another start under the finger', PHONE],
  ['leaves a page that shows the starts already where it is', { width: 360, height: 1600 }],
])('a pressed day %s', async (_, viewport) => {
  // Tomorrow has the starts of a whole day at every hour; late at night those of today fit into a window.
  await openBeforeHydration(`/booking?date=${tomorrow}`, { reducedMotion: 'no-preference', viewport });
  releaseScript();
  const court = page.locator('.court-block').first();
  await court.locator('.slot').first().waitFor();
  await settle(page);
  const day = page.locator('.day').nth(10);
  const atPress = await day.evaluate((button: HTMLElement) => {
    button.click();
    return scrollY;
  });
  if (viewport === PHONE) expect(atPress).toBeGreaterThan(0);
  else expect(atPress).toBe(0);
  await page.locator('.day:nth-child(11)[aria-pressed="true"]').waitFor();
  await court.locator('.slot').first().waitFor();
  await settle(page);
  expect(await page.evaluate(() => scrollY)).toBe(atPress);
  const { y = 0, height = 0 } = (await court.boundingBox()) ?? {};
  expect(y).toBeGreaterThan(0);
  expect(y + height).toBeLessThan(viewport.height);
});
