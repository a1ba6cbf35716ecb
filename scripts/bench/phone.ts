import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { findOrInstallChromium } from '../find-or-install-chromium.ts';
import type { Build } from './builds.ts';
import type { Figures } from './figures.ts';

/** 1.6 Mbit/s and 150 ms. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const SLOWDOWN = 4;
const PATHS = ['/', '/booking', '/contact', '/return-refund-policy', '/login'];
const TAP_COUNT = 16;

/** A browser with a phone's screen, a quarter of the processor's speed and a slow network. */
export async function openPhone() {
  const browser = await chromium.launch({
    executablePath: await findOrInstallChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  return {
    async measure({ newClub: { url } }: Build): Promise<Figures> {
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
      const bookingPage = `${url}/booking?date=${tomorrow}`;
      return {
        ...(await measureFirstSlots(browser, bookingPage)),
        'slowest tap on a slot, ms': await measureSlowestTap(browser, bookingPage),
        ...(await measurePaints(browser, url)),
      };
    },
    close: () => browser.close(),
  };
}

async function openContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
}

async function openSlowPage(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(record);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await page.goto(address, { waitUntil: 'networkidle' });
  return page;
}

/** When ten free slots stand wholly on the screen, on the first visit and on the next one. */
async function measureFirstSlots(browser: Browser, address: string): Promise<Figures> {
  const context = await openContext(browser);
  const visit = async () => {
    const page = await openSlowPage(context, address);
    await page.waitForFunction(() => (globalThis as Recorder).tenSlotsAt !== undefined);
    const { tenSlotsAt = NaN } = await readRecord(page);
    await page.close();
    return tenSlotsAt;
  };
  const figures = {
    'ten free slots, first visit, ms': await visit(),
    'ten free slots, next visit, ms': await visit(),
  };
  await context.close();
  return figures;
}

/** Taps slots in the overview and in the court's grid; the browser rounds to steps of 8 ms. */
async function measureSlowestTap(browser: Browser, address: string): Promise<number> {
  const context = await openContext(browser);
  const page = await openSlowPage(context, address);
  for (let tap = 0; tap < TAP_COUNT; tap += 1) {
    const list = tap < 3 ? '.court-row-slots' : '.slots';
    const slot = page.locator(`${list} .slot:not(:disabled)`).nth(tap < 3 ? tap : tap - 3);
    await slot.scrollIntoViewIfNeeded();
    await page.waitForTimeout(150);
    await slot.tap();
    await page.waitForTimeout(250);
  }
  await page.waitForTimeout(300);
  const { slowestTap = NaN } = await readRecord(page);
  await context.close();
  return slowestTap;
}

async function measurePaints(browser: Browser, url: string): Promise<Figures> {
  const figures: Figures = {};
  for (const path of PATHS) {
    const context = await openContext(browser);
    const page = await openSlowPage(context, url + path);
    figures[`largest paint of ${path}, ms`] = (await readRecord(page)).largestPaint ?? NaN;
    await context.close();
  }
  return figures;
}

interface Recorder {
  largestPaint?: number;
  slowestTap?: number;
  tenSlotsAt?: number;
}

function readRecord(page: Page): Promise<Recorder> {
  return page.evaluate(() => {
    const { largestPaint, slowestTap, tenSlotsAt } = globalThis as Recorder;
    return { largestPaint, slowestTap, tenSlotsAt } as Recorder;
  });
}

/** Runs in the page. */
function record(): void {
  const recorder = globalThis as Recorder;
  new PerformanceObserver((list) => {
    recorder.largestPaint = list.getEntries().at(-1)?.startTime ?? 0;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    const taps = list.getEntries().filter((entry) => (entry as { interactionId?: number }).interactionId);
    recorder.slowestTap = Math.max(recorder.slowestTap ?? 0, ...taps.map(({ duration }) => duration));
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  // Looks in each frame after it was drawn.
  const look = () => {
    const bottom = document.querySelector('.booking-bar')?.getBoundingClientRect().top ?? innerHeight;
    const visible = [...document.querySelectorAll('.slot:not(:disabled)')].filter((slot) => {
      const box = slot.getBoundingClientRect();
      return box.width > 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= bottom;
    });
    if (visible.length >= 10) recorder.tenSlotsAt = performance.now();
    else requestAnimationFrame(() => setTimeout(look));
  };
  requestAnimationFrame(() => setTimeout(look));
}
