/** Debian's WebKitGTK, the engine of an iPhone's pages, in a phone's width: a customer, a player and the reception. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { addDays } from '../../../src/domain/business-day.ts';
import { startInstantOf } from '../../../src/domain/slot.ts';
import { PASSWORD, registrationBody } from '../../support/accounts.ts';
import { keyHeader } from '../../support/booking-key.ts';
import { GUEST } from '../../support/booking-wizard.ts';
import { moveClock } from '../../support/browser-pages-and-waits.ts';
import { clubToday } from '../../support/default-day-plan.ts';
import { fakeTimeEnv } from '../../support/faketime-environment.ts';
import { missingPrograms, neighbourFolder } from '../../support/neighbour.ts';
import { uploadReceipt } from '../../support/receipt-club.ts';
import { runCommand } from '../../support/run-command.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { bookingBody } from '../../support/test-club.ts';
import { createPng } from '../../support/test-images.ts';
import { openVisitor, type Visitor } from '../../support/visitor.ts';
import { startWatchedAddress, startWebkit } from '../../support/webkit.ts';

const missing = await missingPrograms({ Xvfb: 'xvfb', WebKitWebDriver: 'webkit2gtk-driver' });
/** The next evening at 8:05 PM, so that the shift is forward. */
const EVENING = addDays(clubToday(), 1);
const OFFSET = startInstantOf(EVENING, 40) + 5 * 60_000 - Date.now();

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

  async function send(
    method: 'POST' | 'PUT',
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ) {
    const answer = await fetch(club.url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: address.url, ...headers },
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
    const receipt = `${folder.path}/receipt.png`;
    writeFileSync(receipt, createPng(400, 600));
    const guest = await visit('/');
    await guest.see('Sport. Sip. Social.');
    await guest.look('01-landing');
    await guest.press('a', 'Book a Court');
    await guest.see('Court 2');
    await guest.look('02-starts');
    await guest.press(dayButton(addDays(EVENING, 3)));
    await guest.press('[data-start="40"]');
    await guest.press('button', 'Next');
    await fillGuest(guest, 'Bilal Ahmed');
    await guest.type('Phone', '0300 1234567');
    await guest.look('03-guest');
    await guest.press('button', 'Next');
    await guest.press('input', '.*Bank Transfer.*');
    await guest.look('04-payment');
    await guest.press('button', 'Complete Booking');
    await guest.see('Held for you');
    await guest.look('05-confirmation');
    await guest.attach('.receipt-drop input', receipt);
    await guest.see('Payment under review');
    await guest.look('06-receipt');
    await guest.press('a', 'Move or cancel');
    await guest.see('Pending Payment');
    await guest.look('07-manage');
    await guest.press('button', 'Move');
    await guest.press(dayButton(addDays(EVENING, 4)));
    await guest.press('.starts [data-start="42"]');
    await guest.see('The price stays the same.');
    await guest.look('08-move');
    await guest.press('button', 'Move my booking');
    await guest.meet('[role=status]', 'Your booking has a new time');
    await guest.look('09-moved');
    const stored = club.database((db) => db.query('SELECT date, start_time, state FROM booking').all());
    expect(stored).toEqual([{ date: addDays(EVENING, 4), start_time: '21:00', state: 'pending' }]);
  }, 300_000);

  test('a player opens the link of a share and chooses how to pay', async () => {
    const booked = await send('POST', '/api/book', bookingBody({ date: addDays(EVENING, 2) }));
    const shares = { payers: [{ name: 'Bilal Ahmed' }, {}] };
    const { payers } = await send(
      'PUT',
      `/api/booking/${booked.booking.id}/payers`,
      shares,
      keyHeader(booked),
    );
    const payer = await visit(payers[1].join_url);
    await payer.see('You’re invited to play');
    await payer.look('10-share');
    await payer.type('Email', 'bilal@example.com');
    await payer.press('button', 'Pay at the club');
    await payer.meet('h1', 'You’re in');
    await payer.see('Ayesha K., Bilal A., Player 3');
    await payer.look('11-share-answered');
  }, 300_000);

  test('the reception logs in, approves a receipt from To do and books a walk-in', async () => {
    const desk = 'desk@example.com';
    await send('POST', '/api/auth/register', registrationBody({ email: desk, name: 'Sana Butt' }));
    club.database((db) => db.run('UPDATE user SET email_verified = 1'));
    const promoted = await runCommand(['promote', desk, '--data', club.dataDir], clock);
    expect([promoted.exitCode, promoted.stderr]).toEqual([0, expect.any(String)]);
    const ali = bookingBody({ name: 'Ali Raza', email: GUEST.email, date: EVENING, start_time: '22:00' });
    const booked = await send('POST', '/api/book', ali);
    await uploadReceipt(club, booked.booking.id, createPng(400, 600));
    const reception = await visit('/login?next=/admin');
    await reception.look('12-login');
    await reception.type('Email', desk);
    await reception.type('Password', PASSWORD);
    await reception.press('button', 'Login');
    await reception.see('Admin Dashboard');
    await reception.see('Ali Raza');
    await reception.look('13-desk');
    await reception.press('a', 'To do.*');
    await reception.find('button', 'Approve the payment of Ali Raza');
    await reception.look('14-to-do');
    await reception.press('button', 'Approve the payment of Ali Raza');
    await reception.see('Approved: Ali Raza');
    await reception.look('15-approved');
    await reception.press('a', 'Desk');
    await reception.press('button', 'Court [12], .*: free, book a walk-in');
    await reception.type('Name \\(optional\\)', 'Hamza Tariq');
    await reception.look('16-walk-in');
    await reception.press('button', 'Book');
    await reception.press('.admin-cell', '.*Hamza.*');
    await reception.see('Booking #');
    await reception.look('17-booking');
  }, 300_000);
});
