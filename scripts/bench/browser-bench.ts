/**
 * Measures the pages as ratios to a minimal React page (R) and a blank page (B) in the same browser and run, with
 * a phone's screen, a quarter of the processor's speed, 1.6 Mbit/s and 150 ms latency. It also runs alone, after a
 * build: `bun scripts/bench/browser-bench.ts [--rounds N]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright';
import { findOrInstallChromium } from '../find-or-install-chromium.ts';
import { measureFirstSlots } from './first-slots.ts';
import { type BenchmarkRow, formatTable } from './format-result-table.ts';
import { median, startServer } from './harness.ts';
import { openMobilePage, SLOW_NETWORK, throttlePage } from './phone-emulation.ts';

const root = resolve(import.meta.dir, '../..');
const PATHS = ['/', '/booking', '/contact', '/return-refund-policy', '/login'];
const TAP_COUNT = 16;

/** Measures the built executable with `rounds` visits to each page and returns medians. */
export async function measureClient(rounds = 5): Promise<BenchmarkRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'padel-bench-'));
  const env = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' };
  const club = await startServer([join(root, 'dist/padel-club'), 'serve'], env);
  const blank = await startServer([process.execPath, join(root, 'scripts/bench/baselines/minimal-pages.ts')]);
  const browser = await chromium.launch({
    executablePath: await findOrInstallChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  try {
    return [
      ...(await measureScriptSizes(browser, club.url)),
      ...(await measurePaints(browser, club.url, blank.url, rounds)),
      ...(await measureFirstSlots(browser, `${club.url}/booking?date=${tomorrow()}`, rounds)),
      ...(await measureTaps(browser, club.url, blank.url, rounds)),
    ];
  } finally {
    await browser.close();
    await club.stop();
    await blank.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The JavaScript of a first visit: until hydration, and with the code that is loaded when the page is idle. */
async function measureScriptSizes(browser: Browser, url: string): Promise<BenchmarkRow[]> {
  const counterBytes = await measureCounterSize();
  const first = await measureScripts(browser, url, '/');
  const booking = await measureScripts(browser, url, '/booking');
  const value = [
    `${formatKilobytes(first.hydrated)} (R ${formatKilobytes(counterBytes)}; ${formatKilobytes(first.all)} with the code loaded when idle;`,
    `/booking ${formatKilobytes(booking.hydrated)}, ${(booking.hydrated / counterBytes).toFixed(2)} × R)`,
  ].join(' ');
  return [
    {
      metric: 'JavaScript of the first page',
      value,
      ratio: first.hydrated / counterBytes,
      goal: '≤ 1.5 × R',
    },
  ];
}

async function measureScripts(
  browser: Browser,
  url: string,
  path: string,
): Promise<{ hydrated: number; all: number }> {
  const html = await (await fetch(url + path)).text();
  const [, start = '', code = ''] =
    /<script type="module" src="([^"]*)"[^>]* data-modules="([^"]*)"/.exec(html) ?? [];
  const hydrationFiles = [start, ...code.split(' ')];
  const { context, page } = await openMobilePage(browser);
  const fetched = new Set(hydrationFiles);
  page.on('response', (response) => {
    if (response.url().includes('/assets/') && response.url().endsWith('.js'))
      fetched.add(new URL(response.url()).pathname);
  });
  await page.goto(url + path, { waitUntil: 'networkidle' });
  await context.close();
  return { hydrated: await transferSize(url, hydrationFiles), all: await transferSize(url, [...fetched]) };
}

/** R: a React counter, built and compressed like the site. */
async function measureCounterSize(): Promise<number> {
  const { outputs } = await Bun.build({
    entrypoints: [join(root, 'scripts/bench/baselines/react-counter.tsx')],
    target: 'browser',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const text = (await outputs[0]?.text()) ?? '';
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).byteLength;
}

async function transferSize(url: string, files: readonly string[]): Promise<number> {
  let sum = 0;
  for (const file of files) {
    // The size on the network, so the body is not decompressed.
    const response = await fetch(url + file, { headers: { 'accept-encoding': 'br' }, decompress: false });
    sum += (await response.arrayBuffer()).byteLength;
  }
  return sum;
}

/** The largest paint of each page and of a blank page, measured alternately. */
async function measurePaints(
  browser: Browser,
  url: string,
  blank: string,
  rounds: number,
): Promise<BenchmarkRow[]> {
  const pages = new Map([['B', blank], ...PATHS.map((path) => [path, url + path] as const)]);
  const samples = new Map([...pages.keys()].map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, address] of pages) {
      const { context, page } = await openMobilePage(browser);
      await throttlePage(page, SLOW_NETWORK);
      await page.goto(address, { waitUntil: 'networkidle' });
      const paint = await page.evaluate(largestPaint);
      // The first round only warms the caches of the server and the browser.
      if (round > 0) samples.get(name)?.push(paint);
      await context.close();
    }
  }
  const blankPaint = median(samples.get('B') ?? []);
  return PATHS.map((path) => {
    const paint = median(samples.get(path) ?? []);
    const value = `${paint.toFixed(0)} ms (B ${blankPaint.toFixed(0)} ms)`;
    return { metric: `largest paint of ${path}`, value, ratio: paint / blankPaint, goal: '≤ 1.2 × B' };
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

/** The response time of slot buttons in the overview and in the court's grid, and of a button on an empty page. */
async function measureTaps(
  browser: Browser,
  url: string,
  blank: string,
  rounds: number,
): Promise<BenchmarkRow[]> {
  const slotTaps = await tapDurations(browser, rounds, `${url}/booking?date=${tomorrow()}`, async (page) => {
    await tapAll(page, '.court-row-slots .slot:not(:disabled)', 3);
    await page.locator('.slots .slot:not(:disabled)').first().waitFor();
    await tapAll(page, '.slots .slot:not(:disabled)', TAP_COUNT - 3);
  });
  const buttonTaps = await tapDurations(browser, rounds, `${blank}/button`, (page) =>
    tapAll(page, '.slot', TAP_COUNT, true),
  );
  const value = `${slotTaps.worst} ms the slowest of ${TAP_COUNT}, ${slotTaps.middle} ms the median (a plain button ${buttonTaps.worst} and ${buttonTaps.middle} ms)`;
  return [{ metric: 'a tap on a slot', value, ratio: slotTaps.worst / 50, goal: '≤ 1 × 50 ms' }];
}

/** Medians over the rounds in milliseconds; the browser rounds to steps of 8. */
async function tapDurations(
  browser: Browser,
  rounds: number,
  address: string,
  tap: (page: Page) => Promise<void>,
): Promise<{ worst: number; middle: number }> {
  const worst: number[] = [];
  const middle: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { context, page } = await openMobilePage(browser);
    await page.addInitScript(recordTapEvents);
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.locator('.slot:not(:disabled)').first().waitFor();
    await throttlePage(page);
    await tap(page);
    await page.waitForTimeout(300);
    const durations = await page.evaluate(() => Object.values((globalThis as unknown as TapRecorder).taps));
    // The observer omits taps that are faster than its threshold.
    const all = [...durations, ...Array<number>(Math.max(0, TAP_COUNT - durations.length)).fill(16)];
    worst.push(Math.max(...all));
    middle.push(median(all));
    await context.close();
  }
  return { worst: median(worst), middle: median(middle) };
}

interface TapRecorder {
  /** Milliseconds by interaction. */
  taps: Record<number, number>;
}

/** Runs in the page. */
function recordTapEvents(): void {
  const recorder = globalThis as unknown as TapRecorder;
  recorder.taps = {};
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      const id = entry.interactionId;
      if (id) recorder.taps[id] = Math.max(recorder.taps[id] ?? 0, entry.duration);
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

async function tapAll(page: Page, selector: string, count: number, same = false): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const slot = page.locator(selector).nth(same ? 0 : at);
    await slot.scrollIntoViewIfNeeded();
    const box = await slot.boundingBox();
    if (!box) throw new Error('the slot is not visible');
    await page.waitForTimeout(150);
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(250);
  }
}

function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
}

function formatKilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
  console.log(formatTable(await measureClient(Number(values.rounds))));
}
