import { expect, test } from 'bun:test';
import { checkScreen } from '../support/axe.ts';
import { createWizardPage, tomorrow } from '../support/booking-wizard.ts';
import { openPage } from '../support/browser-pages-and-waits.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { bookingBody } from '../support/test-club.ts';

const club = serverForTestFile();

test('a member books with credit, reads what is paid and due in the account, and prints the receipt on one A4 page', async () => {
  const admin = insertUserSession(club.dataDir, { email: 'desk@example.com', name: 'Sana', is_admin: true });
  const member = insertUserSession(club.dataDir, {
    email: 'bilal@example.com',
    name: 'Bilal Ahmed',
    is_admin: false,
  });
  const post = async (path: string, body: object, cookie = admin) => {
    const headers = { 'content-type': 'application/json', cookie };
    const answer = await fetch(club.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(201);
    return answer.json();
  };
  await post('/api/admin/users/2/credit', { paid: 10_000, credit: 11_000, method: 'cash' });
  const cash = { date: tomorrow, start_time: '23:00', duration: 120, payment_method: 'cash', court_id: 2 };
  const { booking } = await post('/api/book', bookingBody(cash), member);
  const wrong = await post(`/api/admin/bookings/${booking.id}/payments`, { amount: 3000, method: 'cash' });
  await post(`/api/admin/ledger/${wrong.data.entry.id}/reverse`, { reason: 'wrong booking' });
  const share = { amount: 4000, method: 'bank_transfer', reference: 'FT-1122' };
  await post(`/api/admin/bookings/${booking.id}/payments`, share);

  const page = await openPage();
  await page.context().addCookies([{ name: 'sid', value: member.slice('sid='.length), url: club.url }]);
  const wizard = createWizardPage(page, club.url);
  await wizard.open();
  await wizard.tap(36, 37);
  await wizard.next();
  await page.getByLabel('Phone').fill('0300 7654321');
  await wizard.next();
  await page.getByRole('radio', { name: 'Credit (PKR 11,000 left)' }).check();
  await wizard.complete();
  await page.getByRole('heading', { name: 'Confirmed' }).waitFor();
  const ticket = page.getByRole('region', { name: 'Your booking' });
  await ticket.getByText('Settled').waitFor();
  await page.getByRole('link', { name: 'Receipt to print' }).click();
  await page.getByRole('heading', { name: 'Receipt R-2' }).waitFor();

  const company = { company: 'Chenab Textiles', tax_number: '7654321-0' };
  const set = await page.request.put(`${club.url}/api/booking/${booking.id}/company`, {
    data: company,
    headers: { origin: club.url },
  });
  expect(set.status()).toBe(200);
  await page.goto(`${club.url}/account?tab=bookings`);
  await page.getByText('You have PKR 6,000 of credit.').waitFor();
  await page.getByText('PKR 6,000 to pay').waitFor();
  await checkScreen(page, 'account-bookings');

  await page.getByRole('link', { name: `Invoice of booking ${booking.id}` }).click();
  await page.getByRole('heading', { name: `Invoice I-${booking.id}` }).waitFor();
  const sheet = page.getByRole('article');
  const text = (await sheet.textContent()) ?? '';
  for (const words of [
    'Chenab TextilesTax number: 7654321-0',
    'Court, 2 hours at PKR 5,000',
    'FT-1122',
    'PKR 6,000 to pay',
    'until',
  ])
    expect(text).toContain(words);
  expect(text).not.toMatch(/wrong booking|undone|PKR 3,000/);

  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expect(pdf.toString('latin1')).toMatch(/\/MediaBox\s*\[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/);
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(page.errors).toEqual([]);

  // Paid, it is an invoice still where the club has a tax number, because a company asks for one.
  await post(`/api/admin/bookings/${booking.id}/payments`, { amount: 6000, method: 'cash' });
  await page.emulateMedia({ media: 'screen' });
  await page.reload();
  await page.getByRole('heading', { name: `Receipt R-${booking.id}` }).waitFor();
  club.database((db) =>
    db.run(
      "INSERT INTO setting (key, value, version) VALUES ('club.tax_number', '\"1234567-8\"', (SELECT coalesce(max(version), 0) + 1 FROM setting))",
    ),
  );
  await page.reload();
  await page.getByRole('heading', { name: `Invoice I-${booking.id}` }).waitFor();

  await page.context().clearCookies();
  await page.goto(`${club.url}/receipt?booking_id=${booking.id}`);
  await page.getByText('We can’t show this receipt.').waitFor();
}, 180_000);
