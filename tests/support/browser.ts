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

/** One Chromium for a file of tests, and another after somebody closed it. */
export function openBrowser(): Promise<Browser> {
  browser ??= chromium
    .launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: CHROMIUM_FLAGS })
    .then((launched) => launched.on('disconnected', resetBrowser));
  return browser;
}

function resetBrowser(): void {
  browser = null;
}

/** A fresh visitor. What the page throws or logs as an error is collected in `errors`. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page & { errors: string[] }> {
  const context = await (await openBrowser()).newContext({
    viewport: PHONE,
    locale: 'en-PK',
    // A page kept for offline would stand between a test and what it routes; one test asks for it.
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

/** `openPage` for a file of tests: each page leaves after the test that opened it. Call it at the file's top. */
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
