import { describe, expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { longDate, shortDate } from '../../src/domain/format-date.ts';
import { findAxeViolations } from '../support/axe.ts';
import { bookAsGuest, tomorrow, wizardPageOpener } from '../support/booking-wizard.ts';
import { DESKTOP, settle, waitForHydration } from '../support/browser-pages-and-waits.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { waitUntil } from '../support/wait-until.ts';

const club = serverForTestFile({ env: { SMS_URL: 'http://127.0.0.1:9/?to={to}&text={text}' } });

/** `Friday` */
const weekday = (date: string) => longDate(date).split(',')[0];
const visit = wizardPageOpener(() => club);

const dayAfter = (days: number) => addDays(tomorrow, days);
const courtQuery = (date: string, court = 1) => `?court=${court}&date=${date}`;

const readBookings = (date: string) =>
  club.database((db) =>
    db
      .query<
        { id: number; slots: string; computed_amount: number; duration: number; name: string },
        [string]
      >('SELECT id, slots, computed_amount, duration, name FROM customer_booking WHERE date = ? ORDER BY id')
      .all(date),
  );

function setCourtRate(courtId: number, rate: number): void {
  club.database((db) => db.query('UPDATE court SET hourly_rate = ? WHERE id = ?').run(rate, courtId));
}

describe('a booking from end to end', () => {
  test('23:30 to 1 AM shows both calendar dates and becomes one booking, also by a double tap', async () => {
    const { page, wizard } = await visit();
    await wizard.open();
    await wizard.tap(47, 0, 1);
    const next = dayAfter(1);
    expect(await wizard.grid.getByText(shortDate(next)).isVisible()).toBe(true);
    await wizard.waitForBar(`${weekday(tomorrow)} night, 11:30 PM – 1 AM (ends ${weekday(next)})`);
    expect(await page.getByText('✓ Valid').isVisible()).toBe(true);
    await wizard.goToPayment();
    const summary = page.getByRole('region', { name: 'Booking Summary' });
    expect(await summary.textContent()).toContain(
      `${shortDate(tomorrow)} – ${shortDate(next)}${weekday(tomorrow)} night, 11:30 PM – 1 AM (ends ${weekday(next)})`,
    );
    expect(await summary.textContent()).toContain('PKR 7,500');
    await page.getByRole('button', { name: 'Complete Booking' }).dblclick();
    await page.waitForURL(/\/success\?/);
    const query = Object.fromEntries(new URL(page.url()).searchParams);
    expect(query).toMatchObject({
      court: '1',
      date: tomorrow,
      time: '23:30',
      name: 'Bilal Ahmed',
      payment_method: 'bank_transfer',
    });
    const stored = JSON.parse(await page.evaluate(() => sessionStorage.getItem('bookingInstructions') ?? ''));
    expect(stored.lines).toContain('Amount: PKR 7,500');
    // What is still owed stands beside the specified words.
    expect(await wizard.toast('Booking Confirmed!').textContent()).toMatch(
      /You booked 3 slots \(90 minutes\)\. We hold them until .+: please pay PKR 7,500\./,
    );
    expect(readBookings(tomorrow)).toMatchObject([
      { id: Number(query.booking_id), slots: '["23:30","00:00","00:30"]', computed_amount: 7500 },
    ]);
  });

  test('the second tap of a double tap does not activate what the first one brought up', async () => {
    const date = dayAfter(12);
    const { page, wizard } = await visit({});
    await page.clock.install();
    await wizard.open(courtQuery(date));
    await wizard.tap(36, 37);
    await wizard.next();
    await wizard.fillGuest({ phone: '0300 1111112' });
    /** Stops the page's clock, so that the two taps are quick even on a slow machine. */
    const freezeClock = async (button: string, minutes: number) => {
      const box = await page.getByRole('button', { name: button, exact: true }).boundingBox();
      const middle = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const;
      await page.clock.pauseAt(Date.now() + minutes * 60_000);
      return async (clickCount: number) => {
        await page.mouse.move(...middle);
        await page.mouse.down({ clickCount });
        await page.mouse.up({ clickCount });
      };
    };
    /** Covers the page with a link that leaves it. */
    const coverWithLink = () =>
      page.evaluate(() => {
        const link = Object.assign(document.createElement('a'), { href: '/contact', className: 'cover' });
        link.style.cssText = 'position: fixed; inset: 0; z-index: 1000';
        document.body.append(link);
      });

    const tapNext = await freezeClock('Next', 1);
    await tapNext(1);
    await page.getByRole('heading', { name: 'Payment Method' }).waitFor();
    await coverWithLink();
    await tapNext(2);
    expect(new URL(page.url()).pathname).toBe('/booking');
    await page.evaluate(() => document.querySelector('.cover')?.remove());
    await page.clock.resume();

    await page.getByRole('radio', { name: 'Bank Transfer' }).check();
    const tap = await freezeClock('Complete Booking', 2);
    await tap(1);
    await page.getByRole('heading', { name: 'Held for you' }).waitFor();
    await coverWithLink();
    // Some browsers count a tap on another page as a first click.
    for (const count of [2, 1]) await tap(count);
    expect(new URL(page.url()).pathname).toBe('/success');
    expect(readBookings(date)).toHaveLength(1);
    // A slow page may still be rendering when its time has passed, so a customer taps again.
    const left = page.waitForURL(/\/contact$/);
    for (let count = 0; count < 5 && page.url().includes('/success'); count += 1) {
      await page.clock.runFor(1000);
      await tap(1);
    }
    await left;
  });

  test('a keyboard alone books from start to end', async () => {
    const date = dayAfter(3);
    const { page, wizard } = await visit();
    await page.setViewportSize(DESKTOP);
    await wizard.open(courtQuery(date));
    await page.getByLabel('Date', { exact: true }).focus();
    const tabStops: string[] = [];
    // The list of starts is folded away; each jump link takes one Tab, then the grid one.
    for (let at = 0; at < 16; at += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(
        () => document.activeElement?.closest('.starts, .slots')?.className ?? '',
      );
      if (stop) tabStops.push(stop);
      if (stop === 'slots') break;
    }
    expect(tabStops).toEqual(['slots']);
    await page.keyboard.press('End');
    for (let at = 0; at < 7; at += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Space');
    expect(await wizard.slot(0).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await wizard.waitForBar('12 AM – 1:30 AM');
    await page.keyboard.press('Shift+ArrowLeft');
    await wizard.waitForBar('12 AM – 1 AM');
    // The tab stop must move together with the focus, because the next key may be Tab.
    const readyAtOnce = await page.evaluate(async () => {
      const before = document.activeElement;
      const press = (key: string) =>
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      press('ArrowRight');
      await null;
      const moved = document.activeElement as HTMLElement;
      const ready = moved !== before && moved.tabIndex === 0;
      press('ArrowLeft');
      return ready;
    });
    expect(readyAtOnce).toBe(true);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.slots') === null)).toBe(true);
    await page.getByRole('button', { name: 'Next' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Full Name').waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === 'Your Information');
    // Without an email, the reception gets the chosen time in a chat.
    const chat = await page.getByRole('link', { name: 'Book by WhatsApp' }).getAttribute('href');
    expect(new URL(chat ?? '').searchParams.get('text')).toMatch(
      /^I’d like to book Court \d.*12 AM – 1 AM \(\w+\)\.$/,
    );
    for (const text of ['Bilal Ahmed', 'bilal@example.com', '0300 1234567']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Bank Transfer' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === 'Payment Method');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/payment_method=cash/);
    expect(readBookings(date)).toMatchObject([{ slots: '["00:00","00:30"]' }]);
  });
});

describe('the grid', () => {
  test('a slot has a name and toggles, a drag selects a range, and another court or date clears the slots', async () => {
    const date = dayAfter(4);
    expect((await bookAsGuest(club.url, { date, start_time: '20:00' })).status).toBe(201);
    const { page, wizard } = await visit();
    await page.setViewportSize({ width: 1280, height: 1400 });
    await wizard.open(courtQuery(date));
    expect(await wizard.slot(36).textContent()).toBe(
      `6 PM – 6:30 PM, free, PKR 2,500, Court 1, ${longDate(date)}`,
    );
    expect(await wizard.slot(0).textContent()).toContain(longDate(addDays(date, 1)));
    expect(await wizard.slot(40).isDisabled()).toBe(true);
    expect(await wizard.slot(40).textContent()).toContain('Booked');
    // A range ends before a booked slot.
    await wizard.slot(38).click();
    await wizard.slot(43).click({ modifiers: ['Shift'] });
    await wizard.waitForBar('7 PM – 8 PM');

    await page.getByLabel('Court', { exact: true }).selectOption('2');
    await wizard.tap(42, 43);
    await wizard.waitForBar('9 PM – 10 PM');
    await page.getByLabel('Court', { exact: true }).selectOption('1');
    await wizard.waitForBar('Choose a time');
    await wizard.slot(16).hover();
    await page.mouse.down();
    for (const hour of [17, 18, 19]) await wizard.slot(hour).hover();
    await page.mouse.up();
    await wizard.waitForBar('8 AM – 10 AM');
    await wizard.tap(19);
    await wizard.waitForBar('8 AM – 9:30 AM');
    await page.getByLabel('Date', { exact: true }).fill(dayAfter(6));
    await wizard.waitForBar('Choose a time');
  });

  test('on a touch screen a horizontal drag selects a range and a vertical one scrolls', async () => {
    const { page, wizard } = await visit({ hasTouch: true, isMobile: true });
    await wizard.open(courtQuery(dayAfter(11)));
    await wizard.slot(36).scrollIntoViewIfNeeded();
    const touch = await page.context().newCDPSession(page);
    const swipe = async (from: [number, number], to: [number, number]) => {
      const at = ([x, y]: [number, number]) => ({ touchPoints: [{ x, y }] });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(from) });
      for (let part = 1; part <= 10; part += 1) {
        const point: [number, number] = [
          from[0] + ((to[0] - from[0]) * part) / 10,
          from[1] + ((to[1] - from[1]) * part) / 10,
        ];
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(point) });
      }
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const middle = async (hour: number): Promise<[number, number]> => {
      const box = await wizard.slot(hour).boundingBox();
      return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    };
    await swipe(await middle(36), await middle(38));
    await wizard.waitForBar('6 PM – 7:30 PM');
    const before = await page.evaluate(() => window.scrollY);
    const [x, y] = await middle(36);
    await swipe([x, y], [x, y - 200]);
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(before + 50);
    await wizard.waitForBar('6 PM – 7:30 PM');
  });

  test('a tapped date scrolls to its slots and announces how many are free', async () => {
    const { page, wizard } = await visit();
    await wizard.openStarts();
    for (const at of [3, 1]) {
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
      const day = page.getByRole('group', { name: 'The next days' }).getByRole('button').nth(at);
      // The strip may have moved on by a day, at 4 AM, since the file was loaded.
      const date = (await day.getAttribute('data-roving-key')) ?? '';
      await day.click();
      await waitUntil(async () => {
        const box = await page.locator('.starts .slot').first().boundingBox();
        const bar = await wizard.bar.boundingBox();
        return box && bar && box.y > 0 && box.y + box.height < bar.y;
      });
      await page
        .getByRole('status')
        .filter({ hasText: `${shortDate(date)}:` })
        .waitFor({ state: 'attached' });
    }
  });
});

describe('nothing is lost', () => {
  test('a reload keeps every step, and Back moves one step', async () => {
    const date = dayAfter(7);
    const { page, wizard } = await visit();
    await wizard.open(courtQuery(date));
    await wizard.tap(36, 37, 38);
    await page.reload();
    await wizard.slot(36).waitFor();
    await wizard.waitForBar('6 PM – 7:30 PM');
    await wizard.next();
    await wizard.fillGuest();
    await page.reload();
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Bilal Ahmed');
    await wizard.next();
    await page.getByRole('radio', { name: 'Cash Payment' }).check();
    await page.reload();
    expect(await page.getByRole('radio', { name: 'Cash Payment' }).isChecked()).toBe(true);
    await page.goBack();
    expect(await page.getByLabel('Phone').inputValue()).toBe('0300 1234567');
    await page.goBack();
    // The page fetches the slots again and then shows the selection.
    await wizard.grid.locator('[data-hour="38"][aria-pressed="true"]').waitFor();
    await page.goForward();
    await page.getByLabel('Email').waitFor();
    await wizard.previous();
    await wizard.slot(36).waitFor();
  });

  test('a changed price is only booked once accepted, and then one Back leads to the page before the wizard', async () => {
    const date = dayAfter(15);
    const { page, wizard } = await visit();
    await page.goto(`${club.url}/contact`);
    await wizard.open(courtQuery(date));
    await wizard.tap(36, 37);
    await wizard.goToPayment('Cash Payment');
    await wizard.waitForBar('PKR 5,000');
    setCourtRate(1, 9000);
    await wizard.complete();
    const alert = page.getByRole('alert').filter({ hasText: 'The price has changed' });
    await alert.waitFor();
    expect(await alert.textContent()).toContain('It was PKR 5,000 and is now PKR 9,000.');
    expect(await alert.evaluate((box) => box === document.activeElement)).toBe(true);
    expect(readBookings(date)).toEqual([]);
    await page.getByRole('region', { name: 'Booking Summary' }).getByText('PKR 9,000').first().waitFor();
    expect(await page.getByRole('radio', { name: 'Cash Payment' }).isChecked()).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
    const size = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(size[0]).toBe(size[1]);
    await page.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }));
    await page.getByRole('button', { name: 'Accept PKR 9,000 and book' }).click();
    await page.getByRole('heading', { name: 'Held for you' }).waitFor();
    expect(readBookings(date)).toMatchObject([{ computed_amount: 9000, name: 'Bilal Ahmed' }]);
    setCourtRate(1, 5000);
    await settle(page);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await page.waitForURL(`${club.url}/contact`);
  });

  test('a visitor whose slot has just been taken keeps all input and sees the nearest free times', async () => {
    const date = dayAfter(8);
    const { page, wizard } = await visit();
    await wizard.open(courtQuery(date));
    await wizard.tap(40, 41, 42);
    await wizard.goToPayment('Bank Transfer', { name: 'Late Visitor' });
    expect((await bookAsGuest(club.url, { date, start_time: '20:00', duration: 90 })).status).toBe(201);
    await wizard.complete();
    await wizard.toast('Booking Failed').waitFor();
    const alert = page.locator('#booking-conflict');
    expect(await alert.textContent()).toContain('8 PM – 9:30 PM');
    await wizard.showHalfHours();
    await wizard.grid.locator('[data-hour="40"][data-state="booked"]').waitFor();
    await alert.getByRole('button', { name: 'Court 1, 9:30 PM – 11 PM' }).waitFor();
    await alert.getByRole('button', { name: 'Court 2, 8 PM – 9:30 PM' }).click();
    expect(await page.getByLabel('Court', { exact: true }).inputValue()).toBe('2');
    await wizard.next();
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Late Visitor');
    await wizard.next();
    expect(await page.getByRole('radio', { name: 'Bank Transfer' }).isChecked()).toBe(true);
    await wizard.complete();
    await page.waitForURL(/\/success\?/);
    expect(readBookings(date)).toHaveLength(2);
  });

  test('a lost connection keeps all input and the SMS choice, and the retry after a reload has the same idempotency key', async () => {
    const date = dayAfter(9);
    const { page, wizard } = await visit();
    await wizard.open(courtQuery(date));
    await wizard.tap(36, 37);
    await wizard.next();
    await page.getByLabel('Send me SMS updates about this booking').check();
    await wizard.fillGuest({ phone: '0300 1111111' });
    await wizard.next();
    await page.getByRole('radio', { name: 'Bank Transfer' }).check();
    const [keys, smsChoices]: [string[], boolean[]] = [[], []];
    // The server books, but its answer is lost.
    await page.route('**/api/book', async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      smsChoices.push(route.request().postDataJSON().sms_updates);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await wizard.complete();
    expect(await wizard.toast('Booking Failed').textContent()).toContain(
      'There was an error processing your booking. Please try again.',
    );
    await page.reload();
    await wizard.complete();
    await page.waitForURL(/\/success\?/);
    expect(keys[0]).toHaveLength(32);
    expect(keys[1]).toBe(keys[0]);
    expect(smsChoices).toEqual([true, true]);
    expect(readBookings(date)).toHaveLength(1);
  });

  test('an invalid submit shows the specified toast, a focused summary and an error at each field', async () => {
    const { page, wizard } = await visit();
    // A link to step 3 without a selection shows step 1.
    await wizard.open(`?step=3&date=${dayAfter(10)}`);
    await page.waitForURL(`${club.url}/booking`);
    await wizard.next();
    expect(await wizard.toast('Missing Information').textContent()).toContain(
      'Please select a date and court.',
    );
    await page.getByLabel('Court', { exact: true }).selectOption('1');
    await wizard.next();
    await wizard.toast('Missing Information').filter({ hasText: 'Please select time slots.' }).waitFor();
    expect(await page.locator('.field-error').allInnerTexts()).toEqual(['Time slot is required']);
    expect(await page.locator('.error-summary').getByRole('link').allInnerTexts()).toEqual([
      'Time slot is required',
    ]);
    await wizard.tap(30);
    await page
      .locator('#slots-note')
      .filter({ hasText: 'Add 3:30 PM or 2:30 PM to make it one hour.' })
      .waitFor();
    await wizard.next();
    expect(await wizard.toast('Invalid Slot Selection').textContent()).toContain(
      'Please select at least 2 slots (1 hour minimum).',
    );
    const summary = page.locator('.error-summary');
    expect(await summary.evaluate((box) => box === document.activeElement)).toBe(true);
    await summary.getByRole('link').click();
    expect(await page.evaluate(() => document.activeElement?.closest('.slots') !== null)).toBe(true);
    await page.getByRole('button', { name: 'Add 3:30 PM' }).click();
    expect(await summary.count()).toBe(0);
    await wizard.tap(40);
    await wizard.next();
    // The previous toast may still be visible.
    await wizard.toast('no standalone 30-minute slot').waitFor();
    await wizard.tap(41);
    await wizard.next();
    await page.getByLabel('Full Name').waitFor();
    expect(await page.locator('.field-error').count()).toBe(0);
    // The toast leaves before its five seconds are over, because its error is corrected.
    await wizard.toast('Invalid Slot Selection').waitFor({ state: 'detached', timeout: 2000 });
    await wizard.next();
    await wizard.toast('Please fill in all required fields.').waitFor();
    expect(await summary.evaluate((box) => box === document.activeElement)).toBe(true);
    const invalid = page.locator('input[aria-invalid="true"]');
    expect(await invalid.count()).toBe(3);
    // No icon covers the end of what was typed.
    const icons = await invalid.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundImage));
    expect(icons).toEqual(['none', 'none', 'none']);
    await summary.getByRole('link', { name: 'Enter your email address' }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    await wizard.fillGuest({ email: 'not-an-address' });
    await wizard.next();
    await wizard.toast('Invalid Email').filter({ hasText: 'Please enter a valid email address.' }).waitFor();
    await wizard.fillGuest();
    await wizard.next();
    // Of several methods none is chosen for the customer.
    await wizard.complete();
    await wizard
      .toast('Missing Payment Method')
      .filter({ hasText: 'Please select a payment method.' })
      .waitFor();
    expect(await page.locator('[name="payment_method"]:checked').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/booking');
  });
});

test('past slots are hidden at first, and disabled when they are shown', async () => {
  const { page, wizard } = await visit({});
  // The browser's clock says 9:10 PM at the club.
  const evening = Date.parse(`${tomorrow}T21:10:00+05:00`);
  await page.clock.setFixedTime(evening);
  await wizard.open(`?court=1&date=${tomorrow}`);
  const first = wizard.grid.locator('.slot').first();
  await first.waitFor();
  expect(await first.textContent()).toContain('9:30 PM – 10 PM');
  await page.getByRole('button', { name: 'Show 29 slots before now' }).click();
  expect(await first.textContent()).toContain('Past');
  expect(await first.isDisabled()).toBe(true);
  expect(await wizard.grid.locator('.slot').count()).toBe(42);
});

test('a failed request for courts shows an error with a retry button, and their answer is asked for once', async () => {
  const { page, wizard } = await visit();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const timesAsked = () => asked.filter((path) => path === '/api/courts').length;
  await page.route('**/api/courts', (route) => route.abort());
  await page.goto(club.url);
  // Before hydration the link loads the page from the server, which draws it with the courts.
  await waitForHydration(page);
  await page.locator('#main').getByRole('link', { name: 'Book a Court' }).click();
  await wizard.toast('Failed to fetch courts').waitFor();
  await page.unroute('**/api/courts');
  await wizard.showHalfHours();
  const again = page.getByRole('button', { name: 'Load the courts again' });
  await again.waitFor();
  expect(timesAsked()).toBe(1);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/courts', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await again.click();
  const option = (name: string) => page.getByRole('option', { name }).waitFor({ state: 'attached' });
  await option('Loading courts...');
  answer.resolve();
  await option('Select a court');

  // What is known is never stale, whatever gets the focus.
  await page.getByRole('link', { name: 'Contact Us' }).first().click();
  await page.getByRole('heading', { name: 'Contact Us' }).waitFor();
  await page.evaluate(() => {
    dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.goBack();
  await wizard.showHalfHours();
  await option('Select a court');
  expect(timesAsked()).toBe(2);
});
