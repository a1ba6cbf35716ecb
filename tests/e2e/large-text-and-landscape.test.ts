import { expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { bookAsGuest, tomorrow, wizardPageOpener } from '../support/booking-wizard.ts';
import { horizontalOverflow, settle } from '../support/browser-pages-and-waits.ts';
import { findCutText } from '../support/cut-text.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { lengthenTexts } from '../support/translated-page.ts';

const club = serverForTestFile();

const visit = wizardPageOpener(() => club);

test('with text at twice its size nothing scrolls sideways and the wizard works', async () => {
  const { page, wizard } = await visit({});
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  // A booking moves until a day before it starts.
  await wizard.open(`?court=1&date=${addDays(tomorrow, 1)}`);
  expect(await horizontalOverflow(page)).toBe(0);
  await wizard.tap(36, 37);
  await wizard.goToPayment('Cash Payment');
  expect(await horizontalOverflow(page)).toBe(0);
  await wizard.complete();
  await page.waitForURL('**/success?**');
  expect(await horizontalOverflow(page)).toBe(0);
  // By keyboard: a click so soon at the place of Complete counts as the second of a double tap, and the toast
  // may come between the press of a pointer and its release.
  await page.getByRole('link', { name: 'Move or cancel' }).press('Enter');
  await page.getByRole('button', { name: 'Move', exact: true }).press('Enter');
  await page.locator('.starts .slot').first().waitFor();
  expect(await horizontalOverflow(page)).toBe(0);
  for (const path of ['/login', '/register', '/contact', '/cancel?court=1', '/nope']) {
    await page.goto(club.url + path);
    expect([path, await horizontalOverflow(page)]).toEqual([path, 0]);
  }
});

const PAGES = [
  ...[
    '/',
    '/booking',
    '/matches',
    '/events',
    '/contact',
    '/login',
    '/register',
    '/forgot-password',
    '/waiting-list',
    '/cancel',
  ],
  ...[
    '/manage',
    '/success',
    '/failed',
    '/my-data',
    '/privacy-policy',
    '/terms-conditions',
    '/nope',
    '/account',
  ],
];
const VIEWS = [
  ...['desk', 'todo', 'bookings', 'series', 'drawer', 'ledger', 'bank', 'customers', 'users', 'outbox'],
  ...['insights', 'settings', 'calendar', 'courts', 'extras', 'money', 'messages', 'events', 'plans'],
  ...['settings&page=copies', 'settings&page=whatsapp'],
].map((tab) => `/admin?tab=${tab}`);

test.each([
  ['page', PAGES],
  ['view of the dashboard', VIEWS],
])(
  'with larger letters no %s scrolls sideways or cuts a text, from 320 pixels on',
  async (_, paths) => {
    const { page } = await visit({});
    const session = await page.context().newCDPSession(page);
    const setLetters = (standard: number) =>
      session.send('Page.setFontSizes', { fontSizes: { standard, fixed: Math.round(standard * 0.8) } });
    await signInAsAdmin(page, club);
    const walkIn = {
      court_id: 1,
      date: clubToday(),
      slots: ['23:00', '23:30'],
      name: 'Muhammad Abdullah Siddiqui',
    };
    await page.request.post(`${club.url}/api/admin/bookings`, { data: walkIn });
    const overflowing: unknown[] = [];
    const cut: unknown[] = [];
    for (const path of paths) {
      await setLetters(16);
      await page.goto(club.url + path);
      await settle(page);
      for (const letters of [20, 24, 32]) {
        await setLetters(letters);
        for (const width of [320, 360, 412]) {
          await page.setViewportSize({ width, height: 800 });
          // A grid may need some frames.
          let pixels = await horizontalOverflow(page);
          for (let frame = 0; pixels !== 0 && frame < 20; frame += 1) pixels = await horizontalOverflow(page);
          if (pixels !== 0) overflowing.push([path, letters, width, pixels]);
          for (const text of await findCutText(page)) cut.push([path, letters, width, text]);
        }
      }
    }
    expect(overflowing).toEqual([]);
    expect(cut).toEqual([]);
  },
  180_000,
);

test('with texts half as long again no page scrolls sideways or cuts a text, from 320 pixels on', async () => {
  const { page } = await visit({ viewport: { width: 320, height: 800 } });
  await lengthenTexts(page);
  await signInAsAdmin(page, club);
  const { booking, manage_url } = (await (
    await bookAsGuest(club.url, { payment_method: 'bank_transfer' })
  ).json()) as { booking: { id: number }; manage_url: string };
  const { pathname, search, hash } = new URL(manage_url);
  const own = [pathname + search + hash, `/success?booking_id=${booking.id}&name=Bilal+Ahmed`];
  const wide: unknown[] = [];
  for (const path of [...PAGES, ...own, ...VIEWS]) {
    await page.goto(club.url + path);
    await settle(page);
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const pixels = await horizontalOverflow(page);
      if (pixels !== 0) wide.push([path, width, pixels]);
      for (const text of await findCutText(page)) wide.push([path, width, text]);
    }
  }
  expect(wide).toEqual([]);
}, 180_000);

test('on a phone in landscape the bar covers less than half of the window', async () => {
  const { wizard } = await visit({ viewport: { width: 800, height: 360 } });
  await wizard.open(`?court=2&date=${tomorrow}`);
  await wizard.tap(30);
  await wizard.bar.getByText('Make it one hour:').waitFor();
  expect((await wizard.bar.boundingBox())?.height ?? 999).toBeLessThan(150);
  const add = wizard.bar.locator('.bar-hint button');
  expect(await add.allTextContents()).toEqual(['Add 3:30 PM', 'Add 2:30 PM']);
  // No line breaks inside a time.
  const heights = await add.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(50);
});
