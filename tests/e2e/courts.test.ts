/** Clubs with another number of courts, in a browser on the executable. */
import { expect, test } from 'bun:test';
import { adminPageOpener, signInAsAdmin } from '../support/admin-session.ts';
import { bookAsGuest, tomorrow, wizardPageOpener } from '../support/booking-wizard.ts';
import { DESKTOP, horizontalOverflow, PHONE } from '../support/browser-pages-and-waits.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { createPng } from '../support/test-images.ts';
import { waitUntil } from '../support/wait-until.ts';

const club = serverForTestFile();
const openWizardPage = wizardPageOpener(() => club);

const openAdmin = adminPageOpener(club);

const openCourtsTab = async () => {
  const page = await openAdmin('/admin?tab=courts');
  await page.getByRole('button', { name: 'Add a court' }).waitFor();
  return page;
};

test('an admin adds court 3 with a picture, and visitors see, hear and book it', async () => {
  const admin = await openCourtsTab();
  await admin.getByRole('button', { name: 'Add a court' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Add a court' });
  await dialog.getByRole('button', { name: 'Add the court' }).click();
  await dialog.getByRole('link', { name: /Please enter a name/ }).waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill('Court 3 - Social & Lessons');
  await dialog.getByLabel('Hourly rate (PKR)').fill('4,000');
  await dialog.getByLabel('Features').fill('Synthetic turf\nBeside the lounge');
  await dialog
    .getByLabel('Picture')
    .setInputFiles({ name: 'court.png', mimeType: 'image/png', buffer: Buffer.from(createPng(300, 200)) });
  await dialog.getByRole('button', { name: 'Add the court' }).click();
  await admin.getByRole('heading', { name: 'Court 3 - Social & Lessons' }).waitFor();
  await admin.locator('.admin-court img').waitFor();

  const { page, wizard } = await openWizardPage();
  await page.goto(club.url);
  await page.getByRole('link', { name: 'Book Now: Court 3 - Social & Lessons' }).click();
  await page.waitForURL('**/booking');
  await wizard.openStarts(`?court=3&date=${tomorrow}`);
  await page
    .getByRole('status')
    .filter({ hasText: /123 starts free for 60 minutes, 41 on Court 1, 41 on Court 2, 41 on Court 3\./ })
    .waitFor({ state: 'attached' });
  // What everybody reads beside each court is the same count.
  await page
    .locator('.court-block-count', { hasText: /^41 free$/ })
    .nth(2)
    .waitFor();
  await wizard.showHalfHours();
  await wizard.tap(36, 37);
  await page.getByText('PKR 4,000').first().waitFor();
  expect((await bookAsGuest(club.url, { court_id: 3 })).status).toBe(201);

  await admin.getByRole('button', { name: 'Move Court 3 - Social & Lessons up' }).click();
  await admin.locator('.admin-court h3').nth(1).filter({ hasText: 'Court 3' }).waitFor();
  expect(admin.errors).toEqual([]);
});

test("a court changed by another admin in the meantime isn't overwritten; one's own picture is not such a change", async () => {
  const admin = await openCourtsTab();
  const change = (description: string) =>
    admin.request.put(`${club.url}/api/admin/courts/2`, { data: { description } });
  await admin.getByRole('button', { name: /^Edit Court 2/ }).click();
  const dialog = admin.getByRole('dialog', { name: 'Edit court' });
  await dialog
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'court.png', mimeType: 'image/png', buffer: Buffer.from(createPng(300, 200)) });
  await dialog.locator('img').waitFor();
  await dialog.getByLabel('Description').fill('With a new picture');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  await admin.getByRole('button', { name: /^Edit Court 2/ }).click();
  expect((await change('Changed by another admin')).ok()).toBe(true);
  await admin.locator('.admin-court', { hasText: 'Changed by another admin' }).waitFor();
  await dialog.getByLabel('Description').fill('Written over it');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').waitFor();
  expect(await admin.locator('.admin-court', { hasText: 'Changed by another admin' }).count()).toBe(1);
});

test('a booked court is retired, its booking moves, and its old link gets an explanation', async () => {
  const { booking } = (await (await bookAsGuest(club.url, { court_id: 2 })).json()) as {
    booking: { id: number };
  };
  const admin = await openCourtsTab();
  await admin.getByRole('button', { name: 'Retire Court 2 - Tournament Grade' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Retire Court 2 - Tournament Grade' });
  await dialog.getByText('1 booking is still to be played here').waitFor();

  // A visitor who has chosen the court meanwhile is asked for another one.
  const { page, wizard } = await openWizardPage();
  await wizard.open(`?court=2&date=${tomorrow}`);
  await wizard.tap(40, 41);
  await wizard.goToPayment('Cash Payment');
  await dialog.getByRole('button', { name: 'Retire the court' }).click();
  await dialog.getByText('Customers can no longer book this court. These bookings').waitFor();
  await dialog.getByRole('combobox').selectOption('0');
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await admin.getByText('⊘ Retired').waitFor();
  const { booking: moved } = await (await fetch(`${club.url}/api/booking/${booking.id}`)).json();
  expect(moved.court_id).toBe(1);
  await wizard.complete();
  const sentence = page.getByRole('alert').filter({ hasText: 'This court can no longer be booked.' });
  await sentence.waitFor();
  await wizard.waitForBar('Choose a time');

  await wizard.open(`?court=2&date=${tomorrow}`);
  await sentence.waitFor();
  await page.getByLabel('Court', { exact: true }).selectOption({ label: 'Court 1 - Premium Panoramic' });
  await sentence.waitFor({ state: 'detached' });
  await admin.getByRole('button', { name: 'Reopen Court 2 - Tournament Grade' }).click();
  await admin.getByText('⊘ Retired').waitFor({ state: 'detached' });
  expect(admin.errors).toEqual([]);
});

test('with five courts no page scrolls sideways', async () => {
  const { page } = await openWizardPage();
  await signInAsAdmin(page, club);
  const { data } = await (await page.request.get(`${club.url}/api/admin/courts`)).json();
  const courts = 5;
  for (let number = data.courts.length + 1; number <= courts; number += 1) {
    const court = { name: `Court ${number} - Tournament Grade`, hourly_rate: 4000 };
    expect((await page.request.post(`${club.url}/api/admin/courts`, { data: court })).ok()).toBe(true);
    await bookAsGuest(club.url, { court_id: number });
  }
  for (const [name, path, parts] of [
    ['landing', '/', '.court-card'],
    ['wizard', `/booking?court=1&date=${tomorrow}`, '.court-block'],
    ['courts', '/admin?tab=courts', '.admin-court'],
    ['day', `/admin?tab=desk&date=${tomorrow}`, '.admin-day-grid'],
  ] as const) {
    await page.goto(club.url + path);
    await page.locator(parts).first().waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    if (name !== 'day') expect([name, await page.locator(parts).count()]).toEqual([name, courts]);
    for (const width of [320, PHONE.width, DESKTOP.width]) {
      await page.setViewportSize({ width, height: PHONE.height });
      // The page follows its new size a moment later.
      await waitUntil(async () => (await horizontalOverflow(page)) === 0);
    }
    await page.setViewportSize(PHONE);
  }
  // The last court's column scrolls into view; the times and the names stay.
  const grid = page.locator('.admin-day-grid');
  await grid.evaluate((box) => box.scrollTo({ left: 9999, top: 400, behavior: 'instant' }));
  const boxOf = async (name: string) =>
    (await grid.getByRole('columnheader', { name }).first().boundingBox())?.x ?? -1;
  expect(await boxOf('Time')).toBeCloseTo((await grid.boundingBox())?.x ?? -1, -1);
  expect(await boxOf(`Court ${courts}`)).toBeLessThan(PHONE.width - 60);
});
