/** Three months of a member with a plan, in the browser of the member and of the reception. */
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import type { Page } from 'playwright';
import { clubInstant } from '../../src/domain/business-day.ts';
import { checkScreen } from '../support/axe.ts';
import { createWizardPage } from '../support/booking-wizard.ts';
import { DESKTOP, horizontalOverflow, openPage, PHONE } from '../support/browser-pages-and-waits.ts';
import { createMovableClock } from '../support/faketime-environment.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { startServerProcess } from '../support/server-process.ts';
import { createNoisyJpeg } from '../support/test-images.ts';
import { waitUntil } from '../support/wait-until.ts';

const YEAR = 2027;
const ANYWHERE = { tiers: null, courts: null, weekdays: null };
const GOLD = {
  price: 30_000,
  months: 1,
  days: null,
  hours: 2,
  hours_for: ANYWHERE,
  discounts: [{ ...ANYWHERE, percent: 20, amount_off: null }],
  days_ahead: 40,
  cancel_hours: 12,
  add_ons: [],
  events_percent: null,
  with_codes: false,
};

/** Without spaces: lines of a page have none between them. */
const squash = (text: string) => text.replace(/\s+/g, '');
const wordsOf = async (page: Page, selector = 'main') =>
  squash((await page.locator(selector).first().textContent()) ?? '');

test('a member’s three months: the same figures on every page, in emails, in the ledger and in insights', async () => {
  const clock = await createMovableClock();
  const at = (day: string, hour = 12) => clubInstant(`${YEAR}-${day}`, hour * 60);
  clock.set(at('01-31'));
  const club = await startServerProcess({ env: clock.env, publicHost: 'localhost' });
  const people = { member: 'bilal@example.com', owner: 'owner@example.com' };
  const offset = () => clock.now() - Date.now();
  const cookies = {
    member: insertUserSession(club.dataDir, { email: people.member, name: 'Bilal Ahmed' }, offset()),
    owner: insertUserSession(
      club.dataDir,
      { email: people.owner, name: 'Sana Butt', role: 'owner' },
      offset(),
    ),
  };
  const open = async (who: keyof typeof people, viewport: typeof PHONE) => {
    const page = await openPage({ viewport });
    const value = cookies[who].slice('sid='.length);
    await page.context().addCookies([{ name: 'sid', value, url: club.url }]);
    return page;
  };
  /** The server stops, its clock goes on to `day`, and it starts again; the sessions last. */
  const goTo = async (day: string, hour = 12) => {
    await club.stop();
    clock.set(at(day, hour), club.dataDir);
    club.database((db) =>
      db.run(
        "UPDATE session SET expire = ?1 + 3600000, sess = json_set(sess, '$.started', ?1, '$.seen', ?1)",
        [at(day, hour)],
      ),
    );
    await club.restart();
  };
  const desk = await open('owner', DESKTOP);
  const page = await open('member', PHONE);
  const other = await open('member', DESKTOP);
  const api = async (method: 'get' | 'post', path: string, data?: object) => {
    const answer = await desk.request[method](club.url + path, {
      headers: { origin: club.url },
      ...(data ? { data } : {}),
    });
    const json = await answer.json();
    expect([path, answer.status(), json.error]).toEqual([path, method === 'get' ? 200 : 201, undefined]);
    return json.data;
  };
  const emails = async () => {
    const folder = join(club.dataDir, 'outbox');
    const names = readdirSync(folder).filter((name) => name.endsWith('.eml'));
    const all = await Promise.all(names.map((name) => simpleParser(readFileSync(join(folder, name)))));
    return all.filter((mail) => [mail.to].flat().some((to) => to?.text.includes(people.member)));
  };
  const email = (subject: string, ...texts: string[]) =>
    waitUntil(async () => {
      const found = (await emails()).filter((mail) => mail.subject?.startsWith(subject));
      return found.some(({ text = '' }) => texts.every((one) => text.replace(/\s+/g, ' ').includes(one)));
    }).catch(async () => {
      const all = (await emails()).map(({ subject, text }) => `${subject}\n${text}`);
      throw new Error(`no email ${subject} with ${texts.join(' | ')} in\n${all.join('\n\n')}`);
    });

  await api('post', '/api/admin/plans', { kind: 'plan', name: 'Gold', terms: GOLD });

  /** What the member, the reception, the invoice and insights say of the purchase of `payer`. */
  const compare = async (
    name: string,
    payer: number,
    { facts, figures, statement }: { facts: string[]; figures: object; statement: string[] },
  ) => {
    await page.goto(`${club.url}/account?tab=plans`);
    await page
      .getByRole('heading', { name: /plans|Earlier/i })
      .first()
      .waitFor();
    const account = await wordsOf(page);
    const expectAll = (text: string, parts: string[]) => {
      for (const part of parts) expect([name, text]).toEqual([name, expect.stringContaining(squash(part))]);
    };
    expectAll(
      account,
      facts.map((fact) => fact.replace(': ', ' ')),
    );
    await checkScreen(page, `months-${name}-account`);
    await page.goto(`${club.url}/receipt?payer_id=${payer}`);
    await page.getByRole('article').waitFor();
    const sheet = await wordsOf(page, 'article');
    expectAll(sheet, [...facts.filter((fact) => fact.includes(': ')), ...statement]);
    await checkScreen(page, `months-${name}-invoice`);
    await desk.goto(`${club.url}/admin?tab=users&user=1`);
    const drawer = desk.getByRole('dialog', { name: 'Bilal Ahmed' });
    await drawer.getByRole('heading', { name: 'Plans' }).waitFor();
    await drawer
      .getByText(facts[0] ?? '')
      .first()
      .waitFor();
    expectAll(squash((await drawer.textContent()) ?? ''), facts);
    await checkScreen(desk, `months-${name}-reception`);
    const { plans } = await api(
      'get',
      `/api/admin/plan-figures?startDate=${YEAR}-01-01&endDate=${YEAR}-12-31`,
    );
    expect([name, plans[0]]).toMatchObject([name, figures]);
  };
  const money = async () =>
    (await api('get', `/api/admin/ledger?startDate=${YEAR}-01-01&endDate=${YEAR}-12-31`)).entries.map(
      ({ kind, method, amount }: { kind: string; method: string; amount: number }) => [kind, method, amount],
    );
  const openDays = async (target: Page, date: string) => {
    const wizard = createWizardPage(target, club.url);
    await wizard.openStarts(`?court=1&date=${YEAR}-${date}`);
    await wizard.showHalfHours();
    return wizard;
  };
  const book = async (target: Page, date: string, slots: number[], total: string) => {
    const wizard = await openDays(target, date);
    await wizard.tap(...slots);
    await wizard.waitForBar(total);
    await wizard.next();
    await target.getByLabel('Phone').fill('0300 7654321');
    await wizard.next();
    if (total === 'PKR 0') await target.getByText('Nothing to pay.').waitFor();
    else await target.getByRole('radio', { name: 'Cash Payment' }).check();
    return wizard;
  };
  const idOf = async (target: Page) => {
    await target.waitForURL(/\/success/);
    return Number(new URL(target.url()).searchParams.get('booking_id'));
  };

  // Buys by transfer, uploads the receipt, and the reception approves it.
  await page.goto(`${club.url}/account?tab=plans`);
  await page.getByText('Buy Gold').click();
  await page.getByRole('radio', { name: 'Bank Transfer' }).check();
  await checkScreen(page, 'months-1-offer');
  await page.getByRole('button', { name: 'Buy for PKR 30,000' }).click();
  await page.waitForURL(/\/manage/);
  await page.getByText('Gold').first().waitFor();
  await checkScreen(page, 'months-2-to-pay');
  await email('Gold: please pay to begin', '1 month, from the day it is paid', 'PKR 30,000');
  await page.locator('input[type=file]').setInputFiles({
    name: 'receipt.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await createNoisyJpeg(300, 400)),
  });
  await email('We’ve got your receipt: Gold');
  await checkScreen(page, 'months-3-receipt');
  // Nobody is asked to pay again while the receipt waits.
  await page.goto(`${club.url}/account?tab=plans`);
  await page.getByText('We have your receipt.').waitFor();
  expect(await page.getByText('Pay Gold').count()).toBe(0);
  const [first] = await api('get', '/api/admin/payers/open');
  await desk.goto(`${club.url}/admin?tab=todo&item=${first.id}`);
  await desk
    .getByRole('button', { name: /Approve/ })
    .first()
    .waitFor();
  await checkScreen(desk, 'months-4-approve');
  await desk
    .getByRole('button', { name: /Approve/ })
    .first()
    .click();
  const period = 'Period: Sun, Jan 31 – Sun, Feb 28';
  const renewal = 'Next renewal: Mon, Mar 1';
  await email('Paid: Gold', 'Hours left: 2 h', period, renewal, 'PKR 30,000');
  await compare('5-bought', first.id, {
    facts: ['Active', 'Hours left: 2 h', period, renewal],
    figures: { holders: 1, sold: 1, earned: 30_000, given: 0, slots_owed: 4 },
    statement: ['Receipt R-P', 'Gold PKR 30,000', 'Received PKR 30,000', 'Balance Settled'],
  });
  expect(await money()).toEqual([['payment', 'bank_transfer', 30_000]]);

  // Books with the hours, and beyond them.
  const free = await book(page, '02-05', [36, 37], 'PKR 0');
  await checkScreen(page, 'months-6-included-payment');
  await free.complete();
  const included = await idOf(page);
  await page.getByText('Gold: included hours').waitFor();
  await checkScreen(page, 'months-6-included');
  await email('Booking', 'Gold: included hours: − PKR 5,000', 'Total: PKR 0');
  const beyondWizard = await book(page, '02-06', [36, 37, 38, 39], 'PKR 4,000');
  await checkScreen(page, 'months-7-beyond-payment');
  await beyondWizard.complete();
  const beyond = await idOf(page);
  await page.getByText('Gold: included hours').waitFor();
  await email('Booking', 'Gold: included hours: − PKR 5,000', 'Gold: − PKR 1,000', 'Total: PKR 4,000');
  await compare('8-booked', first.id, {
    facts: ['Active', 'Hours left: 0 h', period, renewal],
    figures: { given: 11_000, slots_played: 6, slots_owed: 0 },
    statement: ['Received PKR 30,000'],
  });
  await page.goto(`${club.url}/receipt?booking_id=${beyond}`);
  await page.getByRole('article').waitFor();
  expect(await wordsOf(page, 'article')).toContain(
    squash('PKR 10,000 Gold: included hours − PKR 5,000 Gold − PKR 1,000 Total PKR 4,000'),
  );

  // Cancels one in time and one late.
  const cancel = async (id: number) => {
    await page.goto(`${club.url}/manage?booking_id=${id}`);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    const card = page.getByRole('region', { name: 'Cancel this booking?' });
    await card.waitFor();
    await checkScreen(page, `months-9-cancel-${id}`);
    await card.getByRole('button', { name: /^(Yes, cancel|Cancel and get)/ }).click();
    await page.getByText('Cancelled').first().waitFor();
  };
  await cancel(included);
  await compare('9-cancelled-in-time', first.id, {
    facts: ['Hours left: 1 h', period],
    figures: { given: 6000, slots_played: 4, slots_owed: 2 },
    statement: ['Received PKR 30,000'],
  });
  await goTo('02-06', 14);
  await cancel(beyond);
  await compare('10-cancelled-late', first.id, {
    facts: ['Hours left: 1 h', period],
    figures: { given: 0, slots_played: 0, slots_owed: 2 },
    statement: ['Received PKR 30,000'],
  });

  // The reception pauses the plan for ten days.
  await goTo('02-10');
  const press = async (name: string, done: string) => {
    await desk.goto(`${club.url}/admin?tab=users&user=1`);
    const drawer = desk.getByRole('dialog', { name: 'Bilal Ahmed' });
    await drawer.getByRole('button', { name }).first().click();
    await drawer.getByText(done).first().waitFor();
  };
  await press('Pause', 'Paused');
  await compare('11-paused', first.id, {
    facts: ['Paused', 'Hours left: 1 h', 'Period (plus the pause): Sun, Jan 31 – Sun, Feb 28'],
    figures: { holders: 1, slots_owed: 2 },
    statement: ['Received PKR 30,000'],
  });
  await goTo('02-20');
  await press('Resume', 'Active');
  const longer = ['Period: Sun, Jan 31 – Wed, Mar 10', 'Next renewal: Thu, Mar 11'];
  await compare('12-resumed', first.id, {
    facts: ['Active', 'Hours left: 1 h', ...longer],
    figures: { holders: 1, slots_owed: 2 },
    statement: ['Received PKR 30,000'],
  });

  // Two browsers want the last hour: the second one is told the new price.
  const late = await book(other, '02-25', [36, 37], 'PKR 0');
  const winner = await book(page, '02-24', [36, 37, 38], 'PKR 2,000');
  await winner.complete();
  const standing = await idOf(page);
  await late.complete();
  await other
    .getByText(/PKR 4,000/)
    .first()
    .waitFor();
  await checkScreen(other, 'months-13-price-changed');
  expect(new URL(other.url()).pathname).toBe('/booking');
  await api('post', `/api/admin/bookings/${standing}/payments`, { amount: 2000, method: 'cash' });
  await compare('14-last-hour', first.id, {
    facts: ['Hours left: 0 h', ...longer],
    figures: { given: 5500, slots_played: 3, slots_owed: 0, earned: 30_000 },
    statement: ['Received PKR 30,000'],
  });

  // A reminder a week before, and a renewal that is paid at the reception.
  await goTo('03-03', 11);
  await email('Gold ends in 7 days', 'Its last day is Wed, Mar 10', 'on your account page');
  await page.goto(`${club.url}/account?tab=plans`);
  await page.getByText('Renew Gold').click();
  await page.getByRole('radio', { name: 'Cash Payment' }).first().check();
  await page.getByRole('button', { name: 'Renew for PKR 30,000' }).click();
  await page.waitForURL(/\/manage/);
  await page.getByText('Gold').first().waitFor();
  const second = (await api('get', '/api/admin/payers/open')).find(
    ({ balance }: { balance: number }) => balance > 0,
  );
  await api('post', `/api/admin/payers/${second.id}/payments`, { amount: 30_000, method: 'cash' });
  const next = ['Period: Thu, Mar 11 – Sat, Apr 10', 'Next renewal: Sun, Apr 11'];
  await compare('15-renewed', second.id, {
    facts: ['Begins later', 'Hours left: 2 h', ...next],
    figures: { holders: 2, sold: 2, earned: 60_000 },
    statement: ['Received PKR 30,000'],
  });

  // Ends with a refund by the day: 22 of 31 days stay with the club.
  await goTo('04-01');
  await desk.goto(`${club.url}/admin?tab=users&user=1`);
  const drawer = desk.getByRole('dialog', { name: 'Bilal Ahmed' });
  await drawer.getByRole('button', { name: 'End', exact: true }).first().click();
  await drawer.getByText('PKR 8,709 is refunded').waitFor();
  await checkScreen(desk, 'months-16-end');
  await drawer.getByLabel('Reason, which the member reads').fill('Moves away');
  await drawer.getByRole('button', { name: 'End Gold' }).click();
  await desk.getByText('Gold ended').waitFor();
  await email('Given back: Gold', 'Moves away', 'You’ll get PKR 8,709 back; PKR 21,291 stays with the club.');
  await api('post', `/api/admin/payers/${second.id}/refunds`, { amount: 8709, method: 'cash' });
  await email('Refund of PKR 8,709: Gold');
  await compare('17-ended', second.id, {
    facts: ['Ended'],
    figures: { holders: 0, sold: 2, earned: 51_291, given: 5500, slots_owed: 0 },
    statement: ['Gold PKR 21,291', 'Refunded by cash', 'Received PKR 21,291'],
  });
  expect(await money()).toEqual([
    ['refund', 'cash', -8709],
    ['payment', 'cash', 30_000],
    ['payment', 'cash', 2000],
    ['payment', 'bank_transfer', 30_000],
  ]);
  await desk.goto(`${club.url}/admin?tab=ledger&startDate=${YEAR}-01-01&endDate=${YEAR}-12-31`);
  await desk.getByText('Gold').first().waitFor();
  await checkScreen(desk, 'months-18-ledger');
  await desk.goto(`${club.url}/admin?tab=insights&startDate=${YEAR}-01-01&endDate=${YEAR}-04-30`);
  await desk.getByRole('region', { name: 'Plans and packages' }).first().waitFor();
  await checkScreen(desk, 'months-19-insights');
  await page.goto(`${club.url}/manage?payer_id=${second.id}`);
  expect(await horizontalOverflow(page)).toBe(0);
  expect([...desk.errors, ...page.errors]).toEqual([]);
  // The refused price.
  expect(other.errors).toEqual([expect.stringContaining('409')]);
  await club.close();
}, 1_800_000);
