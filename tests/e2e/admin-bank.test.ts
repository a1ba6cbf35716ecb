/** Transfers that check themselves in a browser: the owner's trial, the customer's code, the bank's statement. */
import { beforeAll, expect, test } from 'bun:test';
import { decode } from 'fast-png';
import jsQR from 'jsqr';
import type { Locator } from 'playwright';
import { addDays, clubTimestamp } from '../../src/domain/business-day.ts';
import { adminPageOpener } from '../support/admin-session.ts';
import { checkScreen } from '../support/axe.ts';
import { actAsCustomer } from '../support/booking-key.ts';
import { bookAsGuest } from '../support/booking-wizard.ts';
import { openDrawingBrowser, PHONE } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { TEST_IBAN } from '../support/test-bank-account.ts';
import { waitUntil } from '../support/wait-until.ts';

const club = serverForTestFile({ bank: false });
const openAdmin = adminPageOpener(club);

beforeAll(async () => {
  const cookie = insertUserSession(club.dataDir, {
    email: 'owner@example.com',
    name: 'Owner',
    role: 'owner',
  });
  const changes = {
    'bank.account_title': 'Padel Club',
    'bank.bank_name': 'Test Bank',
    'bank.iban': TEST_IBAN,
  };
  const answer = await fetch(`${club.url}/api/admin/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ changes }),
  });
  expect(answer.status).toBe(200);
});

interface Made {
  booking: { id: number; payer_id: number; computed_amount: number };
  manage_url: string;
}
const book = async (start_time: string, date = addDays(clubToday(), 1)): Promise<Made> =>
  (
    await bookAsGuest(club.url, { start_time, date, payment_method: 'bank_transfer' })
  ).json() as Promise<Made>;

/** The text of a code that the customer saved, or that stands on a screen. */
async function readPicture(picture: Uint8Array): Promise<string | undefined> {
  const { width, height, data, channels } = decode(await new Bun.Image(picture).png().bytes());
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let at = 0; at < width * height; at++)
    for (let channel = 0; channel < 3; channel++)
      pixels[at * 4 + channel] = Number(data[at * channels + (channels >= 3 ? channel : 0)]);
  return jsQR(pixels, width, height)?.data;
}

/** What a scanner reads from an image of the page; a screenshot of a busy machine may lack parts of the page. */
async function readImage(image: Locator): Promise<string | undefined> {
  const url = await image.evaluate((element: HTMLImageElement) => {
    const canvas = document.createElement('canvas');
    canvas.width = 480;
    canvas.height = 480;
    canvas.getContext('2d')?.drawImage(element, 0, 0, 480, 480);
    return canvas.toDataURL('image/png');
  });
  return readPicture(await (await fetch(url)).bytes());
}

test('the owner tries a code, and customers save one with their amount', async () => {
  const admin = await openAdmin('/admin?tab=settings&page=bank');
  const field = admin.getByRole('group', { name: 'QR code with the amount' });
  await field.getByRole('button', { name: 'Try it' }).click();
  await field.getByRole('img', { name: 'QR code for PKR 1' }).waitFor();
  await checkScreen(admin, 'bank-trial');
  await field.getByRole('button', { name: 'No', exact: true }).click();
  await field.getByRole('button', { name: 'Yes' }).click();
  await field.getByText('On: your banking app has read a code.').waitFor();

  const made = await book('18:00');
  const sum = made.booking.computed_amount.toLocaleString('en-US');
  const payload = new RegExp(
    `^0002020102120202300424${TEST_IBAN}05\\d\\d${made.booking.computed_amount}1004`,
  );
  // Another phone scans this screen; dark is the theme that could turn the code round.
  await using drawing = await openDrawingBrowser();
  const page = await drawing.newPage({ viewport: PHONE, colorScheme: 'dark' });
  await actAsCustomer(page, made);
  await page.goto(`${club.url}/success?booking_id=${made.booking.id}`);
  const image = page.getByRole('img', { name: `QR code for a transfer of PKR ${sum}` });
  await image.waitFor();
  await image.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await waitUntil(async () => payload.test((await readPicture(await page.screenshot())) ?? ''));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save picture' }).click();
  const saved = await Bun.file(await (await download).path()).bytes();
  expect(await readPicture(saved)).toMatch(payload);

  // The page that goes on paper.
  await page.goto(`${club.url}/receipt?booking_id=${made.booking.id}`);
  await page.getByRole('img', { name: 'QR code' }).waitFor();
  expect(await readImage(page.getByRole('img', { name: 'QR code' }))).toMatch(payload);
  expect(
    (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g),
  ).toHaveLength(1);

  // The reception turns the screen, and its sheet then records a transfer.
  await admin.goto(`${club.url}/admin?booking=${made.booking.id}`);
  await admin.getByRole('button', { name: /^Take payment/ }).click();
  const sheet = admin.getByRole('dialog', { name: 'Take payment' });
  await sheet.locator('select').selectOption('cash');
  await sheet.getByRole('button', { name: 'Show the QR code' }).click();
  const turned = admin.getByRole('dialog', { name: `Booking ${made.booking.id}`, exact: true });
  await turned.getByText(`PKR ${sum}`, { exact: true }).waitFor();
  await checkScreen(admin, 'bank-turned');
  expect(await readImage(turned.getByRole('img', { name: 'QR code' }))).toMatch(payload);
  await admin.keyboard.press('Escape');
  await turned.waitFor({ state: 'detached' });
  expect(await sheet.locator('select').inputValue()).toBe('bank_transfer');
  expect(admin.errors).toEqual([]);
}, 180_000);

test('a statement is dropped, its columns confirmed once, and its sure lines paid in one press', async () => {
  const [first, second] = [await book('20:00'), await book('21:00')];
  // A bank's day begins at midnight.
  const today = clubTimestamp(Date.now()).slice(0, 10);
  const csv = [
    'Booked,In,Out,Purpose',
    `${today},${first.booking.computed_amount},,IBFT booking ${first.booking.id}`,
    `${today},${second.booking.computed_amount},,booking ${second.booking.id}`,
    `${today},77,,tea`,
    `${today},,500,rent`,
    `${today},abc1x2,,broken`,
  ].join('\n');
  const page = await openAdmin('/admin?tab=bank');
  const drop = () =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await drop();
  const dialog = page.getByRole('dialog', { name: 'Which column is which?' });
  await dialog.getByLabel('Date', { exact: true }).selectOption('Booked');
  await dialog.getByLabel('Date format').selectOption('ymd');
  await dialog.getByLabel('Money in').selectOption('In');
  if (!(await dialog.getByLabel('Purpose').isChecked())) await dialog.getByLabel('Purpose').check();
  await checkScreen(page, 'bank-columns');
  await dialog.getByRole('button', { name: 'Read the statement' }).click();
  await page.getByText('3 lines of money that came in, 3 new.').waitFor();
  await page.getByText('Line 6: The amount "abc1x2" could not be read.').waitFor();
  await page.getByRole('button', { name: 'Confirm all 2' }).click();
  await page.getByRole('heading', { name: 'Certain matches' }).waitFor({ state: 'detached' });
  await checkScreen(page, 'bank-lines');
  const { status } = (await (await fetch(`${club.url}/api/booking/${second.booking.id}`)).json()).booking;
  expect(status).toBe('paid');
  // The same file again asks nothing and adds nothing.
  await drop();
  await page.getByText('3 lines of money that came in, 0 new.').waitFor();
  const tea = page.getByRole('list', { name: 'Without a booking' }).getByRole('listitem');
  await tea.getByText('Another booking, or none').click();
  await tea.getByLabel('It isn’t for a booking because').fill('Tea');
  await tea.getByRole('button', { name: 'Ignore' }).click();
  await page.getByText('No bank lines to review.').waitFor();
  await page.getByText('Done', { exact: true }).click();
  const done = page.getByRole('list', { name: 'Done' });
  await done.getByRole('button', { name: 'Undo' }).first().click();
  await page.getByRole('heading', { name: 'Certain matches' }).waitFor();
  // The question for the columns.
  expect(page.errors).toEqual([expect.stringContaining('status of 422')]);
}, 180_000);

test("an app's names are chosen below its customer's data, and what the bank took back is shown and settled", async () => {
  const [first, second] = [
    await book('18:00', addDays(clubToday(), 2)),
    await book('19:30', addDays(clubToday(), 2)),
  ];
  const [{ id, computed_amount: price }, { id: other }] = [first.booking, second.booking];
  // A bank's day begins at midnight.
  const today = clubTimestamp(Date.now()).slice(0, 10);
  const csvOf = (...lines: string[]) =>
    [
      ...Array.from({ length: 13 }, (_, at) => `Field ${at + 1},Sana Malik ${at + 1}`),
      'When,What,Spent,Got',
      `${addDays(today, -300)},Old coffee,,77`,
      `${today},IBFT booking ${id},,${price}.00`,
      `${today},booking ${other} today,,${price}.00`,
      `${today},Salary,"PKR (5,000.00)",`,
      ...lines,
    ].join('\n');
  // Those of the tests before are not counted.
  club.database((db) => db.run("UPDATE bank_line SET ignored = 'x' WHERE used = 0"));
  const page = await openAdmin('/admin?tab=bank');
  const drop = (csv: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await drop(csvOf());
  const dialog = page.getByRole('dialog', { name: 'Which column is which?' });
  await dialog.getByLabel('Row with the column names').selectOption('Field 2 | Sana Malik 2');
  await dialog.getByLabel('Row with the column names').selectOption('When | What | Spent | Got');
  await dialog.getByLabel('Date', { exact: true }).selectOption('When');
  await dialog.getByLabel('Date format').selectOption('ymd');
  await dialog.getByLabel('Money in').selectOption('Got');
  await dialog.getByLabel('How money out is marked').waitFor();
  await dialog.getByLabel('Money out', { exact: true }).selectOption('Spent');
  await dialog.getByLabel('How money out is marked').waitFor({ state: 'detached' });
  await dialog.getByLabel('What').check();
  await checkScreen(page, 'bank-columns-below');
  await dialog.getByRole('button', { name: 'Read the statement' }).click();
  await page.getByText('2 lines of money that came in, 2 new.').waitFor();
  await page.getByText('1 more is from before the club’s first booking and was left out.').waitFor();
  await page.getByRole('button', { name: 'Confirm all 2' }).click();
  await page.getByRole('heading', { name: 'Certain matches' }).waitFor({ state: 'detached' });

  await drop(
    csvOf(
      `${today},REVERSAL IBFT booking ${id},${price},`,
      `${today},Returned booking ${other} today,${price},`,
    ),
  );
  await page
    .getByText(/^Line 19: PKR .* was taken back\. It came on .* and is in use: please undo it below\.$/)
    .waitFor();
  const doubtful = page.getByRole('list', { name: 'Please check' }).getByRole('listitem');
  const [paid, stayed] = [
    doubtful.filter({ hasText: `IBFT booking ${id}` }),
    doubtful.filter({ hasText: `booking ${other}` }),
  ];
  await paid.getByText('The bank took it back on').waitFor();
  await checkScreen(page, 'bank-taken-back');
  await paid.getByRole('button', { name: 'Undo' }).click();
  await paid.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  await stayed.getByRole('button', { name: 'It stayed' }).click();
  await stayed.waitFor({ state: 'detached' });
  const statusOf = async (booking: number) =>
    (await (await fetch(`${club.url}/api/booking/${booking}`)).json()).booking.status;
  expect([await statusOf(id), await statusOf(other)]).toEqual(['pending', 'paid']);
  club.database((db) => db.run("UPDATE bank_line SET ignored = 'x' WHERE used = 0"));
  expect(page.errors).toEqual([expect.stringContaining('status of 422')]);
}, 180_000);

test('on a phone a dropped file is confirmed in three presses, and undone line by line to the same books', async () => {
  const date = addDays(clubToday(), 3);
  const made = [];
  for (const start_time of ['10:00', '12:00', '14:00']) made.push((await book(start_time, date)).booking);
  const today = clubTimestamp(Date.now()).slice(0, 10);
  const csv = [
    'Date,Credit,Narration',
    ...made.map(({ id, computed_amount }) => `${today},${computed_amount},IBFT booking ${id}`),
  ].join('\n');
  const page = await openAdmin('/admin?tab=bank');
  await page.setViewportSize(PHONE);
  const ids = made.map(({ id }) => id).join(',');
  /** What the bookings have received, and their entries that stand. */
  const books = () =>
    club.database((db) =>
      db
        .query<{ received: number; entries: number }, []>(
          `SELECT (SELECT sum(received) FROM booking WHERE id IN (${ids})) AS received,
               (SELECT ifnull(sum(amount), 0) FROM ledger_entry WHERE booking_id IN (${ids})) AS entries`,
        )
        .get(),
    );
  const price = made.reduce((sum, { computed_amount }) => sum + computed_amount, 0);
  expect(books()).toEqual({ received: 0, entries: 0 });
  let presses = 0;
  const press = async (button: Locator) => {
    presses += 1;
    await button.click();
  };
  const chooser = page.waitForEvent('filechooser');
  await press(page.getByText('Choose the bank’s CSV'));
  await (await chooser).setFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await press(page.getByRole('button', { name: 'Read the statement' }));
  await press(page.getByRole('button', { name: /^Confirm all/ }));
  await page.getByRole('heading', { name: 'Certain matches' }).waitFor({ state: 'detached' });
  expect(presses).toBe(3);
  expect(books()).toEqual({ received: price, entries: price });
  await page.getByText('Done', { exact: true }).click();
  const done = page.getByRole('list', { name: 'Done' }).getByRole('listitem');
  for (const { id } of made) {
    const line = done.filter({ hasText: `IBFT booking ${id}` });
    await line.getByRole('button', { name: 'Undo' }).click();
    await line.waitFor({ state: 'detached' });
  }
  expect(books()).toEqual({ received: 0, entries: 0 });
  // The next test's lines stand alone.
  club.database((db) => db.run("UPDATE bank_line SET ignored = 'x' WHERE text LIKE 'IBFT booking %'"));
  expect(page.errors).toEqual([expect.stringContaining('status of 422')]);
}, 180_000);

test('a doubtful line asks about its best candidate, with the others behind Another booking', async () => {
  const date = addDays(clubToday(), 6);
  const made = [];
  for (const start_time of ['10:00', '12:00', '14:00']) made.push((await book(start_time, date)).booking);
  const today = clubTimestamp(Date.now()).slice(0, 10);
  const csv = ['Date,Credit,Remark', `${today},${made[0]?.computed_amount},MOBILE TRF`].join('\n');
  const page = await openAdmin('/admin?tab=bank');
  await page.setViewportSize(PHONE);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('button', { name: 'Read the statement' }).click();
  const line = page.getByRole('list', { name: 'Please check' }).getByRole('listitem');
  await line.getByText('MOBILE TRF').waitFor();
  const pay = line.getByRole('button', { name: /^Mark as paid booking/ });
  expect(await pay.count()).toBe(1);
  const others = line.getByText(/^Another booking \(\d more fit\)$/);
  const count = Number(/\d/.exec((await others.textContent()) ?? '')?.[0]);
  expect(count).toBeGreaterThanOrEqual(2);
  await others.click();
  await line.getByLabel('Booking number').waitFor();
  // Each of them once.
  expect(new Set(await pay.allTextContents()).size).toBe(1 + count);
  const chosen = (await pay.last().textContent()) ?? '';
  await pay.last().click();
  await line.waitFor({ state: 'detached' });
  const id = /\d+/.exec(chosen)?.[0];
  expect((await (await fetch(`${club.url}/api/booking/${id}`)).json()).booking.status).toBe('paid');
  club.database((db) => db.run("UPDATE bank_line SET ignored = 'x' WHERE used = 0"));
}, 180_000);

test('a sure line behind a hundred others has its button, and a list continues with Show more', async () => {
  const { booking } = await book('16:00', addDays(clubToday(), 5));
  const today = clubTimestamp(Date.now()).slice(0, 10);
  const others = Array.from({ length: 120 }, (_, index) => `${today},${10 + index},coffee ${index}`);
  const csv = [
    'Date,Credit,Purpose of it',
    `${today},${booking.computed_amount},booking ${booking.id}`,
    ...others,
  ].join('\n');
  const page = await openAdmin('/admin?tab=bank');
  const file = { name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Read the statement' }).click();
  await page.getByRole('button', { name: 'Confirm it', exact: true }).waitFor();
  const list = page.getByRole('list', { name: 'Without a booking' });
  await list.getByText('coffee 119').waitFor();
  expect(await list.getByText('coffee 0', { exact: true }).count()).toBe(0);
  await list.getByRole('button', { name: 'Show more' }).click();
  await list.getByText('coffee 0', { exact: true }).waitFor();
  await page.getByText('Show it', { exact: true }).click();
  await page
    .getByRole('list', { name: 'Sure' })
    .getByText(`booking ${booking.id}`, { exact: true })
    .first()
    .waitFor();
  // A line that moves up stands once.
  const line = list.getByRole('listitem').filter({ hasText: 'coffee 119' });
  await line.getByText('Another booking, or none').click();
  await line.getByLabel('It isn’t for a booking because').fill('Coffee');
  await line.getByRole('button', { name: 'Ignore' }).click();
  await line.waitFor({ state: 'detached' });
  expect(await list.getByText('coffee 20', { exact: true }).count()).toBe(1);
  club.database((db) => db.run("UPDATE bank_line SET ignored = 'Coffee' WHERE text LIKE 'coffee %'"));
  expect(page.errors).toEqual([expect.stringContaining('status of 422')]);
}, 180_000);

test('a file of 9 MB is refused at once, and a customer whom no message reaches is called', async () => {
  const { booking } = await book('16:00', addDays(clubToday(), 4));
  club.database((db) => {
    const at = Date.now() - 20 * 86_400_000;
    db.run("UPDATE payer SET email = '' WHERE id = ?", [booking.payer_id]);
    db.run(
      "INSERT INTO ledger_entry (at, booking_id, payer_id, kind, method, amount, actor) VALUES (?, ?, ?, 'payment', 'bank_transfer', 500, 'x')",
      [at, booking.id, booking.payer_id],
    );
    const [first, last] = [at, Date.now()].map((instant) => clubTimestamp(instant).slice(0, 10));
    db.run('INSERT INTO bank_statement (at, by_owner, iban, first_date, last_date) VALUES (?, 1, ?, ?, ?)', [
      at,
      TEST_IBAN,
      first as string,
      last as string,
    ]);
  });
  const page = await openAdmin('/admin?tab=bank');
  const alarm = page.getByRole('list', { name: 'Not in the bank yet' }).getByRole('listitem');
  await alarm.getByText('We can’t reach them by email or text message.').waitFor();
  expect(await alarm.getByRole('button', { name: 'Ask the customer' }).count()).toBe(0);
  await checkScreen(page, 'bank-alarms');
  await page.locator('input[type=file]').evaluate((input: HTMLInputElement) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(9 * 1024 * 1024)], 'bank.csv'));
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.getByText('This file is larger than 8 MB. Please choose a shorter period.').waitFor();
}, 180_000);
