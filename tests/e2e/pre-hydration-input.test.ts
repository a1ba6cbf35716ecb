import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright';
import { openBrowser, openPage } from '../support/browser.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

let club: ServerProcess;
let page: Page & { errors: string[] };
/** Lets the page's own code arrive. */
let releaseScript: () => void;

beforeAll(async () => {
  club = await startServerProcess();
});
afterEach(() => page.context().close());
afterAll(async () => {
  await club.close();
  await (await openBrowser()).close();
});

/** A page whose code is still on its way. */
async function openBeforeHydration(path: string): Promise<void> {
  page = await openPage();
  const delivered = new Promise<void>((resolve) => {
    releaseScript = resolve;
  });
  await page.route(/\/assets\/main-/, async (route) => {
    await delivered;
    await route.continue();
  });
  await page.goto(club.url + path, { waitUntil: 'load' });
}

test('A form filled in and sent before the code has arrived is sent when it is there, and stands in no address', async () => {
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

test('What is typed too early stays, also when the visitor goes on typing', async () => {
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

test('A button pressed too early does its work once', async () => {
  await openBeforeHydration('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  releaseScript();
  await page.getByRole('button', { name: 'Close' }).waitFor();
});
