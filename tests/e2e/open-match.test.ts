import { expect, test } from 'bun:test';
import type { Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { longDate } from '../../src/domain/format-date.ts';
import { startInstantOf } from '../../src/domain/slot.ts';
import { checkScreen } from '../support/axe.ts';
import { openPage, PHONE, settle } from '../support/browser-pages-and-waits.ts';
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

const messagesOf = (club: Awaited<ReturnType<typeof startServerProcess>>) =>
  club.database((db) =>
    db.query<Message, []>('SELECT kind, recipient, created_at FROM outbox ORDER BY id').all(),
  );

async function join(page: Page, name: string, button: string, method?: string) {
  await page.getByLabel('Full Name').fill(`${name} Shah`);
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`);
  if (method) await page.getByLabel(method).check();
  await page.getByRole('button', { name: button }).click();
}

/** A customer without a mouse joins the match of the list and promises to pay at the club. */
async function joinByKeys(page: Page, name: string) {
  const keys = keyboardOf(page);
  await keys.press(page.getByRole('link', { name: /9 PM – 10 PM/ }));
  await keys.type(page.getByLabel('Full Name'), `${name} Shah`);
  await keys.type(page.getByLabel('Email'), `${name.toLowerCase()}@example.com`);
  await keys.tabTo(page.getByRole('radio').first());
  const cash = page.getByLabel('Cash Payment');
  for (let presses = 0; presses < 3 && !(await cash.isChecked()); presses += 1)
    await page.keyboard.press('ArrowDown');
  await keys.press(page.getByRole('button', { name: 'Take a place' }));
}

test('four strangers without accounts fill a match on their phones, and a fifth waits for a place', async () => {
  const club = await startServerProcess({ publicHost: 'localhost' });
  const visit = async (path: string) => {
    const page = await openPage({ viewport: PHONE });
    await page.goto(club.url + path);
    await settle(page);
    return page;
  };
  try {
    const host = await visit('/matches');
    await host.getByText('No match is open right now.').waitFor();
    await checkScreen(host, 'no open match');
    await host.getByRole('link', { name: `None on ${WEEKDAY}: open one at 9 PM` }).click();
    await host.getByLabel('Full Name').fill('Ayesha Khan');
    await host.getByLabel('Email').fill('ayesha@example.com');
    await host.getByLabel('Phone').fill('0300 1234567');
    await host.getByRole('button', { name: 'Next', exact: true }).click();
    await host.getByRole('radio', { name: 'Cash Payment' }).check();
    await host.getByLabel('Looking for players?').check();
    await host.getByLabel('Level from').selectOption('Improver');
    await host.getByLabel('Message to players').fill('Friendly evening');
    await checkScreen(host, 'looking for players in the wizard');
    await host.getByRole('button', { name: 'Complete Booking' }).click();
    await host.getByRole('heading', { name: 'Your match is open' }).waitFor();
    await checkScreen(host, 'the confirmation of an open match');

    const plain = await openPage({ viewport: PHONE, javaScriptEnabled: false });
    await plain.goto(`${club.url}/matches`);
    await plain.getByText('3 places free').waitFor();
    await plain.goto(`${club.url}/join`);
    await plain
      .getByText(/needs JavaScript/)
      .first()
      .waitFor();

    const cash = await visit('/matches');
    await checkScreen(cash, 'open matches');
    await cash.getByRole('link', { name: /9 PM – 10 PM/ }).click();
    await cash.getByLabel('Your level').selectOption('Beginner');
    await cash.getByText('The host looks for another level: improver and up. Join anyway?').waitFor();
    await checkScreen(cash, 'joining a match');
    await join(cash, 'Bilal', 'Join anyway', 'Cash Payment');
    await cash.getByRole('heading', { name: 'You play', exact: true }).waitFor();

    const transfer = await visit('/matches/1');
    await join(transfer, 'Sana', 'Take a place', 'Bank Transfer');
    await transfer.getByRole('heading', { name: /^Held for you until/ }).waitFor();
    await checkScreen(transfer, 'a held place');
    const file = { name: 'receipt.png', mimeType: 'image/png', buffer: Buffer.from(createPng(40, 60)) };
    await transfer.getByLabel(/Choose a picture/).setInputFiles(file);
    await transfer.getByRole('heading', { name: 'You play', exact: true }).waitFor();

    // Both have the page open when one place is left.
    const [last, late] = [await visit('/matches'), await visit('/matches/1')];
    await joinByKeys(last, 'Omar');
    await last.getByRole('heading', { name: 'You play', exact: true }).waitFor();
    for (const name of ['Ayesha K.', 'Bilal S.', 'Sana S.']) await last.getByText(name).first().waitFor();
    await join(late, 'Zara', 'Take a place', 'Cash Payment');
    await late.getByText('This match is full.').waitFor();
    await late.getByRole('button', { name: 'Wait for a place' }).click();
    await late.getByRole('heading', { name: 'You wait for a place' }).waitFor();
    const kinds = () => messagesOf(club).map(({ kind, recipient }) => `${kind} ${recipient?.split('@')[0]}`);
    const full =
      (await waitUntil(() => kinds().some((kind) => kind.startsWith('host.match_full')))) && kinds();
    for (const told of ['player.match_full bilal', 'player.match_full sana', 'player.match_full omar'])
      expect(full).toContain(told);

    await host.getByRole('link', { name: 'Move or cancel' }).click();
    for (const name of ['Bilal S.', 'Sana S.', 'Omar S.']) await host.getByText(name).first().waitFor();
    await checkScreen(host, 'the host’s view of a match');
    const errors = [host, cash, transfer, last, late].flatMap((page) => page.errors);
    // The browser names refused requests: nobody is signed in, and one place was full.
    expect(errors.filter((line) => !/40[19]/.test(line))).toEqual([]);
  } finally {
    await club.close();
  }
}, 180_000);

test('a match that does not fill: its host is asked twelve hours before, and it is cancelled at the minute', async () => {
  const clock = await createMovableClock();
  clock.set(START - 40 * HOUR_MS);
  const club = await startServerProcess({ publicHost: 'localhost', env: clock.env });
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(club.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  try {
    const play = {
      ...{ date: DATE, start_time: '21:00', slots: ['21:00', '21:30'] },
      payment_method: 'cash',
    };
    const booked = await post('/api/book', bookingBody(play));
    const key = { 'x-booking-key': booked.manage_url.split('.').at(-1) };
    await post(`/api/booking/${booked.booking.id}/open`, { places: 3 }, key);
    const joined = await post('/api/matches/1/players', { name: 'Bilal Shah', email: 'bilal@example.com' });
    const own = { 'x-player-key': joined.join_url.split('.').at(-1) };
    await post(`/api/players/${joined.player.id}/pay`, { method: 'cash', amount: joined.player.charge }, own);
    const host = await openPage({ viewport: PHONE });
    const read = async (hoursBefore: number) => {
      clock.set(START - hoursBefore * HOUR_MS, club.dataDir);
      await host.clock.setFixedTime(clock.now());
      await host.goto(`${club.url}/manage${new URL(booked.manage_url).hash}`);
    };
    const told = () =>
      messagesOf(club)
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
    expect(told()).toEqual([['host.match_asked', 'ayesha', 36 * 60]]);
    await read(24);
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
