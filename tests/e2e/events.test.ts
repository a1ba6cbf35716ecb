import { expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { startInstantOf } from '../../src/domain/slot.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { checkScreen } from '../support/axe.ts';
import { DESKTOP, openPage, PHONE, settle } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { createMovableClock } from '../support/faketime-environment.ts';
import { startServerProcess } from '../support/server-process.ts';

const DATE = addDays(clubToday(), 4);
/** 10 AM of the class. */
const START = startInstantOf(DATE, 20);
const HOUR_MS = 3_600_000;

test('a weekly class: published at the desk, joined and paid on a phone, and who came by one tap', async () => {
  const clock = await createMovableClock();
  clock.set(START - 40 * HOUR_MS);
  const club = await startServerProcess({ publicHost: 'localhost', env: clock.env });
  const desk = await openPage({ viewport: DESKTOP });
  const phone = await openPage({ viewport: PHONE });
  try {
    await signInAsAdmin(desk, club, 'owner', START - 40 * HOUR_MS - Date.now());
    await desk.goto(`${club.url}/admin`);
    await settle(desk);
    let presses = 0;
    const press = async (target: ReturnType<typeof desk.getByRole>) => {
      presses += 1;
      await target.click();
    };
    const sections = desk.getByRole('navigation', { name: 'Admin sections' });
    await press(sections.getByRole('link', { name: 'Club' }));
    await press(desk.getByRole('tab', { name: 'Events' }));
    await press(desk.getByRole('button', { name: 'New event' }));
    const form = desk.getByRole('dialog');
    await form.getByLabel('Title').fill('Beginners’ class');
    await form.getByLabel('First date').fill(DATE);
    await form.getByLabel('Weeks').fill('6');
    await form.getByLabel('Price of a place').fill('6000');
    await form.getByLabel('Least players').fill('1');
    presses += 2;
    await form.getByLabel('Start', { exact: true }).selectOption('10:00');
    await press(form.getByLabel('Court 1'));
    await checkScreen(desk, 'planning a class');
    await press(form.getByRole('button', { name: 'Publish' }));
    await desk.getByText('0 of 4 places').waitFor();
    expect(presses).toBeLessThanOrEqual(12);
    await checkScreen(desk, 'an event at the desk');

    await phone.goto(`${club.url}/`);
    await settle(phone);
    presses = 0;
    await press(phone.locator('#events').getByRole('link', { name: /Beginners’ class/ }));
    await phone.getByRole('heading', { name: 'Join', exact: true }).waitFor();
    await settle(phone);
    await checkScreen(phone, 'joining an event');
    // The form is far below: the link at the top leads there, for the keyboard too.
    await press(phone.getByRole('link', { name: 'Join', exact: true }));
    expect(await phone.evaluate(() => document.activeElement?.id)).toBe('join');
    // A guardian is asked for the child’s name, their own and a number, in the order of the page.
    await phone.getByLabel('My child').check();
    await phone.getByRole('button', { name: 'Join for PKR 6,000' }).click();
    expect(await phone.locator('.error-summary li').allTextContents()).toEqual([
      'Enter the child’s name',
      'Enter your name',
      'Enter your email address',
      'Please enter your phone number, so that we can call you about the child.',
      'Please select a payment method.',
    ]);
    await phone.getByLabel('Your phone').waitFor();
    await phone.getByLabel('Me', { exact: true }).check();
    await phone.getByLabel('Full Name').fill('Ayesha Khan');
    await phone.getByLabel('Email').fill('ayesha@example.com');
    await press(phone.getByLabel('Cash Payment'));
    await press(phone.getByRole('button', { name: 'Join for PKR 6,000' }));
    await phone.getByRole('heading', { name: 'You have a place' }).waitFor();
    expect(presses).toBeLessThanOrEqual(6);
    await settle(phone);
    await checkScreen(phone, 'a place in an event');

    // Before the page's code has arrived, it says what it is, when, and what is due.
    const early = await openPage({ viewport: PHONE });
    const link = await phone.evaluate(() => {
      const [id, { key }] = Object.entries(JSON.parse(localStorage.bookingKeys))[0] as [
        string,
        { key: string },
      ];
      return `/manage#${id}.${key}`;
    });
    const held = Promise.withResolvers<void>();
    await early.route('**/assets/manage-*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await early.goto(club.url + link, { waitUntil: 'commit' });
    await early.getByRole('heading', { name: 'You have a place' }).waitFor();
    expect(await early.locator('.lead').textContent()).toMatch(
      /^6 dates\. .*10 AM – 11 AM.*PKR 6,000 to pay\.$/,
    );
    expect(await early.locator('.ticket').count()).toBe(0);
    held.resolve();
    await early.locator('.ticket').waitFor();
    expect(await early.locator('h1').allTextContents()).toEqual(['You have a place']);

    // The desk follows by itself, and takes the money.
    await desk.getByText('1 of 4 places, 1 confirmed').waitFor();
    await desk.getByRole('link', { name: /Ayesha Khan/ }).click();
    await desk
      .getByRole('button', { name: /^(Record|Take|Pay)/ })
      .first()
      .waitFor();
    await desk.keyboard.press('Escape');

    clock.set(START + 60_000);
    await signInAsAdmin(desk, club, 'owner', START + 60_000 - Date.now());
    await desk.goto(`${club.url}/admin?tab=events&event=1`);
    const came = desk.getByRole('button', { name: 'Ayesha Khan: Came?' });
    await came.click();
    await desk.getByRole('button', { name: 'Ayesha Khan: ✓ Came' }).waitFor();
    await checkScreen(desk, 'who came');

    // The club cancels what she has paid: a refund is due, whatever it is for.
    const request = desk.context().request;
    const paid = await request.post(`${club.url}/api/admin/payers/1/payments`, {
      headers: { origin: club.url },
      data: { amount: 6000, method: 'cash' },
    });
    expect(paid.ok()).toBe(true);
    await desk.goto(`${club.url}/admin?tab=events&event=1`);
    await desk
      .getByRole('button', { name: /^Cancel \w{3}, / })
      .first()
      .click();
    await desk.getByText('1 player gets a message.').waitFor();
    await desk.getByRole('button', { name: 'Keep the date' }).waitFor();
    await desk.getByLabel('Reason').fill('Rain');
    await desk.getByRole('button', { name: 'Cancel the date' }).click();
    await desk.getByRole('dialog', { name: /^Cancel / }).waitFor({ state: 'detached' });
    await desk.goto(`${club.url}/admin?tab=money`);
    const refunds = desk.getByRole('list', { name: 'Refunds due' });
    await refunds.getByText('Ayesha Khan').waitFor();
    expect(await refunds.textContent()).toContain('PKR 1,000');
    expect(await desk.getByRole('heading', { name: 'Events and plans' }).count()).toBe(0);
    const errors = [desk, phone, early].flatMap((page) => page.errors);
    expect(errors.filter((line) => !/401/.test(line))).toEqual([]);
  } finally {
    await club.close();
  }
}, 180_000);

test('a place without an email gets a link at the desk, and a make-up is seen before its date is cancelled', async () => {
  const clock = await createMovableClock();
  clock.set(START - 40 * HOUR_MS);
  const club = await startServerProcess({ publicHost: 'localhost', env: clock.env });
  const desk = await openPage({ viewport: DESKTOP });
  const phone = await openPage({ viewport: PHONE });
  try {
    const send = async (method: 'post' | 'put', path: string, data: object) => {
      const headers = { origin: club.url };
      const answer = await desk.context().request[method](`${club.url}/api/admin/${path}`, { headers, data });
      expect([path, answer.ok()]).toEqual([path, true]);
      return (await answer.json()).data;
    };
    await signInAsAdmin(desk, club, 'owner', START - 40 * HOUR_MS - Date.now());
    const course = (title: string, date: string) =>
      send('post', 'events', {
        kind: 'class',
        title,
        text: '',
        least: 1,
        most: 4,
        price: 2000,
        make_ups: true,
        publish: true,
        sessions: [{ date, start_time: '10:00', duration: 60, court_ids: [1] }],
      });
    const { event } = await course('Beginners’ class', DATE);
    const other = (await course('Improvers’ class', addDays(DATE, 1))).event;
    const rashid = { name: 'Rashid Mehmood', phone: '0321 5556677' };
    const payer_id = (await send('post', `events/${event.id}/places`, rashid)).places[0].payer_id;

    await desk.goto(`${club.url}/admin?tab=events&event=${event.id}&item=${payer_id}`);
    await desk.getByRole('button', { name: 'WhatsApp to Rashid Mehmood' }).waitFor();
    await desk.getByRole('button', { name: 'Make a link for the customer' }).click();
    const chat = desk.locator('.alert').getByRole('link', { name: 'WhatsApp' });
    const text = new URL((await chat.getAttribute('href')) ?? '').searchParams.get('text') ?? '';
    expect(text).toMatch(/^Beginners’ class at .*\. This link opens it once, within 24 hours: http/);
    await checkScreen(desk, 'a link to a place');
    await phone.goto(text.slice(text.indexOf('http')));
    await phone.getByRole('button', { name: 'Open my page' }).click();
    await phone.getByRole('heading', { name: 'You have a place' }).waitFor();

    clock.set(START + HOUR_MS / 2);
    await signInAsAdmin(desk, club, 'owner', START + HOUR_MS / 2 - Date.now());
    const missed_session_id = event.sessions[0].id;
    const session_id = other.sessions[0].id;
    await send('put', `event-sessions/${missed_session_id}/attendance`, { payer_id, came: false });
    await send('put', `events/${event.id}/make-ups`, { payer_id, missed_session_id, session_id });
    await desk.goto(`${club.url}/admin?tab=events&event=${other.id}`);
    await desk.getByText('to make up a date: Rashid Mehmood').waitFor();
    await desk.getByRole('button', { name: 'Cancel it' }).click();
    await desk.getByText('Rashid Mehmood would make up a date then, and will need another one.').waitFor();
    expect(await desk.getByText('Nobody has joined, so no message goes out.').count()).toBe(0);
  } finally {
    await club.close();
  }
}, 180_000);
