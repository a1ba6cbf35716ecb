/** Ten tasks of customers on a phone; every tap is counted, a field counts one and a select two. */
import { expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { startInstantOf } from '../../src/domain/slot.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { GUEST } from '../support/booking-wizard.ts';
import { openPage, PHONE, settle } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { fakeTimeEnv } from '../support/faketime-environment.ts';
import { startMailServer } from '../support/message-servers.ts';
import { startServerProcess } from '../support/server-process.ts';
import { createPng } from '../support/test-images.ts';
import { waitUntil } from '../support/wait-until.ts';

/** The next evening at 8:10 PM, so that the shift is forward. */
const EVENING = addDays(clubToday(), 1);
const OFFSET = startInstantOf(EVENING, 40) + 10 * 60_000 - Date.now();
/** More than 24 hours ahead, so that a booking of it may be rescheduled. */
const LATER = addDays(EVENING, 3);
const PASSWORD = 'four-walls-of-glass';

async function printedPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test('ten customer tasks on a phone take few taps', async () => {
  const mail = await startMailServer();
  const env = { ...(await fakeTimeEnv(OFFSET)), SMTP_URL: mail.url };
  const club = await startServerProcess({ publicHost: 'localhost', env });
  const pages: (Page & { errors: string[] })[] = [];
  const visit = async (path: string) => {
    const page = await openPage({ viewport: PHONE, hasTouch: true });
    await page.clock.setFixedTime(Date.now() + OFFSET);
    pages.push(page);
    await page.goto(path.startsWith('http') ? path : club.url + path);
    await settle(page);
    return page;
  };
  const counts: Record<string, number> = {};
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };
  const type = async (field: Locator, text: string) => {
    taps += 1;
    await field.fill(text);
  };
  const choose = async (select: Locator, value: string) => {
    taps += 2;
    await select.selectOption(value);
  };
  const done = (task: string, most: number) => {
    counts[task] = taps;
    expect([task, taps <= most, taps]).toEqual([task, true, taps]);
    taps = 0;
  };
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const typeGuest = async (page: Page, guest: typeof GUEST) => {
    await type(page.getByLabel('Full Name'), guest.name);
    await type(page.getByLabel('Email'), guest.email);
    await type(page.getByLabel('Phone'), guest.phone);
  };
  /** From the landing page to the confirmation of an hour of tonight. */
  const bookTonight = async (
    method: 'Bank Transfer' | 'Cash Payment',
    guest: typeof GUEST,
    start: string,
  ) => {
    const page = await visit('/');
    await tap(page.getByRole('list', { name: 'Free tonight' }).getByRole('link', { name: start }));
    await typeGuest(page, guest);
    await tap(button(page, 'Next'));
    await tap(page.getByRole('radio', { name: method }));
    await tap(button(page, 'Complete Booking'));
    await page.waitForURL('**/success?*');
    await page.locator('.ticket .badge').waitFor();
    return page;
  };

  const landing = await visit('/');
  const tonight = landing.getByRole('list', { name: 'Free tonight' });
  expect(((await tonight.boundingBox())?.y ?? 9999) < PHONE.height).toBe(true);
  expect(await tonight.textContent()).toStartWith('8:30 PM');
  done('1 read what is free tonight', 0);

  const transfer = await bookTonight('Bank Transfer', GUEST, '9:30 PM');
  await tap(button(transfer, /^Copy.*IBAN/));
  done('2 book by transfer and copy the IBAN', 8);
  expect(await printedPages(transfer)).toBe(1);

  await transfer.getByRole('heading', { name: 'Upload your receipt' }).waitFor();
  // Opens the phone's pictures, and chooses one.
  taps += 2;
  await transfer.locator('input[type="file"]').setInputFiles({
    name: 'receipt.png',
    mimeType: 'image/png',
    buffer: Buffer.from(createPng(300, 400)),
  });
  await transfer.getByRole('heading', { name: 'Payment under review' }).first().waitFor();
  done('6 send the receipt', 2);

  const sara = { name: 'Sara Malik', email: 'sara@example.com', phone: '0300 7654321' };
  await bookTonight('Cash Payment', sara, '10:30 PM');
  done('3 book with cash', 7);

  const wizard = await visit(`/booking?court=1&date=${LATER}`);
  await tap(button(wizard, 'Choose half-hours'));
  await tap(wizard.locator('.slots [data-hour="36"]'));
  await tap(
    wizard
      .locator('.booking-bar')
      .getByRole('button', { name: /^Add \d/ })
      .first(),
  );
  await wizard.getByText('✓ Valid').waitFor();
  done('4 make an hour of a lone slot', 3);

  await fetch(`${club.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: club.url },
    body: JSON.stringify({
      name: 'Omar Sheikh',
      email: 'omar@example.com',
      phone: '0300 1112223',
      password: PASSWORD,
      confirm_password: PASSWORD,
    }),
  });
  await button(wizard, 'Next').tap();
  await tap(wizard.locator('main').getByRole('link', { name: 'log in' }));
  await type(wizard.getByLabel('Email'), 'omar@example.com');
  await type(wizard.getByLabel('Password', { exact: true }), PASSWORD);
  await tap(wizard.locator('form').getByRole('button', { name: 'Login', exact: true }));
  await wizard.getByRole('heading', { name: 'Your Information' }).waitFor();
  expect(await wizard.getByLabel('Full Name').inputValue()).toBe('Omar Sheikh');
  await wizard.locator('.booking-bar').getByText('6 PM – 7 PM').waitFor();
  done('9 log in midway, with the slots kept', 4);

  await button(wizard, 'Next').tap();
  await wizard.getByRole('radio', { name: 'Cash Payment' }).tap();
  await button(wizard, 'Complete Booking').tap();
  await wizard.waitForURL('**/success?*');
  const download = wizard.waitForEvent('download');
  await tap(wizard.getByRole('link', { name: 'Add to calendar' }));
  expect((await download).suggestedFilename()).toEndWith('.ics');
  done('10 add to the calendar', 1);
  expect(await printedPages(wizard)).toBe(1);
  const printLink = wizard.getByRole('link', { name: 'Invoice to print' });
  await printLink.scrollIntoViewIfNeeded();
  const printLinkTop = await wizard.evaluate(() => scrollY);
  expect(printLinkTop).toBeGreaterThan(0);
  await tap(printLink);
  await button(wizard, 'Print').waitFor();
  taps += 1;
  done('10 print', 2);

  // The browser scrolls back to its place, and a tap must not meet it on the way.
  await wizard.emulateMedia({ reducedMotion: 'reduce' });
  await wizard.goBack();
  await wizard.waitForFunction((top) => scrollY === top, printLinkTop);
  await settle(wizard);
  await tap(wizard.getByRole('link', { name: 'Move or cancel' }));
  await tap(wizard.getByRole('button', { name: 'Move', exact: true }));
  await tap(wizard.locator('.starts [data-start="40"]'));
  await tap(button(wizard, 'Move my booking'));
  await wizard.getByText('Your booking has a new time').waitFor();
  done('7 reschedule', 4);
  await tap(wizard.getByRole('button', { name: 'Cancel', exact: true }));
  await tap(button(wizard, /^(Yes, cancel it|Cancel and get .* back)$/));
  await wizard.getByText('This booking is cancelled').first().waitFor();
  done('8 cancel', 2);

  const desk = await openPage();
  pages.push(desk);
  await signInAsAdmin(desk, club, 'owner', OFFSET);
  for (const court_id of [1, 2]) {
    const slots = ['20:00', '20:30', '21:00', '21:30'];
    const data = { court_id, date: LATER, slots, name: 'Full Evening' };
    expect((await desk.request.post(`${club.url}/api/admin/bookings`, { data })).status()).toBe(201);
  }
  const waiting = await visit(`/booking?court=1&date=${LATER}`);
  await tap(button(waiting, 'Tell me when a slot becomes free').first());
  const form = waiting.getByRole('form', { name: 'Waiting list' });
  await type(form.getByLabel('Full Name'), sara.name);
  await type(form.getByLabel('Email'), 'waiting@example.com');
  await type(form.getByLabel('Phone'), '0300 5556667');
  await choose(form.getByLabel('Earliest start'), '20:00');
  await choose(form.getByLabel('Latest end'), '22:00');
  await tap(form.getByRole('button', { name: 'Tell me', exact: true }));
  await waiting.getByText('We have sent a link to waiting@example.com.').waitFor();
  const link = await waitUntil(() => {
    const found = mail.mails.find(({ subject }) => subject?.startsWith('Please confirm: waiting list'));
    return /http:\S+\/waiting-list#\S+/.exec(found?.text ?? '')?.[0] ?? '';
  });
  taps += 1;
  const confirmation = await visit(link);
  await tap(button(confirmation, 'Yes, tell me'));
  await confirmation.getByText('You’re on the waiting list.').waitFor();
  done('5 join the waiting list, with the link of the email', 11);

  expect(pages.flatMap(({ errors }) => errors)).toEqual([]);
  console.log(
    Object.entries(counts)
      .map(([task, count]) => `${task}: ${count}`)
      .join('\n'),
  );
  await club.close();
  await mail.close();
}, 180_000);
