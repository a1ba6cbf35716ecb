import { expect, test } from 'bun:test';
import type { Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { longDate } from '../../src/domain/format-date.ts';
import { startInstantOf } from '../../src/domain/slot.ts';
import { checkScreen } from '../support/axe.ts';
import { openPage, settle } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { createMovableClock } from '../support/faketime-environment.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { startServerProcess } from '../support/server-process.ts';
import { bookingBody } from '../support/test-club.ts';
import { createPng } from '../support/test-images.ts';
import { waitUntil } from '../support/wait-until.ts';

const DATE = addDays(clubToday(), 4);
const WEEKDAY = longDate(DATE).split(',')[0];
/** 9 PM of the match. */
const START = startInstantOf(DATE, 42);
const HOUR_MS = 3_600_000;

interface Message {
  kind: string;
  /** Null for a message to the club. */
  recipient: string | null;
  created_at: number;
}

async function join(page: Page, name: string, method: string) {
  await page.getByLabel('Full Name').fill(`${name} Shah`);
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`);
  await page.getByLabel(method).check();
  await page.getByRole('button', { name: 'Take a place' }).click();
}

/** A page with compiled code costs a third of a new one. */
async function visitAsStranger(page: Page, url: string) {
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
  await page.goto(url);
  await settle(page);
}

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** A player joins and promises to pay at the club, in another browser. */
async function joinByApi(url: string, name: string) {
  const contact = { name: `${name} Shah`, email: `${name.toLowerCase()}@example.com` };
  const { payer, join_url } = await post(`${url}/api/matches/1/players`, contact);
  const key = { 'x-booking-key': join_url.split('.').at(-1) };
  await post(`${url}/api/payers/${payer.id}/pay`, { method: 'cash', amount: payer.charge }, key);
}

test('four strangers without accounts fill a match on their phones, and a fifth waits for a place', async () => {
  const club = await startServerProcess({ publicHost: 'localhost' });
  const [host, guest] = [await openPage(), await openPage()];
  try {
    await host.goto(`${club.url}/matches`);
    await settle(host);
    await host.getByText('There are no open matches right now.').waitFor();
    await checkScreen(host, 'no open match');
    await host.getByRole('link', { name: `None on ${WEEKDAY}: open one at 9 PM` }).click();
    await host.getByLabel('Full Name').fill('Ayesha Khan');
    await host.getByLabel('Email').fill('ayesha@example.com');
    await host.getByLabel('Phone').fill('0300 1234567');
    await host.getByRole('button', { name: 'Next', exact: true }).click();
    await host.getByRole('radio', { name: 'Cash Payment' }).check();
    await host.getByLabel('Looking for players?').check();
    await host.getByLabel('Level from').selectOption('Improver');
    await host.getByLabel('Message to players').fill('Friendly, call 0300 1234567');
    await host.getByRole('button', { name: 'Complete Booking' }).click();
    await host.getByText('Not booked yet').waitFor();
    await host.locator('input:focus[name="match-text"]').fill('Friendly evening');
    await checkScreen(host, 'looking for players in the wizard');
    await host.getByRole('button', { name: 'Complete Booking' }).click();
    await host.getByRole('heading', { name: 'Your match is open' }).waitFor();
    await checkScreen(host, 'the confirmation of an open match');

    // Without a mouse.
    const keys = keyboardOf(guest);
    await guest.goto(`${club.url}/matches`);
    await settle(guest);
    await checkScreen(guest, 'open matches');
    await keys.press(guest.getByRole('link', { name: /9 PM – 10 PM/ }));
    await keys.type(guest.getByLabel('Full Name'), 'Bilal Shah');
    await keys.type(guest.getByLabel('Email'), 'bilal@example.com');
    await keys.choose(guest.getByLabel('Level'), 'Beginner');
    await guest.getByText('This is for another level: improver and up. You can still join.').waitFor();
    await checkScreen(guest, 'joining a match');
    // None of several ways is chosen for the player, who is asked for it.
    expect(await guest.getByRole('radio', { checked: true }).count()).toBe(0);
    await keys.press(guest.getByRole('button', { name: 'Take a place' }));
    await guest.getByRole('link', { name: 'Please select a payment method.' }).waitFor();
    await keys.tabTo(guest.getByRole('radio').first());
    const cash = guest.getByLabel('Cash Payment');
    for (let presses = 0; presses < 3 && !(await cash.isChecked()); presses += 1)
      await guest.keyboard.press('ArrowDown');
    await keys.press(guest.getByRole('button', { name: 'Take a place' }));
    await guest.getByRole('heading', { name: 'You’re in', exact: true }).waitFor();

    await visitAsStranger(guest, `${club.url}/matches/1`);
    await join(guest, 'Sana', 'Bank Transfer');
    await guest.getByRole('heading', { name: /^Held for you until/ }).waitFor();
    await checkScreen(guest, 'a held place');
    const file = { name: 'receipt.png', mimeType: 'image/png', buffer: Buffer.from(createPng(140, 160)) };
    await guest.getByLabel(/Choose a picture/).setInputFiles(file);
    await guest.getByRole('heading', { name: 'You’re in', exact: true }).waitFor();
    for (const name of ['Ayesha K.', 'Bilal S.', 'Sana S.']) await guest.getByText(name).first().waitFor();

    // The page is open when another player takes the last place.
    await visitAsStranger(guest, `${club.url}/matches/1`);
    await joinByApi(club.url, 'Omar');
    await join(guest, 'Zara', 'Cash Payment');
    await guest.getByText('This match is full.').waitFor();
    await guest.getByRole('button', { name: 'Wait for a place' }).click();
    await guest.getByRole('heading', { name: 'You’re on the waiting list' }).waitFor();

    await host.getByRole('link', { name: 'Move or cancel' }).click();
    for (const name of ['Bilal S.', 'Sana S.', 'Omar S.']) await host.getByText(name).first().waitFor();
    await checkScreen(host, 'the host’s view of a match');
    const errors = [host, guest].flatMap((page) => page.errors);
    // The browser names refused requests: nobody is signed in, and one place was full.
    expect(errors.filter((line) => !/40[19]/.test(line))).toEqual([]);
  } finally {
    await club.close();
  }
}, 180_000);

test("a match that doesn't fill: its host is asked twelve hours before, and it is cancelled on the minute", async () => {
  const clock = await createMovableClock();
  clock.set(START - 40 * HOUR_MS);
  const club = await startServerProcess({ publicHost: 'localhost', env: clock.env });
  try {
    const play = {
      date: DATE,
      start_time: '21:00',
      slots: ['21:00', '21:30'],
      payment_method: 'cash',
    };
    const booked = await post(`${club.url}/api/book`, bookingBody(play));
    const key = { 'x-booking-key': booked.manage_url.split('.').at(-1) };
    await post(`${club.url}/api/booking/${booked.booking.id}/open`, { places: 3 }, key);
    await joinByApi(club.url, 'Bilal');
    const host = await openPage();
    const read = async (hoursBefore: number) => {
      clock.set(START - hoursBefore * HOUR_MS, club.dataDir);
      await host.clock.setFixedTime(clock.now());
      await host.goto(`${club.url}/manage${new URL(booked.manage_url).hash}`);
    };
    const told = () =>
      club
        .database((db) =>
          db.query<Message, []>('SELECT kind, recipient, created_at FROM outbox ORDER BY id').all(),
        )
        .filter(({ created_at }) => created_at > START - 39 * HOUR_MS)
        .map(({ kind, recipient, created_at }) => [
          kind,
          recipient?.split('@')[0],
          Math.round((START - created_at) / 60_000),
        ]);
    await read(36.5);
    await host.getByText(/If it is not full by .* everybody gets everything back/).waitFor();
    expect(told()).toEqual([]);
    await read(36);
    await host.getByText('Do you want to play anyway?').waitFor();
    await checkScreen(host, 'a match that is not full');
    await waitUntil(() => told().length > 0);
    expect(told()).toEqual([['match.asked', 'ayesha', 36 * 60]]);
    // Play begins at the same time of the next day.
    await read(25);
    await host.getByText(/If it is not full by \w{3}, .*M, we cancel it/).waitFor();
    clock.set(START - 24 * HOUR_MS, club.dataDir);
    await waitUntil(() => told().length > 2);
    await read(23.9);
    await host.getByText('This booking is cancelled').waitFor();
    await host.getByText('Your match did not fill, so it is cancelled.').waitFor();
    const list = await fetch(`${club.url}/api/matches`);
    expect(await list.json()).toEqual([]);
  } finally {
    await club.close();
  }
}, 180_000);
