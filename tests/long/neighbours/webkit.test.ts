/** Debian's WebKitGTK, the engine of an iPhone's pages, in a phone's width: a customer, a player and the reception. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { addDays } from '../../../src/domain/business-day.ts';
import { GUEST } from '../../support/booking-wizard.ts';
import { moveClock } from '../../support/browser-pages-and-waits.ts';
import { fakeTimeEnv } from '../../support/faketime-environment.ts';
import { missingPrograms, neighbourFolder } from '../../support/neighbour.ts';
import { uploadReceipt } from '../../support/receipt-club.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { bookingBody } from '../../support/test-club.ts';
import { createPng } from '../../support/test-images.ts';
import { openVisitor } from '../../support/visitor.ts';
import {
  answerShare,
  bookAndMove,
  bookWalkIn,
  EVENING,
  hireReception,
  logInReception,
  OFFSET,
  sendFrom,
  shareLink,
} from '../../support/visitor-walks.ts';
import { startWatchedAddress, startWebkit } from '../../support/webkit.ts';

const missing = await missingPrograms({ Xvfb: 'xvfb', WebKitWebDriver: 'webkit2gtk-driver' });

describe.skipIf(missing.length > 0)('webkit', () => {
  const folder = neighbourFolder();
  let browser: Awaited<ReturnType<typeof startWebkit>>;
  let clock: Record<string, string>;
  let address: ReturnType<typeof startWatchedAddress>;
  let club: ServerProcess;
  beforeAll(async () => {
    browser = await startWebkit();
    clock = await fakeTimeEnv(OFFSET);
  }, 60_000);
  beforeEach(async () => {
    address = startWatchedAddress(`() => (${moveClock})(${OFFSET})`);
    club = await startServerProcess({ env: { ...clock, PUBLIC_URL: address.url } });
    address.leadTo(club.url);
  }, 60_000);
  afterEach(async () => {
    address.stop();
    await club.close();
    expect(address.errors).toEqual([]);
  });
  afterAll(async () => {
    await browser?.stop();
    folder.remove();
  });

  const visit = async (path: string) =>
    openVisitor(await browser.openTab(address.errors), {
      browserName: 'webkit',
      clubUrl: address.url,
      path,
    });

  test('an error of a page reaches the test, whether thrown, rejected, logged or not loaded', async () => {
    const tab = await browser.openTab(address.errors);
    await tab.go(`${address.url}/`);
    await tab.call(() => {
      setTimeout(() => {
        throw new Error('thrown');
      });
      void Promise.reject(new Error('rejected'));
      console.error('logged');
      document.body.append(Object.assign(new Image(), { src: '/no-such-picture.png' }));
      document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.2/refused.png' }));
    }, null);
    const awaited = [/thrown/, /rejection: Error: rejected/, /logged/, /no-such-picture/, /policy img-src/];
    while (!awaited.every((one) => address.errors.some((line) => one.test(line)))) await Bun.sleep(20);
    address.errors.length = 0;
  }, 60_000);

  test('a customer books by transfer, sends the receipt and moves the booking', async () => {
    await bookAndMove(await visit('/'), folder.path);
    const stored = club.database((db) => db.query('SELECT date, start_time, state FROM booking').all());
    expect(stored).toEqual([{ date: addDays(EVENING, 4), start_time: '21:00', state: 'pending' }]);
  }, 600_000);

  test('a player opens the link of a share and chooses how to pay', async () => {
    await answerShare(await visit(await shareLink(address.url, club)));
  }, 600_000);

  test('the reception logs in, approves a receipt from To do and books a walk-in', async () => {
    await hireReception(address.url, club, clock);
    const ali = bookingBody({ name: 'Ali Raza', email: GUEST.email, date: EVENING, start_time: '22:00' });
    const booked = await sendFrom(address.url, club, ['POST', '/api/book'], ali);
    await uploadReceipt(club, booked.booking.id, createPng(400, 600));
    const reception = await visit('/login?next=/admin');
    await logInReception(reception);
    await reception.see('Ali Raza');
    await reception.look('desk');
    await reception.press('a', 'To do.*');
    await reception.find('button', 'Approve the payment of Ali Raza');
    await reception.look('to-do');
    await reception.press('button', 'Approve the payment of Ali Raza');
    await reception.see('Approved: Ali Raza');
    await reception.look('approved');
    await reception.press('a', 'Desk');
    await bookWalkIn(reception);
  }, 600_000);
});
