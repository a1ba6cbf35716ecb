import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright';
import { checkScreen } from '../support/axe.ts';
import { bookAsGuest, createWizardPage, tomorrow } from '../support/booking-wizard.ts';
import { openPage, PHONE, waitForAnimations } from '../support/browser-pages-and-waits.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile();
beforeAll(async () => {
  await bookAsGuest(club.url, { date: tomorrow, start_time: '18:00', duration: 120 });
  await bookAsGuest(club.url, { date: tomorrow, court_id: 2, start_time: '21:00', duration: 90 });
});

/** Goes through the wizard with every kind of error and calls back at each state. */
async function walkThroughWizard(check: (page: Page, state: string) => Promise<void>) {
  const settleAndCheck = async (shown: Page, state: string) => {
    await shown.waitForFunction(() => !document.querySelector('.slot[data-state="loading"], [data-loading]'));
    await waitForAnimations(shown);
    await check(shown, state);
  };
  const page = await openPage({ bypassCSP: true, viewport: PHONE });
  const wizard = createWizardPage(page, club.url);
  // Tonight has no start left after 3 AM.
  await wizard.openStarts(`?date=${tomorrow}`);
  await settleAndCheck(page, '1-open');
  await wizard.next();
  await page.locator('.error-summary').waitFor();
  await settleAndCheck(page, '1-errors');
  await wizard.open();
  await wizard.tap(45);
  await settleAndCheck(page, '1-lone');
  await wizard.tap(46, 47, 0);
  await wizard.next();
  await page.getByLabel('Full Name').waitFor();
  await wizard.next();
  await page.locator('.error-summary').waitFor();
  await settleAndCheck(page, '2-errors');
  await wizard.fillGuest();
  await wizard.next();
  await page.getByRole('radio', { name: 'Cash Payment' }).check();
  await settleAndCheck(page, '3-summary');
  await page.route('**/api/book', (route) => route.abort());
  await wizard.complete();
  await page.locator('.alert.danger').waitFor();
  await settleAndCheck(page, '3-failed');
  await page.route('**/api/book', (route) =>
    route.fulfill({
      status: 409,
      json: {
        error: 'This time has just been taken.',
        reason: 'slot_taken',
        slots: ['22:30', '23:00'],
      },
    }),
  );
  await wizard.complete();
  await page.locator('#booking-conflict').waitFor();
  await settleAndCheck(page, '4-conflict');
}

/** Controls below 44 pixels; links inside sentences are exempt, as in WCAG. */
function smallControls(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(a, button, input, select, textarea)')]
      .filter((control) => control.checkVisibility() && !control.matches('p a, small a'))
      .map((control) => ({ control, target: control.closest('label') ?? control }))
      .map(({ control, target }) => ({ control, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ control, box }) => `${control.outerHTML.slice(0, 90)} ${box.width}×${box.height}`),
  );
}

test('in every state axe finds nothing, controls at 320 pixels are at least 44 pixels, and the bar hides no focused one', async () => {
  await walkThroughWizard(async (page, state) => {
    // 1-errors and 3-failed show all of these two, and an error besides.
    if (!['1-open', '3-summary'].includes(state)) await checkScreen(page, `wizard-${state}`);
    if (WITH_BAR.includes(state)) expect([state, await controlsHiddenByBar(page)]).toEqual([state, []]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect([state, await smallControls(page)]).toEqual([state, []]);
    await page.setViewportSize(PHONE);
  });
});

/** The states whose bar is the tallest, of each step. */
const WITH_BAR = ['1-lone', '2-errors', '3-summary'];

/** Tabs through the page; returns the focused controls that the bar covers. */
async function controlsHiddenByBar(page: Page): Promise<string[]> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const hidden: string[] = [];
  for (let at = 0; at < 30; at += 1) {
    await page.keyboard.press('Tab');
    const covered = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      if (!focused.closest('main') || focused.closest('.booking-bar')) return '';
      const box = focused.getBoundingClientRect();
      const bar = document.querySelector('.booking-bar')?.getBoundingClientRect();
      return bar && box.bottom > bar.top && box.top < bar.bottom ? focused.outerHTML.slice(0, 90) : '';
    });
    if (covered) hidden.push(covered);
  }
  return hidden;
}
