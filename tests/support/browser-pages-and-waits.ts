import { afterAll, afterEach, onTestFinished } from 'bun:test';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request as PageRequest,
  type Response as PageResponse,
} from 'playwright';
import { checkAnswer } from './contract-check.ts';
import { CLOCK_SHIFT, withoutMovedClock } from './faketime-environment.ts';
import { FRONT_PROXY } from './front-proxy.ts';

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Otherwise a page that leaves for about:blank gets a new process, which costs more than the page.
  '--process-per-site',
  // A test's page ends before optimized code has paid for its compilation.
  '--js-flags=--no-opt --no-maglev',
];
/** Nobody sees the pages, so they are drawn without pixel memory; layout and hit tests don't need it. */
const UNDRAWN = process.env.SCREENSHOTS === '1' ? [] : ['--force-gpu-mem-available-mb=1'];

export const PHONE = { width: 360, height: 800 };
export const DESKTOP = { width: 1280, height: 800 };

let browser: Promise<Browser> | null = null;

/** One Chromium for all files of a test process, relaunched after a crash. */
function openBrowser(): Promise<Browser> {
  browser ??= launch(UNDRAWN).then((launched) => launched.on('disconnected', resetBrowser));
  return browser;
}

/** A separate browser whose screenshots have every pixel; whoever opens it closes it. */
export const openDrawingBrowser = () => launch([]);

function launch(flags: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [...CHROMIUM_FLAGS, ...flags],
    env: withoutMovedClock(process.env),
  });
}

function resetBrowser(): void {
  browser = null;
}

/** A page for one test, closed after it. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page & { errors: string[] }> {
  const page = await openSharedPage(options);
  onTestFinished(async () => {
    await assertContractsKept().finally(() => page.context().close());
  });
  return page;
}

const contractChecks: Promise<Error | null>[] = [];

/** Throws if what the server answered to a test's pages breaks the API contract. */
async function assertContractsKept(): Promise<void> {
  for (const error of await Promise.all(contractChecks.splice(0))) if (error) throw error;
}

async function checkPageAnswer(response: PageResponse): Promise<void> {
  // An answer from a test's own route has no address.
  if (!(await response.serverAddr().catch(() => null))) return;
  if (response.headers().server === FRONT_PROXY) return;
  const { 'content-type': type = '', 'cache-control': caching = '' } = response.headers();
  // A page that was left has no body, and a stream never ends.
  const body = type.startsWith('application/json') ? await response.body().catch(() => undefined) : null;
  if (body === undefined) return;
  await checkAnswer(
    new Request(response.url(), { method: response.request().method() }),
    new Response(body && new Uint8Array(body), {
      status: response.status(),
      headers: { 'content-type': type, 'cache-control': caching },
    }),
  );
}

/**
 * Opens pages for a file's tests; call it at the top of the file. A page moves from test to test without cookies,
 * storage and routes: its code is already compiled, which is half of a page's cost. A test that moves its clock or
 * adds scripts passes options, even just `{}`, and gets its own page.
 */
export function pageOpener(defaults: BrowserContextOptions = {}) {
  const free: Awaited<ReturnType<typeof openSharedPage>>[] = [];
  const taken: typeof free = [];
  afterEach(async () => {
    await assertContractsKept();
    for (const page of taken.splice(0)) {
      await resetPage(page, defaults.viewport ?? PHONE);
      free.push(page);
    }
  });
  afterAll(() => Promise.all(free.splice(0).map((page) => page.context().close())));
  return async (options?: BrowserContextOptions) => {
    if (options) return openPage({ ...defaults, ...options });
    const page = free.pop() ?? (await openSharedPage(defaults));
    taken.push(page);
    return page;
  };
}

async function resetPage(page: Page & { errors: string[] }, viewport: typeof PHONE): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().clearPermissions();
  await page.context().setOffline(false);
  await page.context().setExtraHTTPHeaders({});
  const clearStorage = () => {
    localStorage.clear();
    sessionStorage.clear();
  };
  // An error page has no storage.
  await page.evaluate(clearStorage).catch(() => {});
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.setViewportSize(viewport);
  page.errors.length = 0;
}

/** Opens a page in a new context, which the caller closes; `errors` collects what it throws or logs as an error. */
export async function openSharedPage(
  options: BrowserContextOptions = {},
): Promise<Page & { errors: string[] }> {
  const context = await (await openBrowser()).newContext({
    viewport: PHONE,
    locale: 'en-PK',
    // Without a graphics card, the processor draws every frame of a movement.
    reducedMotion: 'reduce',
    // A service worker would answer before a test's routes; one test enables it.
    serviceWorkers: 'block',
    ...options,
  });
  const page = (await context.newPage()) as Page & { errors: string[] };
  page.setDefaultTimeout(60_000);
  page.errors = [];
  watchRequests(page);
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/')) {
      contractChecks.push(
        checkPageAnswer(response).then(
          () => null,
          (error) => error as Error,
        ),
      );
    }
  });
  letTestsSetTheTime(page);
  // A moved clock would stop the browser itself, so only its pages see it.
  if (CLOCK_SHIFT !== 0) await page.context().addInitScript(moveClock, CLOCK_SHIFT);
  await page.addInitScript(() => {
    document.addEventListener('hydrated', () => Object.assign(globalThis, { isHydrated: true }));
  });
  page.on('pageerror', (error) => page.errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') page.errors.push(message.text());
  });
  return page;
}

/** A test that sets a page's clock wants to see that time, so the page learns none from the server. */
function letTestsSetTheTime(page: Page): void {
  const ignoreServerTime = () => {
    const { get } = Headers.prototype;
    Headers.prototype.get = function (name) {
      return name === 'server-timing' ? null : get.call(this, name);
    };
    Object.defineProperty(PerformanceResourceTiming.prototype, 'serverTiming', { get: () => [] });
  };
  let ignored: Promise<unknown> | undefined;
  const { clock } = page;
  for (const name of ['install', 'setFixedTime', 'setSystemTime'] as const) {
    const setTime = clock[name].bind(clock) as (time?: unknown) => Promise<void>;
    clock[name] = async (time?: unknown) => {
      ignored ??= Promise.all([page.addInitScript(ignoreServerTime), page.evaluate(ignoreServerTime)]);
      await ignored;
      await setTime(time);
    };
  }
}

/** Runs in the page, moving its clock by `shift` milliseconds. */
export function moveClock(shift: number): void {
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...parts: []) {
      super(...(parts.length > 0 ? parts : ([RealDate.now() + shift] as unknown as [])));
    }
    static override now(): number {
      return RealDate.now() + shift;
    }
  } as DateConstructor;
}

const pendingRequests = new WeakMap<Page, Set<PageRequest>>();

function watchRequests(page: Page): void {
  const pending = new Set<PageRequest>();
  pendingRequests.set(page, pending);
  // An event stream never ends.
  page.on('request', (request) => request.resourceType() !== 'eventsource' && pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
}

/**
 * Waits until a page with code is hydrated, its requests are answered and the answers are drawn. Playwright's
 * `networkidle` would wait for another half second of silence.
 */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      (globalThis as { isHydrated?: boolean }).isHydrated || !document.querySelector('script[data-modules]'),
  );
  let isQuiet = false;
  while (!isQuiet) {
    while (pendingRequests.get(page)?.size) await Bun.sleep(5);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    isQuiet = !pendingRequests.get(page)?.size;
  }
}

/** Waits two frames, and until no finite animation is running. One that ends may start another. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = () =>
      document.getAnimations().filter(({ effect, playState, timeline }) => {
        const ends = effect?.getComputedTiming().endTime !== Infinity;
        // Other timelines depend on the page's position, so their animations may never end.
        return ends && playState === 'running' && timeline instanceof DocumentTimeline;
      });
    const settled = (promise: Promise<unknown>) =>
      Promise.race([promise, new Promise((resolve) => setTimeout(resolve, 5000))]);
    // An animation that keeps restarting, or a browser that draws no frames, must not hold up a test.
    for (let round = 0; round < 20; round += 1) {
      await settled(Promise.allSettled(running().map((animation) => animation.finished)));
      await settled(new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      if (running().length === 0) break;
    }
  });
}

/** Waits until the page's code has taken over the server's HTML: the toaster is drawn last. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.locator('section[aria-label^="Notification"]').waitFor({ state: 'attached' });
}

/** How many pixels the page is wider than the window. */
export async function horizontalOverflow(page: Page): Promise<number> {
  // Late images may still change the layout.
  await page.waitForLoadState('load');
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
