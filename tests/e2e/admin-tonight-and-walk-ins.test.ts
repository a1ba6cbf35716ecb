import { expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { startInstantOf } from '../../src/domain/slot.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { checkScreen, findAxeViolations } from '../support/axe.ts';
import { DESKTOP, PHONE, pageOpener } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { fakeTimeEnv } from '../support/faketime-environment.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { waitUntil } from '../support/wait-until.ts';

const MINUTE = 60_000;
/** The next evening, so that the shift is forward. */
const EVENING = addDays(clubToday(), 1);
const OFFSET = startInstantOf(EVENING, 40) + 5 * MINUTE - Date.now();
const club = serverForTestFile(async () => ({ env: await fakeTimeEnv(OFFSET) }));

const attendanceOf = (name: string) =>
  club.database(
    (db) =>
      db
        .query<{ attendance: string | null }, [string]>(
          'SELECT attendance FROM customer_booking WHERE name = ?',
        )
        .get(name)?.attendance,
  );

// Each test sets the clock of its page again.
const open = pageOpener({ viewport: DESKTOP });
const openTonight = async (viewport: typeof PHONE) => {
  const page = await open();
  await page.setViewportSize(viewport);
  await page.clock.setFixedTime(Date.now() + OFFSET);
  await signInAsAdmin(page, club, 'staff', OFFSET);
  await page.goto(`${club.url}/admin?tab=desk`);
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  return page;
};

test('two presses book a walk-in, mark the customer as present, and add a note', async () => {
  const page = await openTonight(DESKTOP);
  // Tonight and its grid share the first screen.
  const [tonight, grid] = await Promise.all(
    ['.admin-tonight', '.admin-day-grid'].map((part) => page.locator(part).boundingBox()),
  );
  expect(grid?.x).toBeGreaterThanOrEqual((tonight?.x ?? 999) + (tonight?.width ?? 0));
  expect(grid?.y).toBeLessThan(DESKTOP.height / 2);
  const { keyboard } = page;
  await keyboard.press('w');
  const dialog = page.getByRole('dialog', { name: 'New booking' });
  await dialog.getByLabel('Name (optional)').waitFor();
  await keyboard.type('Hamza Tariq');
  await keyboard.press('Enter');
  const now = page
    .locator('section', { has: page.getByRole('heading', { name: 'Now', exact: true }) })
    .last();
  await now.getByRole('link', { name: /Hamza Tariq 8 PM – 9 PM.*to collect/ }).waitFor();
  await page.getByRole('button', { name: 'Arrived: Hamza Tariq', pressed: true }).waitFor();
  await page.getByRole('button', { name: 'No-show: Hamza Tariq' }).click();
  await page.getByRole('button', { name: 'No-show: Hamza Tariq', pressed: true }).waitFor();
  expect(attendanceOf('Hamza Tariq')).toBe('no_show');

  const walkIn = {
    court_id: 2,
    date: EVENING,
    slots: ['20:30', '21:00'],
    name: 'Sara',
    phone: '03001112223',
  };
  const answer = await page.request.post(`${club.url}/api/admin/bookings`, { data: walkIn });
  expect(answer.status()).toBe(201);
  await page.getByRole('link', { name: /Sara 8:30 PM – 9:30 PM, Court 2/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Sara', exact: true }).click();
  const customer = page.getByRole('dialog', { name: 'Sara' });
  await customer.getByLabel('New note').fill('Brings four friends');
  await customer.getByRole('button', { name: 'Add the note' }).click();
  await customer.getByText('Brings four friends').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
}, 180_000);

test('half an hour runs until five minutes before its end, and a keyboard alone books a walk-in without a name', async () => {
  const page = await openTonight(PHONE);
  const { keyboard } = page;
  await page.clock.setFixedTime(startInstantOf(EVENING, 46) + 20 * MINUTE);
  await page.reload();
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  await keyboard.press('w');
  const dialog = page.getByRole('dialog', { name: 'New booking' });
  await dialog.getByLabel('Name (optional)').waitFor();
  await dialog.getByLabel('Court').selectOption('Court 2');
  expect(await dialog.getByLabel('Start (now)').evaluate(chosenLabel)).toBe('11 PM');
  // The total and the button are in sight without scrolling, and court, start, length, name and payment too.
  await dialog.getByText('Total PKR 5,000').waitFor();
  for (const part of [
    dialog.getByText('Total PKR'),
    dialog.getByRole('group', { name: 'Paid now' }),
    dialog.getByLabel('Length'),
  ]) {
    const box = await part.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= PHONE.height).toBe(true);
  }
  await dialog.getByLabel('Start').selectOption('1 AM');
  expect(await dialog.getByLabel('The customer is here').isChecked()).toBe(false);
  await dialog.getByLabel('Start').selectOption('11 PM');
  await dialog.getByRole('radio', { name: 'Not yet' }).focus();
  await keyboard.press('ArrowRight');
  await dialog.getByLabel('Amount in PKR').waitFor();
  await checkScreen(page, 'new-booking');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page.locator('[data-sonner-toast]', { hasText: 'BookedWalk-in: Court 2' }).waitFor();
  expect(attendanceOf('Walk-in')).toBe('arrived');
  expect(page.errors).toEqual([]);
}, 180_000);

/** Runs in the page. */
function chosenLabel(select: Element): string | undefined {
  return (select as HTMLSelectElement).selectedOptions[0]?.label;
}

test('keys open a closure, To do and the list of keys, and Ctrl+K finds a customer and a day', async () => {
  const page = await openTonight(DESKTOP);
  const { keyboard } = page;
  const walkIn = { court_id: 1, date: EVENING, slots: ['23:00', '23:30'], name: 'Palwasha Khan' };
  expect((await page.request.post(`${club.url}/api/admin/bookings`, { data: walkIn })).status()).toBe(201);
  await keyboard.press('c');
  await page.getByRole('dialog', { name: 'Block time' }).waitFor();
  await keyboard.press('Escape');
  await keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await keyboard.press('Escape');
  await keyboard.press('t');
  await page.waitForURL(/tab=todo/);
  await keyboard.press('Control+k');
  await keyboard.type('palwasha');
  await page.getByRole('option', { name: /#\d+ Palwasha Khan/ }).waitFor();
  await keyboard.press('Enter');
  await page.getByRole('dialog', { name: /^Booking #/ }).waitFor();
  await keyboard.press('Escape');
  await keyboard.press('Control+k');
  await keyboard.type('tomorrow');
  await page.getByRole('option').first().waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await keyboard.press('Enter');
  await page.waitForURL(new RegExp(`date=${addDays(EVENING, 1)}`));
  expect(page.errors).toEqual([]);
}, 180_000);

test('without a mail server the reception adds an email, and makes a link that opens the booking once', async () => {
  const page = await openTonight(DESKTOP);
  const walkIn = { court_id: 2, date: EVENING, slots: ['22:00', '22:30'], name: 'Danish' };
  const answer = await page.request.post(`${club.url}/api/admin/bookings`, { data: walkIn });
  const { id } = (await answer.json()).data.booking;
  await page.goto(`${club.url}/admin?booking=${id}`);
  const drawer = page.getByRole('dialog', { name: `Booking #${id}` });
  expect(await drawer.getByRole('button', { name: 'Resend the email with the link' }).count()).toBe(0);
  await drawer.getByText('Add an email').click();
  await drawer.getByLabel('Email', { exact: true }).fill('danish@example.com');
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('No mail server is set up, so nothing was sent.').waitFor();
  await drawer.getByRole('link', { name: 'danish@example.com' }).waitFor();
  await drawer.getByRole('button', { name: 'Make a link for the customer' }).click();
  const whatsapp = drawer.getByRole('link', { name: 'WhatsApp', exact: true });
  const text = new URL((await whatsapp.getAttribute('href')) ?? '').searchParams.get('text') ?? '';
  // The server of the tests does not know its address.
  const link = `${club.url}${/\/manage#h\S+$/.exec(text)?.[0]}`;
  await drawer.getByText('Link made to hand over').waitFor({ state: 'attached' });
  const customer = await open({});
  await customer.goto(link);
  await customer.getByRole('button', { name: 'Open my page' }).click();
  await customer.getByText(`Booking ${id}`).waitFor();
  await customer.waitForURL(`${club.url}/manage?booking_id=${id}`);
  expect(await findAxeViolations(customer)).toEqual([]);
  const another = await open({});
  await another.goto(link);
  await another.getByRole('button', { name: 'Open my page' }).click();
  await another.getByText('This link has been opened already').waitFor();
  expect([page.errors, customer.errors]).toEqual([[], []]);
}, 180_000);

test('a booking by phone for later tonight is made from the menu by keyboard', async () => {
  const page = await openTonight(PHONE);
  await page.getByRole('button', { name: '+ New' }).press('Enter');
  await page.getByRole('button', { name: 'Booking', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New booking' });
  await dialog.getByLabel('Name').fill('Farhan Caller');
  await dialog.getByLabel('Court').selectOption('Court 2');
  const start = dialog.getByLabel('Start');
  await start.selectOption('2 AM');
  await dialog.getByLabel('Length').selectOption('2 AM – 3:30 AM (1.5 hours)');
  await start.selectOption('3 AM');
  await dialog.getByRole('button', { name: 'Book', exact: true }).press('Enter');
  await page
    .locator('[data-sonner-toast]', { hasText: /^BookedFarhan Caller: Court 2.*3 AM – 4 AM/ })
    .waitFor();
  expect(page.errors).toEqual([]);
});

test('what is typed stays while the evening goes on, even where browsers refuse randomUUID', async () => {
  const walkIn = { court_id: 1, date: EVENING, slots: ['21:00', '21:30'], name: 'Nadia Aziz' };
  const page = await open({});
  // As on plain http.
  await page.addInitScript(() => Object.assign(crypto, { randomUUID: undefined }));
  await page.clock.install({ time: startInstantOf(EVENING, 42) - MINUTE });
  await signInAsAdmin(page, club, 'staff', OFFSET);
  const answer = await page.request.post(`${club.url}/api/admin/bookings`, { data: walkIn });
  expect(answer.status()).toBe(201);
  await page.goto(`${club.url}/admin?tab=desk`);
  const section = (name: string) =>
    page.locator('section', { has: page.getByRole('heading', { name, exact: true }) }).last();
  await section('Next')
    .locator('li', { hasText: 'Nadia Aziz' })
    .getByRole('button', { name: 'Take payment' })
    .click();
  const sheet = page.getByRole('dialog', { name: 'Take payment' });
  await sheet.getByLabel('Amount in PKR').fill('2000');
  await sheet.getByLabel('Reference (optional)').fill('Half of it');
  await page.clock.fastForward(2 * MINUTE);
  await section('Now')
    .getByRole('link', { name: /Nadia Aziz/ })
    .waitFor();
  expect(await sheet.getByLabel('Reference (optional)').inputValue()).toBe('Half of it');
  await sheet.getByRole('button', { name: 'Take PKR 2,000' }).click();
  await page.locator('[data-sonner-toast]', { hasText: 'Payment recordedNadia Aziz, PKR 2,000' }).waitFor();
  await sheet.getByRole('button', { name: 'Close', exact: true }).first().click();
  await sheet.waitFor({ state: 'detached' });

  await page.keyboard.press('c');
  const closing = page.getByRole('dialog', { name: 'Block time' });
  await closing.getByLabel('From').selectOption({ label: '11:30 PM' });
  await closing.getByLabel('Until').selectOption({ label: '1 AM' });
  await page.clock.fastForward(30 * MINUTE);
  await closing
    .getByLabel('From')
    .getByRole('option', { name: '9 PM', exact: true })
    .waitFor({ state: 'detached' });
  const chosen = (label: string) =>
    closing.getByLabel(label).evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.label);
  expect([await chosen('From'), await chosen('Until')]).toEqual(['11:30 PM', '1 AM']);
}, 180_000);

test('on a phone the running evening needs no sideways scrolling', async () => {
  const page = await openTonight(PHONE);
  await page.getByRole('heading', { name: 'Next' }).waitFor();
  await checkScreen(page, 'running-evening');
  // On the narrowest phone neither do the two courts.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.waitForFunction(() => {
    const grid = document.querySelector('.admin-day-grid');
    return grid && grid.scrollWidth === grid.clientWidth;
  });
}, 180_000);

test('on a phone every cell is a whole target, and half an hour shows what is due in one line', async () => {
  const walkIn = { court_id: 1, date: EVENING, slots: ['22:00', '22:30'], name: 'Muhammad Aslam' };
  const page = await openTonight(PHONE);
  const answer = await page.request.post(`${club.url}/api/admin/bookings`, { data: walkIn });
  expect(answer.status()).toBe(201);
  // At 11:40 PM the grid begins at 10:30 PM, so that it shows only the last half hour of the booking.
  await page.clock.setFixedTime(startInstantOf(EVENING, 47) + 10 * MINUTE);
  for (const width of [320, PHONE.width]) {
    await page.setViewportSize({ width, height: PHONE.height });
    await page.reload();
    const block = page.locator('.admin-cell[data-rows="1"]', { hasText: 'Muhammad' });
    await block.waitFor();
    const cells = await page
      .locator('button.admin-cell')
      .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().height));
    expect(Math.min(...cells)).toBeGreaterThanOrEqual(44);
    expect(await block.evaluate(textBeyondCell)).toEqual([]);
  }
}, 180_000);

/** The visible texts of a cell that reach beyond it. Runs in the page. */
function textBeyondCell(cell: Element): string[] {
  const { right, bottom } = cell.getBoundingClientRect();
  const beyond: string[] = [];
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    // What the width leaves no room for is there for screen readers only.
    if (text.parentElement && text.parentElement.offsetWidth <= 1) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (box.right > right || box.bottom > bottom) beyond.push(text.textContent ?? '');
  }
  return beyond;
}

test('a panel keeps its place and the focus, and shows what a press unfolds', async () => {
  const page = await openTonight({ width: 1280, height: 600 });
  const booked = { name: 'Rukhsana Butt', phone: '0302 7654321', slots: ['15:00', '15:30'] };
  const data = { court_id: 1, date: addDays(EVENING, 1), ...booked };
  const answer = await page.request.post(`${club.url}/api/admin/bookings`, { data });
  const { id } = (await answer.json()).data.booking as { id: number };

  await page.goto(`${club.url}/admin?booking=${id}`);
  const panel = page.getByRole('dialog', { name: `Booking #${id}` });
  await panel.getByRole('button', { name: 'More actions' }).click();
  // The foot is in sight already.
  expect(await panel.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await page.keyboard.press('Escape');
  await panel.getByText('Invoice for a company').click();
  await waitUntil(() =>
    panel.evaluate((dialog) => {
      const foot = dialog.querySelector('.admin-drawer-bar')?.getBoundingClientRect();
      const fold = dialog.querySelector('details[open]')?.getBoundingClientRect();
      return foot !== undefined && fold !== undefined && fold.bottom <= foot.top + 1;
    }),
  );

  // The button that took the payment is gone, and the panel says the result.
  await panel.getByRole('button', { name: /^Take payment/ }).click();
  await page
    .getByRole('dialog', { name: 'Take payment' })
    .getByRole('button', { name: /^Take PKR/ })
    .click();
  const settled = panel.locator('.admin-money-balance', { hasText: 'Settled' });
  await settled.waitFor();
  await waitUntil(() => settled.evaluate((balance) => balance === document.activeElement));

  await page.goto(`${club.url}/admin?customer=${id}`);
  const customer = page.getByRole('dialog', { name: booked.name });
  await customer.getByRole('button', { name: 'Limit' }).click();
  await waitUntil(() =>
    customer.getByLabel('Prepaid only').evaluate((radio) => radio === document.activeElement),
  );
  expect(page.errors).toEqual([]);
}, 180_000);
