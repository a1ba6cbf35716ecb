import { afterEach } from 'bun:test';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export const PHONE = { width: 360, height: 800 };
export const DESKTOP = { width: 1280, height: 800 };

let browser: Promise<Browser> | null = null;

/** One Chromium for a file of tests, launched again after it was closed. */
export function openBrowser(): Promise<Browser> {
  browser ??= chromium
    .launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: CHROMIUM_FLAGS })
    .then((launched) => launched.on('disconnected', resetBrowser));
  return browser;
}

function resetBrowser(): void {
  browser = null;
}

/** Opens a page in a new context; `errors` collects what it throws or logs as an error. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page & { errors: string[] }> {
  const context = await (await openBrowser()).newContext({
    viewport: PHONE,
    locale: 'en-PK',
    // A service worker would answer before the routes of a test; one test enables it.
    serviceWorkers: 'block',
    ...options,
  });
  const page = (await context.newPage()) as Page & { errors: string[] };
  page.setDefaultTimeout(10_000);
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') page.errors.push(message.text());
  });
  return page;
}

/** `openPage` for a file of tests, which closes each page after its test. Call it at the top of the file. */
export function pageOpener(): typeof openPage {
  const pages: Page[] = [];
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close();
  });
  return async (options) => {
    const page = await openPage(options);
    pages.push(page);
    return page;
  };
}

/** Waits until the page's code has taken over the HTML of the server: the toaster is drawn last. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.locator('section[aria-label^="Notification"]').waitFor({ state: 'attached' });
}
