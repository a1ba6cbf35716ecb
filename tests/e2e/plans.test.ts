/** A plan from the owner's form through a phone that buys it to the reception that is paid for it. */
import { expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { checkScreen } from '../support/axe.ts';
import { createWizardPage } from '../support/booking-wizard.ts';
import { DESKTOP, horizontalOverflow, openPage, PHONE } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile();

test('a member buys a plan by transfer, books with its hours and beyond them, and gives the rest back', async () => {
  const admin = await openPage({ viewport: DESKTOP });
  await signInAsAdmin(admin, club);
  const member = insertUserSession(club.dataDir, {
    email: 'bilal@example.com',
    name: 'Bilal Ahmed',
    is_admin: false,
  });
  await admin.goto(`${club.url}/admin?tab=plans`);
  await admin.getByRole('button', { name: 'Add a plan' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Add a plan' });
  await dialog.getByLabel('Name').fill('Gold');
  await dialog.getByLabel('Price (PKR)').fill('30000');
  await dialog.getByLabel('Hours included per month').fill('1');
  await dialog.getByRole('button', { name: 'Add a discount' }).click();
  await dialog.getByRole('textbox', { name: 'Discount 1' }).fill('20');
  await dialog.getByLabel('% off events (optional)').fill('50');
  await checkScreen(admin, 'plan-dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await admin
    .getByText('PKR 30,000, 1 month. 1 h of court a month. 20% off. 50% off events. No members yet')
    .waitFor();

  const page = await openPage({ viewport: PHONE });
  await page.context().addCookies([{ name: 'sid', value: member.slice('sid='.length), url: club.url }]);
  await page.goto(`${club.url}/account?tab=plans`);
  await page.getByText('Buy Gold').click();
  await page.getByRole('radio', { name: 'Bank Transfer' }).check();
  await checkScreen(page, 'account-plans');
  expect(await horizontalOverflow(page)).toBe(0);
  await page.getByRole('button', { name: 'Buy for PKR 30,000' }).click();
  await page.waitForURL(/\/manage/);
  await page.getByText('Gold').first().waitFor();
  await page.getByText('PKR 30,000').first().waitFor();
  await page.getByRole('heading', { name: /^Pay by .* to begin$/ }).waitFor();

  const [payer] = (await (await admin.request.get(`${club.url}/api/admin/payers/open`)).json()).data;
  // Paid half and half: the same amount twice is two payments.
  await admin.goto(`${club.url}/admin?item=${payer.id}`);
  const sheet = admin.getByRole('dialog', { name: 'Gold' });
  for (const left of ['PKR 30,000', 'PKR 15,000']) {
    await sheet.getByRole('button', { name: `Take ${left}` }).waitFor();
    await sheet.getByLabel('Amount in PKR').fill('15000');
    await sheet.getByRole('button', { name: 'Take PKR 15,000' }).click();
  }
  await sheet.getByRole('button', { name: /^Take PKR/ }).waitFor({ state: 'detached' });

  // The price has the plan before the first tap: two hours, one of them included.
  const wizard = createWizardPage(page, club.url);
  await wizard.openStarts();
  const start = wizard.start('Court 1', 36);
  await start.filter({ hasText: /^6 PM\s*0$/ }).waitFor();
  await page.getByText('PKR for the full time with your plan, taxes included.').waitFor();
  await wizard.showHalfHours();
  await wizard.tap(36, 37, 38, 39);
  await wizard.waitForBar('PKR 4,000');
  await wizard.next();
  await page.getByLabel('Phone').fill('0300 7654321');
  await wizard.next();
  const summary = page.getByRole('region', { name: 'Booking Summary' });
  const rows = [/Gold: included hours\s*− PKR 5,000/, /Gold\s*− PKR 1,000/, /Total\s*PKR 4,000/];
  await summary.getByText('Gold: included hours').waitFor();
  const words = (await summary.textContent()) ?? '';
  for (const row of rows) expect(words).toMatch(row);
  await page.getByRole('radio', { name: 'Cash Payment' }).check();
  expect(await horizontalOverflow(page)).toBe(0);
  await wizard.complete();
  await page.waitForURL(/\/success/);
  const ticket = page.getByRole('region', { name: 'Your booking' });
  await ticket.getByText('Gold: included hours').waitFor();
  await page.getByRole('link', { name: 'Invoice to print' }).click();
  await page.getByRole('heading', { name: 'Invoice I-1' }).waitFor();
  const invoice = (await page.getByRole('article').textContent()) ?? '';
  expect(invoice).toMatch(/Gold: included hours.*5,000.*Gold.*1,000/);

  await page.goto(`${club.url}/account?tab=plans`);
  await page.getByText('Hours left').waitFor();
  const card = page.getByRole('region', { name: 'Your plans' });
  expect(await card.textContent()).toMatch(/Hours left\s*0\sh.*Period.*Next renewal/);
  await checkScreen(page, 'account-plan-held');

  // The own price of an event before joining, by the login only.
  const event = await admin.request.post(`${club.url}/api/admin/events`, {
    data: {
      kind: 'class',
      title: 'Class',
      text: '',
      least: 1,
      most: 4,
      price: 3000,
      publish: true,
      sessions: [{ date: addDays(clubToday(), 6), start_time: '10:00', duration: 60, court_ids: [2] }],
    },
    headers: { origin: club.url },
  });
  expect(event.status()).toBe(201);
  const guest = await openPage({ viewport: PHONE });
  await guest.goto(`${club.url}/events/1`);
  await guest.getByRole('button', { name: 'Join for PKR 3,000' }).waitFor();
  expect(await guest.getByText('with your plan').count()).toBe(0);
  await page.goto(`${club.url}/events/1`);
  await page.getByText('with your plan Gold').waitFor();
  await page.getByRole('button', { name: 'Join for PKR 1,500' }).waitFor();
  await page.getByRole('radio', { name: 'Me and a friend' }).check();
  await page.getByRole('button', { name: 'Join for PKR 4,500' }).waitFor();
  await checkScreen(page, 'event-with-plan');

  // The reception sells one to somebody new.
  await admin.goto(`${club.url}/admin?tab=plans`);
  await admin.getByRole('button', { name: 'Sell a plan' }).click();
  const sale = admin.getByRole('dialog', { name: 'Sell a plan' });
  // A known customer is proposed, and brings the contact along until the name is another one.
  const name = sale.getByLabel('Name', { exact: true });
  await name.fill('bilal');
  await sale.getByRole('option', { name: 'Bilal Ahmed' }).waitFor();
  await checkScreen(admin, 'sell-plan-dialog');
  await name.press('ArrowDown');
  await name.press('Enter');
  expect(await sale.getByLabel('Email (optional)').inputValue()).toBe('bilal@example.com');
  await name.fill('Sana Malik');
  expect(await sale.getByLabel('Email (optional)').inputValue()).toBe('');
  await sale.getByLabel('Phone (optional)').fill('0300 5554443');
  await sale.getByRole('button', { name: 'Sell for PKR 30,000' }).click();
  await admin.getByText('Gold sold').waitFor();
  await admin.getByRole('button', { name: 'Members of Gold' }).click();
  await admin
    .getByRole('dialog', { name: 'Who has Gold' })
    .locator('strong', { hasText: 'Sana Malik' })
    .waitFor();
  await checkScreen(admin, 'plan-holders');

  // The reception ends it with the part of its days and hours that is left: nothing, for its hours are used.
  await admin.goto(`${club.url}/admin?tab=bookings&customer=1`);
  const drawer = admin.getByRole('dialog', { name: 'Bilal Ahmed' });
  await drawer.getByText('Hours left: 0 h').waitFor();
  await drawer.getByRole('button', { name: 'End', exact: true }).click();
  await drawer.getByText('Nothing is refunded.').waitFor();
  await drawer.getByLabel('Reason, which the member reads').fill('Moves away');
  await drawer.getByRole('button', { name: 'End Gold' }).click();
  await admin.getByText('Gold ended').waitFor();
  await admin.goto(`${club.url}/admin?tab=insights`);
  await admin.getByRole('region', { name: 'Plans and packages' }).first().waitFor();
  await checkScreen(admin, 'insights-with-plans');
  expect([...admin.errors, ...page.errors]).toEqual([]);
}, 180_000);
