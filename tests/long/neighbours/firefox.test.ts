/** Debian's Firefox ESR with a mouse, a keyboard and a file: a customer, players and the reception, as Chromium shows them. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { DESKTOP, moveClock, openSharedPage, PHONE } from '../../support/browser-pages-and-waits.ts';
import { fakeTimeEnv } from '../../support/faketime-environment.ts';
import { type BrowserTab, startFirefox } from '../../support/firefox.ts';
import { missingPrograms, neighbourFolder } from '../../support/neighbour.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { bookingBody } from '../../support/test-club.ts';
import { openVisitor } from '../../support/visitor.ts';
import {
  answerShare,
  bookAndMove,
  bookWalkIn,
  EVENING,
  fillGuest,
  hireReception,
  logInReception,
  OFFSET,
  sendFrom,
  shareLink,
} from '../../support/visitor-walks.ts';

const missing = await missingPrograms({ 'firefox-esr': 'firefox-esr' });
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

    test('a customer books by transfer, sends the receipt, moves the booking and cancels it', async () => {
      const guest = await visit('/');
      await bookAndMove(guest, folder.path);
      await guest.press('button', 'Cancel');
      await guest.see('Cancel this booking?');
      await guest.look('cancel');
      await guest.press('button', 'Yes, cancel.*');
      await guest.see('This booking is cancelled');
      await guest.look('cancelled');
    }, 600_000);

    test('players answer for a share, and strangers join an open match', async () => {
      const payer = await visit(await shareLink(club.url, club));
      await answerShare(payer);
      await payer.press('button', 'I can’t make it');
      await payer.press('button', 'Give my place back');
      await payer.see('You are no longer in this booking');

      const host = await visit('/matches');
      await host.see('There are no open matches right now.');
      await host.look('no-match');
      await host.press('a', 'None on .*: open one at 9 PM');
      await fillGuest(host, 'Ayesha Khan');
      await host.type('Phone', '0300 7654321');
      await host.press('button', 'Next');
      await host.press('input', '.*Cash Payment.*');
      await host.press('input', 'Looking for players\\?.*');
      await host.type('Message to players.*', 'Friendly evening');
      await host.look('looking-for-players');
      await host.press('button', 'Complete Booking');
      await host.see('Your match is open');
      const stranger = await visit('/matches');
      await stranger.look('matches');
      await stranger.press('a', '.*9 PM – 10 PM.*');
      await fillGuest(stranger, 'Omar Shah');
      await stranger.press('input', '.*Cash Payment.*');
      await stranger.look('match');
      await stranger.press('button', 'Take a place');
      await stranger.see('You’re in');
      await host.press('a', 'Move or cancel.*');
      await host.see('Omar S.');
      await host.look('match-of-host');
    }, 600_000);

    test.each([PHONE, DESKTOP])(
      'the reception logs in and works the evening at $width',
      async (size) => {
        await hireReception(club.url, club, clock);
        for (const [at, name] of ['Ali Raza', 'Asma Noor'].entries()) {
          const who = { name, email: `${at}@example.com`, phone: `0300 555000${at}` };
          const body = bookingBody({ ...who, court_id: at + 1, date: EVENING, start_time: '21:00' });
          await sendFrom(club.url, club, ['POST', '/api/book'], body);
        }
        const reception = await visit('/login?next=/admin', size);
        await logInReception(reception);
        await reception.see('Asma Noor');
        await reception.look('desk');
        await reception.press('button', 'Arrived: Ali Raza');
        await reception.find('button[aria-pressed=true]', 'Arrived: Ali Raza');
        await reception.press('button', 'Take payment from Ali Raza');
        await reception.look('payment');
        await reception.press('button', 'Take PKR .*');
        await reception.press('a', 'To do.*');
        await reception.see('Unpaid, playing within two hours');
        await reception.look('to-do');
        await reception.press('a', 'Desk');
        await bookWalkIn(reception);
        await reception.press('button', 'Close');
        await reception.press('button', 'Court 2: block time');
        await reception.type('Reason', 'New net');
        await reception.look('closure');
        await reception.press('button', 'Block time');
        await reception.see('Nothing is closed yet.');
        await reception.look('in-the-way');
        await reception.press('button', 'Apply');
        await reception.see('Tell the customers');
        await reception.press('button', 'Done');
        await reception.see('New net');
      },
      600_000,
    );
  },
);
