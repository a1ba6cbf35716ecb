/**
 * What the pages cost a visitor, as ratios to the least a React page (R) and a blank page (B) could cost in
 * the same browser and run: a phone's screen, a processor four times as slow, 1.6 Mbit/s and 150 ms. Alone:
 * `bun scripts/bench/client.ts [--rounds N]`, after a build.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { median, startServer } from '../../tests/load/measure.ts';
import { findOrInstallChromium } from '../chromium.ts';
import { type Row, tableOf } from './row.ts';

const root = resolve(import.meta.dir, '../..');
const PATHS = ['/', '/booking', '/contact', '/return-refund-policy', '/login'];
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const TAPS = 16;

/** Measures the built executable; `rounds` visits to each page, of which medians are told. */
export async function measureClient(rounds = 5): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'padel-bench-'));
  const env = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' };
  const club = await startServer([join(root, 'dist/padel-club'), 'serve'], env);
  const blank = await startServer([process.execPath, join(root, 'tests/load/baselines/blank.ts')]);
  const browser = await chromium.launch({
    executablePath: await findOrInstallChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  try {
    return [
      ...(await scriptSizes(browser, club.url)),
      ...(await paints(browser, club.url, blank.url, rounds)),
      ...(await taps(browser, club.url, blank.url, rounds)),
    ];
  } finally {
    await browser.close();
    await club.stop();
    await blank.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** JavaScript that travels with a first visit: until the page is alive, and with what comes when it is idle. */
async function scriptSizes(browser: Browser, url: string): Promise<Row[]> {
  const R = await counterSize();
  const first = await scriptsOf(browser, url, '/');
  const booking = await scriptsOf(browser, url, '/booking');
  const figure = [
    `${kilobytes(first.alive)} (R ${kilobytes(R)}; ${kilobytes(first.all)} with what follows when idle;`,
    `/booking ${kilobytes(booking.alive)}, ${(booking.alive / R).toFixed(2)} × R)`,
  ].join(' ');
  return [{ what: 'JavaScript of the first page', figure, ratio: first.alive / R, goal: '≤ 1.5 × R' }];
}

async function scriptsOf(
  browser: Browser,
  url: string,
  path: string,
): Promise<{ alive: number; all: number }> {
  const html = await (await fetch(url + path)).text();
  const [, start = '', code = ''] =
    /<script type="module" src="([^"]*)"[^>]* data-code="([^"]*)"/.exec(html) ?? [];
  const needed = [start, ...code.split(' ')];
  const { context, page } = await visitor(browser);
  const fetched = new Set(needed);
  page.on('response', (response) => {
    if (response.url().includes('/assets/') && response.url().endsWith('.js'))
      fetched.add(new URL(response.url()).pathname);
  });
  await page.goto(url + path, { waitUntil: 'networkidle' });
  await context.close();
  return { alive: await packedSize(url, needed), all: await packedSize(url, [...fetched]) };
}

/** R: a React counter, built and packed like the site. */
async function counterSize(): Promise<number> {
  const { outputs } = await Bun.build({
    entrypoints: [join(root, 'tests/load/baselines/counter.tsx')],
    target: 'browser',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const text = (await outputs[0]?.text()) ?? '';
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).byteLength;
}

async function packedSize(url: string, files: readonly string[]): Promise<number> {
  let sum = 0;
  for (const file of files) {
    // Unpacked by nobody: the size is what travels.
    const response = await fetch(url + file, { headers: { 'accept-encoding': 'br' }, decompress: false });
    sum += (await response.arrayBuffer()).byteLength;
  }
  return sum;
}

/** The largest paint of each page beside that of a blank one, in turns. */
async function paints(browser: Browser, url: string, blank: string, rounds: number): Promise<Row[]> {
  const pages = new Map([['B', blank], ...PATHS.map((path) => [path, url + path] as const)]);
  const seen = new Map([...pages.keys()].map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, address] of pages) {
      const { context, page } = await visitor(browser);
      await slow(page, LINE);
      await page.goto(address, { waitUntil: 'networkidle' });
      const paint = await page.evaluate(largestPaint);
      // The first round warms the server's and the browser's memory.
      if (round > 0) seen.get(name)?.push(paint);
      await context.close();
    }
  }
  const B = median(seen.get('B') ?? []);
  return PATHS.map((path) => {
    const paint = median(seen.get(path) ?? []);
    const figure = `${paint.toFixed(0)} ms (B ${B.toFixed(0)} ms)`;
    return { what: `largest paint of ${path}`, figure, ratio: paint / B, goal: '≤ 1.2 × B' };
  });
}

/** Runs in the page. */
function largestPaint(): Promise<number> {
  return new Promise((done) => {
    new PerformanceObserver((list) => done(list.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });
}

/**
 * How long half-hours take to answer a finger, first in the overview, then in the chosen court's grid, beside
 * a button on an empty page.
 */
async function taps(browser: Browser, url: string, blank: string, rounds: number): Promise<Row[]> {
  const half = await tapLengths(browser, rounds, `${url}/booking?date=${tomorrow()}`, async (page) => {
    await tapAll(page, '.lane .slot:not(:disabled)', 3);
    await page.locator('.slots .slot:not(:disabled)').first().waitFor();
    await tapAll(page, '.slots .slot:not(:disabled)', TAPS - 3);
  });
  const bare = await tapLengths(browser, rounds, `${blank}/button`, (page) =>
    tapAll(page, '.slot', TAPS, true),
  );
  const figure = `${half.worst} ms the slowest of ${TAPS}, ${half.middle} ms the median (a bare button ${bare.worst} and ${bare.middle} ms)`;
  return [{ what: 'a tap on a half-hour', figure, ratio: half.worst / 50, goal: '≤ 1 × 50 ms' }];
}

/** Medians over the rounds, in milliseconds; the browser counts in steps of 8. */
async function tapLengths(
  browser: Browser,
  rounds: number,
  address: string,
  tap: (page: Page) => Promise<void>,
): Promise<{ worst: number; middle: number }> {
  const worst: number[] = [];
  const middle: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { context, page } = await visitor(browser);
    await page.addInitScript(watchEvents);
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.locator('.slot:not(:disabled)').first().waitFor();
    await slow(page);
    await tap(page);
    await page.waitForTimeout(300);
    const lengths = await page.evaluate(() => Object.values((globalThis as unknown as Watch).taps));
    // What was quicker than the observer tells of counts as quick.
    const all = [...lengths, ...Array<number>(Math.max(0, TAPS - lengths.length)).fill(16)];
    worst.push(Math.max(...all));
    middle.push(median(all));
    await context.close();
  }
  return { worst: median(worst), middle: median(middle) };
}

interface Watch {
  /** Milliseconds by interaction. */
  taps: Record<number, number>;
}

/** Runs in the page. */
function watchEvents(): void {
  const watch = globalThis as unknown as Watch;
  watch.taps = {};
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      const id = entry.interactionId;
      if (id) watch.taps[id] = Math.max(watch.taps[id] ?? 0, entry.duration);
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

async function tapAll(page: Page, selector: string, count: number, same = false): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const slot = page.locator(selector).nth(same ? 0 : at);
    await slot.scrollIntoViewIfNeeded();
    const box = await slot.boundingBox();
    if (!box) throw new Error('the half-hour is not there');
    await page.waitForTimeout(150);
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(250);
  }
}

async function visitor(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
  return { context, page: await context.newPage() };
}

async function slow(page: Page, line?: typeof LINE): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  if (!line) return;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
}

function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
  console.log(tableOf(await measureClient(Number(values.rounds))));
}
