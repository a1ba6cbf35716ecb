/** Debian's Firefox ESR with a mouse, a keyboard and a file: a customer, players and the reception, as Chromium shows them. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays } from '../../../src/domain/business-day.ts';
import { startInstantOf } from '../../../src/domain/slot.ts';
import { PASSWORD, registrationBody } from '../../support/accounts.ts';
import { keyHeader } from '../../support/booking-key.ts';
import { DESKTOP, moveClock, openSharedPage, PHONE } from '../../support/browser-pages-and-waits.ts';
import { clubToday } from '../../support/default-day-plan.ts';
import { fakeTimeEnv } from '../../support/faketime-environment.ts';
import { type BrowserTab, startFirefox } from '../../support/firefox.ts';
import { missingPrograms, neighbourFolder } from '../../support/neighbour.ts';
import { runCommand } from '../../support/run-command.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { bookingBody } from '../../support/test-club.ts';
import { createPng } from '../../support/test-images.ts';
import { openVisitor, type Visitor } from '../../support/visitor.ts';

const missing = await missingPrograms({ 'firefox-esr': 'firefox-esr' });
/** The next evening at 8:05 PM, so that the shift is forward. */
const EVENING = addDays(clubToday(), 1);
const OFFSET = startInstantOf(EVENING, 40) + 5 * 60_000 - Date.now();
const PRELOAD = `() => {
  (${moveClock})(${OFFSET});
  addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) =>
    console.error('refused by the policy', violatedDirective, blockedURI));
}`;

/** Chromium under the same hands: what differs in its pictures is Firefox. */
async function openChromiumTab(): Promise<BrowserTab & { close(): Promise<void> }> {
  const page = await openSharedPage();
  await page.addInitScript(`(${PRELOAD})()`);
  return {
    errors: page.errors,
    go: (url) => page.goto(url),
    call: (work, argument) => page.evaluate(`(${work})(${JSON.stringify(argument ?? null)})`),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    resize: (size) => page.setViewportSize(size),
    picture: () => page.screenshot(),
    attach: (css, path) => page.locator(css).setInputFiles(path),
    close: () => page.context().close(),
  };
}

const BROWSERS = {
  async firefox() {
    const firefox = await startFirefox(PRELOAD);
    return { openTab: firefox.openTab, stop: firefox.stop };
  },
  async chromium() {
    const tabs: { close(): Promise<void> }[] = [];
    return {
      async openTab() {
        const tab = await openChromiumTab();
        tabs.push(tab);
        return tab as BrowserTab;
      },
      stop: () => Promise.all(tabs.map((tab) => tab.close())),
    };
  },
};

describe.skipIf(missing.length > 0).each(Object.keys(BROWSERS) as (keyof typeof BROWSERS)[])(
  '%s',
  (browserName) => {
    const folder = neighbourFolder();
    let browser: { openTab(): Promise<BrowserTab>; stop(): Promise<unknown> };
    let clock: Record<string, string>;
    let club: ServerProcess;
    const tabs: BrowserTab[] = [];
    beforeAll(async () => {
      browser = await BROWSERS[browserName]();
      clock = await fakeTimeEnv(OFFSET);
    }, 60_000);
    beforeEach(async () => {
      club = await startServerProcess({ publicHost: 'localhost', env: clock });
    });
    afterEach(async () => {
      // A refused request is an answer: nobody is logged in.
      const errors = tabs.splice(0).flatMap((tab) => tab.errors);
      await club.close();
      expect(errors.filter((line) => !/status of 401/.test(line))).toEqual([]);
    });
    afterAll(async () => {
      await browser?.stop();
      folder.remove();
    });

    async function visit(path: string, size = PHONE) {
      const tab = await browser.openTab();
      tabs.push(tab);
      return openVisitor(tab, { browserName, clubUrl: club.url, path, size });
    }

    async function send(
      method: 'POST' | 'PUT',
      path: string,
      body: object,
      headers: Record<string, string> = {},
    ) {
      const answer = await fetch(club.url + path, {
        method,
        headers: { 'content-type': 'application/json', origin: club.url, ...headers },
        body: JSON.stringify(body),
      });
      expect([path, answer.ok ? '' : await answer.text()]).toEqual([path, '']);
      // biome-ignore lint/suspicious/noExplicitAny: the test reads few of the answers' fields
      return (await answer.json()) as any;
    }

    async function fillGuest(visitor: Visitor, name: string) {
      await visitor.type('Full Name', name);
      await visitor.type('Email', `${name.split(' ')[0]?.toLowerCase()}@example.com`);
    }

    const dayButton = (date: string) => `[data-roving-key="${date}"]`;

    test('a customer books by transfer, sends the receipt, moves the booking and cancels it', async () => {
      const receipt = join(folder.path, 'receipt.png');
      writeFileSync(receipt, createPng(400, 600));
      const guest = await visit('/');
      await guest.see('Sport. Sip. Social.');
      await guest.look('01-landing');
      await guest.press('a', 'Book a Court');
      await guest.see('Court 2');
      await guest.look('02-starts');
      await guest.press(dayButton(addDays(EVENING, 3)));
      await guest.press('[data-start="40"]');
      await guest.look('03-chosen');
      await guest.press('button', 'Next');
      await fillGuest(guest, 'Bilal Ahmed');
      await guest.type('Phone', '0300 1234567');
      await guest.look('04-guest');
      await guest.press('button', 'Next');
      await guest.press('input', '.*Bank Transfer.*');
      await guest.look('05-payment');
      await guest.press('button', 'Complete Booking');
      await guest.see('Held for you');
      await guest.look('06-confirmation');
      await guest.attach('.receipt-drop input', receipt);
      await guest.see('Payment under review');
      await guest.look('07-receipt');
      await guest.press('a', 'Move or cancel');
      await guest.see('Pending Payment');
      await guest.look('08-manage');
      await guest.press('button', 'Move');
      await guest.press(dayButton(addDays(EVENING, 4)));
      await guest.press('.starts [data-start="42"]');
      await guest.see('The price stays the same.');
      await guest.look('09-move');
      await guest.press('button', 'Move my booking');
      await guest.see('Your booking has a new time');
      await guest.press('button', 'Cancel');
      await guest.see('Cancel this booking?');
      await guest.look('10-cancel');
      await guest.press('button', 'Yes, cancel.*');
      await guest.see('This booking is cancelled');
      await guest.look('11-cancelled');
    }, 180_000);

    test('players answer for a share, and strangers join an open match', async () => {
      const booked = await send('POST', '/api/book', bookingBody({ date: addDays(EVENING, 2) }));
      const shares = { payers: [{ name: 'Bilal' }, {}] };
      const { payers } = await send(
        'PUT',
        `/api/booking/${booked.booking.id}/payers`,
        shares,
        keyHeader(booked),
      );
      const payer = await visit(payers[1].join_url);
      await payer.see('You’re invited to play');
      await payer.look('12-share');
      await fillGuest(payer, 'Bilal Ahmed');
      await payer.press('button', 'Pay at the club');
      await payer.see('You’re in');
      await payer.look('13-share-answered');
      await payer.press('button', 'I can’t make it');
      await payer.press('button', 'Give my place back');
      await payer.see('You are no longer in this booking');

      const host = await visit('/matches');
      await host.see('There are no open matches right now.');
      await host.look('14-no-match');
      await host.press('a', 'None on .*: open one at 9 PM');
      await fillGuest(host, 'Ayesha Khan');
      await host.type('Phone', '0300 7654321');
      await host.press('button', 'Next');
      await host.press('input', '.*Cash Payment.*');
      await host.press('input', 'Looking for players\\?.*');
      await host.type('Message to players.*', 'Friendly evening');
      await host.look('15-looking-for-players');
      await host.press('button', 'Complete Booking');
      await host.see('Your match is open');
      const stranger = await visit('/matches');
      await stranger.look('16-matches');
      await stranger.press('a', '.*9 PM – 10 PM.*');
      await fillGuest(stranger, 'Omar Shah');
      await stranger.press('input', '.*Cash Payment.*');
      await stranger.look('17-match');
      await stranger.press('button', 'Take a place');
      await stranger.see('You’re in');
      await host.press('a', 'Move or cancel');
      await host.see('Omar S.');
      await host.look('18-match-of-host');
    }, 180_000);

    test.each([PHONE, DESKTOP])(
      'the reception logs in and works the evening at $width',
      async (size) => {
        const desk = 'desk@example.com';
        await send('POST', '/api/auth/register', registrationBody({ email: desk, name: 'Sana Butt' }));
        club.database((db) => db.run('UPDATE user SET email_verified = 1'));
        const promoted = await runCommand(['promote', desk, '--data', club.dataDir], clock);
        expect([promoted.exitCode, promoted.stderr]).toEqual([0, expect.any(String)]);
        for (const [at, name] of ['Ali Raza', 'Asma Noor'].entries()) {
          const who = { name, email: `${at}@example.com`, phone: `0300 555000${at}` };
          await send(
            'POST',
            '/api/book',
            bookingBody({ ...who, court_id: at + 1, date: EVENING, start_time: '21:00' }),
          );
        }
        const reception = await visit('/login?next=/admin', size);
        await reception.look('19-login');
        await reception.type('Email', desk);
        await reception.type('Password', PASSWORD);
        await reception.press('button', 'Login');
        await reception.see('Admin Dashboard');
        await reception.see('Asma Noor');
        await reception.look('20-desk');
        await reception.press('button', 'Arrived: Ali Raza');
        await reception.find('button[aria-pressed=true]', 'Arrived: Ali Raza');
        await reception.press('button', 'Take payment from Ali Raza');
        await reception.look('21-payment');
        await reception.press('button', 'Take PKR .*');
        await reception.press('button', 'Court [12], .*: free, book a walk-in');
        await reception.type('Name \\(optional\\)', 'Hamza Tariq');
        await reception.look('22-walk-in');
        await reception.press('button', 'Book');
        await reception.press('.admin-cell', '.*Hamza.*');
        await reception.see('Booking #');
        await reception.look('23-booking');
        await reception.press('button', 'Close');
        await reception.press('button', 'Court 2: block time');
        await reception.type('Reason', 'New net');
        await reception.look('24-closure');
        await reception.press('button', 'Block time');
        await reception.see('Nothing is closed yet.');
        await reception.look('25-in-the-way');
        await reception.press('button', 'Apply');
        await reception.see('Tell the customers');
        await reception.press('button', 'Done');
        await reception.see('New net');
        await reception.press('a', 'To do.*');
        await reception.see('Unpaid, playing within two hours');
        await reception.look('26-to-do');
      },
      180_000,
    );
  },
);
