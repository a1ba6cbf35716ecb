import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright';
import { addDays, businessDayOf } from '../../src/domain/business-day.ts';
import { longDate } from '../../src/domain/format-date.ts';
import { findOrInstallChromium } from '../find-or-install-chromium.ts';
import { type Build, DEMO_PASSWORD } from './builds.ts';
import type { Figures } from './figures.ts';

/** 1.6 Mbit/s and 150 ms. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
/** How long the phone takes for `work`: four times as long as the machine did on 2026-11-23. */
const PHONE_WORK_MS = 105;
const PATHS = ['/', '/booking', '/contact', '/return-refund-policy', '/login'];
const TAP_COUNT = 16;
/** How many days ahead to book; not the day whose free slots are counted. */
const BOOKED_DAY = 2;
/** A touch at the same place within this time counts as a double tap, which the wizard ignores. */
const SECOND_TAP_MS = 400;
/** How long a customer reads before a touch when only the response is measured. */
const READING_MS = 1500;

/** A browser with a phone's screen and processor, on a slow network. */
export async function openPhone() {
  const browser = await chromium.launch({
    executablePath: await findOrInstallChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  return {
    async measure({ newClub: { url }, demoClub }: Build): Promise<Figures> {
      const tomorrow = addDays(businessDayOf(Date.now()), 1);
      const bookingPage = `${url}/booking?date=${tomorrow}`;
      try {
        return {
          ...(await measureFirstSlots(browser, bookingPage)),
          'slowest tap on a slot, ms': await measureSlowestTap(browser, bookingPage),
          ...(await measurePaints(browser, url)),
          ...(await measureFirstTouch(browser, bookingPage, tomorrow)),
          ...(await measureSteps(browser, url)),
          ...(await measureBooking(browser, url)),
          ...(await measureMatches(browser, url)),
          ...(await measureDesk(browser, demoClub.url)),
        };
      } finally {
        // A failed measurement's page would slow the next one.
        await Promise.all(browser.contexts().map((context) => context.close()));
      }
    },
    close: () => browser.close(),
  };
}

/** Gives each phone its own network, because the server limits bookings per network. */
async function openContext(browser: Browser): Promise<BrowserContext> {
  const network = [10, ...crypto.getRandomValues(new Uint8Array(3))].join('.');
  return browser.newContext({
    extraHTTPHeaders: { 'x-forwarded-for': network },
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
}

async function openSlowPage(context: BrowserContext, address: string, watched?: Watched): Promise<Page> {
  const { page } = await createSlowPage(context, watched);
  await page.goto(address, { waitUntil: 'networkidle' });
  return page;
}

/** Measurements that slow the page itself, so only made where a figure needs them. */
type Watched = 'slots' | 'taps';

async function createSlowPage(
  context: BrowserContext,
  watched?: Watched,
): Promise<{ page: Page; session: CDPSession }> {
  const page = await context.newPage();
  await page.addInitScript(record, watched);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: await phoneSlowdown(page) });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  return { page, session };
}

/** How much slower the phone is than this machine right now; a shared machine's speed changes within minutes. */
async function phoneSlowdown(page: Page): Promise<number> {
  const times = await page.evaluate(work);
  return Math.max(1, PHONE_WORK_MS / (times.sort((one, other) => one - other)[1] ?? PHONE_WORK_MS));
}

/** Runs in the page: counts and sorts words six times; resolves with the milliseconds of each. */
function work(): number[] {
  return Array.from({ length: 6 }, () => {
    const started = performance.now();
    const counts: Record<string, number> = {};
    let seed = 1;
    for (let at = 0; at < 200_000; at += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      const word = `w${seed % 5000}`;
      counts[word] = (counts[word] ?? 0) + 1;
    }
    Object.keys(counts).sort((one, other) => one.localeCompare(other));
    return performance.now() - started;
  });
}

/** When ten free slots are fully on screen, on the first visit and on the next. */
async function measureFirstSlots(browser: Browser, address: string): Promise<Figures> {
  const context = await openContext(browser);
  const visit = async () => {
    const page = await openSlowPage(context, address, 'slots');
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

const OVERVIEW_TAPS = 3;

/** Today's wizard has a button to open the grid of half-hours; it used to be open. */
async function openHalfHours(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Choose half-hours' });
  if (await button.isVisible()) await button.tap();
  await page.locator('.slots .slot').first().waitFor();
}

/** Taps slots in the overview and in the court's grid; the browser rounds to 8 ms. */
async function measureSlowestTap(browser: Browser, address: string): Promise<number> {
  const context = await openContext(browser);
  const page = await openSlowPage(context, address, 'taps');
  for (let tap = 0; tap < TAP_COUNT; tap += 1) {
    const isOverview = tap < OVERVIEW_TAPS;
    if (tap === OVERVIEW_TAPS) await openHalfHours(page);
    const list = isOverview ? '.court-row-slots, .starts' : '.slots';
    const slot = page
      .locator(list)
      .locator('.slot:not(:disabled)')
      .nth(isOverview ? tap : tap - OVERVIEW_TAPS);
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
    await page.waitForFunction(() => (globalThis as Recorder).largestPaint !== undefined);
    figures[`largest paint of ${path}, ms`] = (await readRecord(page)).largestPaint ?? NaN;
    await context.close();
  }
  return figures;
}

/** How long a slot takes to respond when touched as soon as ten of them are readable. */
async function measureFirstTouch(browser: Browser, address: string, date: string): Promise<Figures> {
  const context = await openContext(browser);
  const phone = await openTouchedPhone(context, 'slots');
  await phone.page.goto(address, { waitUntil: 'commit' });
  await phone.page.waitForFunction(() => (globalThis as Recorder).tenSlotsAt !== undefined);
  const chosen = await chooseHour(phone, date);
  await context.close();
  return { 'touch on a slot to chosen, ms': chosen };
}

/** How long Next and Complete Booking take, for a customer who reads before touching. */
async function measureSteps(browser: Browser, url: string): Promise<Figures> {
  const context = await openContext(browser);
  const phone = await openTouchedPhone(context);
  await phone.page.goto(`${url}/booking?date=${bookedDate()}`, { waitUntil: 'networkidle' });
  await chooseHour(phone, bookedDate());
  await phone.page.waitForTimeout(READING_MS);
  const next = await phone.touch(NEXT, '[name="name"]');
  await typeContact(phone);
  await phone.touch(NEXT, '[name="payment_method"]');
  await chooseCash(phone);
  await phone.page.waitForTimeout(READING_MS);
  const complete = await phone.touch(NEXT, CONFIRMATION);
  await cancelBookings(phone.page);
  await context.close();
  return { 'Next to the second step, ms': next, 'Complete to the confirmation, ms': complete };
}

/** From opening the site to the confirmation, touching each target as soon as it appears. */
async function measureBooking(browser: Browser, url: string): Promise<Figures> {
  const context = await openContext(browser);
  const phone = await openTouchedPhone(context);
  const opened = Date.now();
  await phone.page.goto(url, { waitUntil: 'commit' });
  await phone.touch('.hero a[href="/booking"]', '.day-strip .day:not(:disabled)');
  const day = `.day-strip .day[data-roving-key="${bookedDate()}"]`;
  await phone.touch(day, `${day}[aria-pressed="true"]`);
  await chooseHour(phone, bookedDate());
  await phone.touch(NEXT, '[name="name"]');
  await typeContact(phone);
  const shownAfter = await phone.touch(NEXT, '[name="payment_method"]');
  const shownAt = Date.now();
  if (!(await chooseCash(phone)))
    await phone.page.waitForTimeout(Math.max(0, SECOND_TAP_MS - shownAfter - (Date.now() - shownAt)));
  await phone.touch(NEXT, CONFIRMATION);
  const booked = await phone.page.evaluate(() => (globalThis as Recorder).shownAt ?? NaN);
  await cancelBookings(phone.page);
  await context.close();
  return { 'from the home page to the confirmation, ms': booked - opened };
}

/** Cancels this browser's booking, so that each round finds the same free hours. */
async function cancelBookings(page: Page): Promise<void> {
  const statuses = await page.evaluate(() => {
    const known = JSON.parse(localStorage.getItem('bookingKeys') ?? '{}') as Record<string, { key: string }>;
    return Promise.all(
      Object.entries(known).map(async ([id, { key }]) => {
        const headers = { 'content-type': 'application/json', 'x-booking-key': key };
        const answer = await fetch(`/api/booking/${id}/cancel`, { method: 'POST', headers, body: '{}' });
        return answer.status;
      }),
    );
  });
  if (String(statuses) !== '200') throw new Error(`the cancellation was answered with ${statuses}`);
}

/** When a first visit can read the open matches, and a player their own share; NaN for a build without them. */
async function measureMatches(browser: Browser, url: string): Promise<Figures> {
  const read = async (path: string | undefined, selector: string) => {
    if (path === undefined) return NaN;
    const context = await openContext(browser);
    const { page } = await createSlowPage(context);
    await page.goto(url + path, { waitUntil: 'commit' });
    const at = await inPage(page, (sought) => (globalThis as Recorder).readableAt?.(sought), selector);
    await context.close();
    return at ?? NaN;
  };
  const share = await openMatchWithShare(url);
  return {
    'open matches to read, first visit, ms': await read(share && '/matches', '.match-list a'),
    'a share to read, first visit, ms': await read(share, '.ticket[aria-busy=false]'),
  };
}

/** Books an hour next week, opens it to players and joins; resolves with the path of the player's share. */
async function openMatchWithShare(url: string): Promise<string | undefined> {
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const network = [10, ...crypto.getRandomValues(new Uint8Array(3))].join('.');
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': network, ...headers },
      body: JSON.stringify(body),
    });
    return response.ok ? ((await response.json()) as Record<string, never>) : undefined;
  };
  const name = crypto.randomUUID().slice(0, 8);
  const contact = { name: 'Ayesha Khan', email: `${name}@example.com` };
  for (let day = 7; day < 14; day += 1) {
    for (const hour of [15, 16, 17, 18, 19, 20, 21, 22]) {
      const booked = await post('/api/book', {
        ...contact,
        court_id: 2,
        date: addDays(businessDayOf(Date.now()), day),
        payment_method: 'cash',
        start_time: `${hour}:00`,
        slots: [`${hour}:00`, `${hour}:30`],
        phone: `0300 ${String(Math.random()).slice(2, 9)}`,
      });
      if (!booked) continue;
      const { booking, manage_url } = booked as unknown as { booking: { id: number }; manage_url: string };
      const key = { 'x-booking-key': manage_url.split('.').at(-1) ?? '' };
      const opened = await post(`/api/booking/${booking.id}/open`, { places: 3 }, key);
      if (!opened) return undefined;
      const { match } = opened as unknown as { match: { id: number } };
      const joined = await post(`/api/matches/${match.id}/players`, {
        ...contact,
        email: `p${name}@example.com`,
      });
      const { join_url } = joined as unknown as { join_url: string };
      const { pathname, hash } = new URL(join_url);
      return pathname + hash;
    }
  }
  throw new Error('no hour of next week is free for a match');
}

/** From opening the dashboard to its courts right now, for a logged-in owner with the files cached. */
async function measureDesk(browser: Browser, url: string): Promise<Figures> {
  const context = await openContext(browser);
  const data = { email: 'owner@example.com', password: DEMO_PASSWORD };
  const login = await context.request.post(`${url}/api/auth/login`, { data, headers: { origin: url } });
  if (!login.ok()) throw new Error(`the login was answered with ${login.status()}`);
  const visit = async () => {
    const { page } = await createSlowPage(context);
    await page.goto(`${url}/admin`, { waitUntil: 'commit' });
    const courts = '.admin-tonight-courts strong';
    const ms = await inPage(page, (sought) => (globalThis as Recorder).readableAt?.(sought), courts);
    // Whatever loads after the first view is cached for the next visit.
    await page.waitForTimeout(3 * READING_MS);
    await page.close();
    return ms ?? NaN;
  };
  await visit();
  const figures = { 'the courts of now at the desk, ms': await visit() };
  await context.close();
  return figures;
}

const NEXT = '.booking-bar [type="submit"]';
const CONFIRMATION = '.ticket .ticket-time';

const bookedDate = () => addDays(businessDayOf(Date.now()), BOOKED_DAY);

type TouchedPhone = Awaited<ReturnType<typeof openTouchedPhone>>;

async function openTouchedPhone(context: BrowserContext, watched?: Watched) {
  const { page, session } = await createSlowPage(context, watched);
  /** Touches `target` as soon as it can be touched; resolves with the milliseconds until `shown` is drawn. */
  const touch = async (target: string, shown: string): Promise<number> => {
    const point = await inPage(page, (selector) => (globalThis as Recorder).findPoint?.(selector), target);
    await session.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [point ?? { x: 0, y: 0 }],
    });
    const released = session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    const duration = await inPage(page, (selector) => (globalThis as Recorder).watch?.(selector), shown);
    await released;
    return duration ?? NaN;
  };
  const type = async (field: string, text: string): Promise<void> => {
    await touch(field, `${field}:focus`);
    await session.send('Input.insertText', { text });
  };
  return { page, touch, type };
}

/** Calls `look` in the page, and again in the page that replaces it. */
async function inPage<T>(page: Page, look: (argument: string) => T, argument: string): Promise<Awaited<T>> {
  try {
    return (await page.evaluate(look as never, argument as never)) as Awaited<T>;
  } catch (error) {
    if (!String(error).includes('context was destroyed')) throw error;
    await page.waitForLoadState('domcontentloaded');
    return inPage(page, look, argument);
  }
}

/** Chooses the first free hour on the screen; resolves with the milliseconds until its first touch shows. */
async function chooseHour({ page, touch }: TouchedPhone, date: string): Promise<number> {
  const hour = await inPage(page, (day) => (globalThis as Recorder).findHour?.(day), longDate(date));
  const durations: number[] = [];
  for (const slot of hour ?? [])
    durations.push(await touch(slot, `${slot}:is([aria-pressed="true"], [data-pressed-early])`));
  return durations[0] ?? NaN;
}

async function typeContact({ type }: TouchedPhone): Promise<void> {
  const name = crypto.randomUUID().slice(0, 8);
  await type('[name="name"]', 'Ayesha Khan');
  await type('[name="email"]', `${name}@example.com`);
  await type('[name="phone"]', `0300 ${String(Math.random()).slice(2, 9)}`);
}

/** Touches cash unless the wizard has already chosen it; returns whether it did. */
async function chooseCash({ page, touch }: TouchedPhone): Promise<boolean> {
  const cash = '[value="cash"]';
  if (await page.locator(cash).isChecked()) return false;
  await touch(cash, `${cash}:checked`);
  return true;
}

interface Recorder {
  largestPaint?: number;
  slowestTap?: number;
  tenSlotsAt?: number;
  /** When the last touch ended, and when its effect was drawn, in wall-clock time. */
  touchedAt?: number;
  shownAt?: number;
  /** The middle of an element, once nothing covers it. */
  findPoint?(selector: string): Promise<{ x: number; y: number }>;
  /** Selectors of the slots to touch for the first free hour of a day such as `Monday, …`. */
  findHour?(day: string): Promise<string[]>;
  /** Resolves when an element is on screen, with the milliseconds since the page was opened. */
  readableAt?(selector: string): Promise<number>;
  /** Resolves when an element is drawn, with the milliseconds since the last touch. */
  watch?(selector: string): Promise<number>;
}

function readRecord(page: Page): Promise<Recorder> {
  return page.evaluate(() => {
    const { largestPaint, slowestTap, tenSlotsAt } = globalThis as Recorder;
    return { largestPaint, slowestTap, tenSlotsAt } as Recorder;
  });
}

/** Runs in the page. */
function record(watched?: Watched): void {
  const recorder = globalThis as Recorder;
  new PerformanceObserver((list) => {
    recorder.largestPaint = list.getEntries().at(-1)?.startTime ?? 0;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  if (watched === 'taps')
    new PerformanceObserver((list) => {
      const taps = list.getEntries().filter((entry) => (entry as { interactionId?: number }).interactionId);
      recorder.slowestTap = Math.max(recorder.slowestTap ?? 0, ...taps.map(({ duration }) => duration));
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  const clock = () => performance.timeOrigin + performance.now();
  addEventListener(
    'touchend',
    ({ timeStamp }) => {
      recorder.touchedAt = performance.timeOrigin + timeStamp;
    },
    { capture: true, passive: true },
  );
  /** Checks each frame after it was drawn, for at most ten seconds. */
  const whenDrawn = <T>(look: () => T | null, sought: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const end = performance.now() + 10_000;
      const check = () => {
        const found = look();
        if (found !== null) resolve(found);
        else if (performance.now() > end) reject(new Error(`no ${sought} on:\n${document.body.textContent}`));
        else requestAnimationFrame(() => setTimeout(check));
      };
      requestAnimationFrame(() => setTimeout(check));
    });
  const isVisible = (element: Element) => {
    const bottom = document.querySelector('.booking-bar')?.getBoundingClientRect().top ?? innerHeight;
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= bottom;
  };
  const visibleSlots = () =>
    [...document.querySelectorAll<HTMLElement>('.slot:not(:disabled)')].filter(isVisible);
  const watchSlots = () => {
    if (visibleSlots().length >= 10) recorder.tenSlotsAt = performance.now();
    else requestAnimationFrame(() => setTimeout(watchSlots));
  };
  if (watched === 'slots') requestAnimationFrame(() => setTimeout(watchSlots));
  recorder.findPoint = (selector) =>
    whenDrawn(() => {
      const element = document.querySelector(selector);
      if (!element) return null;
      if (!isVisible(element) && !element.closest('.booking-bar'))
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const box = element.getBoundingClientRect();
      const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      const top = document.elementFromPoint(point.x, point.y);
      return top && (element.contains(top) || top.contains(element)) ? point : null;
    }, `${selector} to touch`);
  recorder.readableAt = (selector) =>
    whenDrawn(() => {
      const element = document.querySelector(selector);
      return element && element.getBoundingClientRect().height > 0 ? performance.now() : null;
    }, `${selector} to read`);
  recorder.findHour = (day) =>
    whenDrawn(() => {
      const slots = visibleSlots().filter(({ ariaLabel, textContent }) =>
        (ariaLabel ?? textContent).includes(day),
      );
      const selectorOf = (slot: HTMLElement) => {
        const court = slot.closest('.court-block, .court-row');
        const at = [...(court?.parentElement?.children ?? [])].indexOf(court as Element) + 1;
        return `.${court?.className}:nth-child(${at}) [data-roving-key="${slot.dataset.rovingKey}"]`;
      };
      const [start] = slots.filter(({ dataset }) => dataset.start !== undefined);
      if (start) return [selectorOf(start)];
      const first = slots.find((slot, at) => slots[at + 1] && slots[at + 1] === slot.nextElementSibling);
      return first ? [first, first.nextElementSibling as HTMLElement].map(selectorOf) : null;
    }, `free hour of ${day}`);
  recorder.watch = async (selector) => {
    await whenDrawn(() => document.querySelector(selector)?.getBoundingClientRect().height || null, selector);
    recorder.shownAt = clock();
    return recorder.shownAt - (recorder.touchedAt ?? NaN);
  };
}
