/** A busy evening at the reception, played with the keyboard alone and on a phone; every tap is counted. */
import { expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { startInstantOf } from '../../src/domain/slot.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { findAxeViolations } from '../support/axe.ts';
import { bookAsGuest, GUEST } from '../support/booking-wizard.ts';
import { DESKTOP, openPage, PHONE } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { fakeTimeEnv } from '../support/faketime-environment.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { createPng } from '../support/test-images.ts';

/** The next evening at 8:10 PM, so that the shift is forward. */
const EVENING = addDays(clubToday(), 1);
const OFFSET = startInstantOf(EVENING, 40) + 10 * 60_000 - Date.now();

const NO_SHOWS = ['Nadia One', 'Nasir Two'];
const ARRIVALS = ['Ali One', 'Asma Two'];
const RECEIPTS = ['Rabia One', 'Rashid Two'];
const WALK_INS = ['Walker A', 'Walker B', 'Walker C'];

interface Evening {
  club: ServerProcess;
  page: Page & { errors: string[] };
}

/** Three courts with the bookings of the evening, and a signed-in owner before the dashboard. */
async function openEvening(viewport: typeof PHONE, hasTouch: boolean): Promise<Evening> {
  const club = await startServerProcess({ env: await fakeTimeEnv(OFFSET) });
  const page = await openPage({ viewport, hasTouch });
  await page.clock.setFixedTime(Date.now() + OFFSET);
  await signInAsAdmin(page, club, 'owner', OFFSET);
  const post = async (path: string, data: object, status = 201) => {
    const answer = await page.request.post(`${club.url}${path}`, { data });
    expect([path, answer.status(), answer.ok() ? '' : await answer.text()]).toEqual([path, status, '']);
    return (await answer.json()).data;
  };
  await post('/api/admin/courts', { name: 'Court 3 - Garden', hourly_rate: 4000 });
  const bookings: [name: string, court: number, start: string, end: string][] = [
    [NO_SHOWS[0] as string, 1, '20:00', '20:30'],
    [NO_SHOWS[1] as string, 2, '20:00', '20:30'],
    ...ARRIVALS.map((name, at): [string, number, string, string] => {
      const start = `${21 + Math.floor(at / 2)}`;
      return [name, (at % 2) + 1, `${start}:00`, `${start}:30`];
    }),
    ['Mover Khan', 2, '23:00', '23:30'],
  ];
  for (const [name, court_id, ...slots] of bookings)
    await post('/api/admin/bookings', { court_id, date: EVENING, slots, name });
  for (const [at, name] of RECEIPTS.entries()) {
    const date = addDays(EVENING, 1);
    const answer = await bookAsGuest(club.url, {
      name,
      date,
      start_time: `${18 + at}:00`,
      payment_method: 'bank_transfer',
    });
    const { id } = ((await answer.json()) as { booking: { id: number } }).booking;
    const form = new FormData();
    const picture = createPng(200 + at, 100);
    form.set('receipt', new File([picture as Uint8Array<ArrayBuffer>], 'receipt.png', { type: 'image/png' }));
    form.set('email', GUEST.email);
    form.set('payment_method', 'bank_transfer');
    expect(
      (await fetch(`${club.url}/api/booking/${id}/receipt`, { method: 'POST', body: form })).status,
    ).toBe(200);
  }
  const refund = { court_id: 1, date: addDays(EVENING, 2), slots: ['18:00', '18:30'], name: 'Refund Rana' };
  const { booking } = await post('/api/admin/bookings', { ...refund, paid: true });
  const cancelled = await page.request.put(`${club.url}/api/admin/bookings/${booking.id}/status`, {
    data: { status: 'cancelled', cancelled_by: 'club' },
  });
  expect(cancelled.status()).toBe(200);
  await page.goto(`${club.url}/admin`);
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  return { club, page };
}

/** Checks that the club’s records match what happened that evening. */
async function expectPlayed({ club, page }: Evening, closedCourt: number): Promise<void> {
  const get = async (path: string) => (await (await page.request.get(`${club.url}${path}`)).json()).data;
  const day = await get(`/api/admin/day?date=${EVENING}`);
  const bookings = day.courts.flatMap((at: { bookings: object[] }) => at.bookings) as {
    name: string;
    attendance: string | null;
    start_time: string;
  }[];
  const named = (attendance: string) =>
    bookings.flatMap((at) => (at.attendance === attendance ? [at.name] : [])).sort();
  // A walk-in whose play begins now is here.
  expect(named('arrived')).toEqual([...ARRIVALS, 'Walker A'].sort());
  expect(named('no_show')).toEqual([...NO_SHOWS].sort());
  expect(bookings.flatMap(({ name }) => (name.startsWith('Walker') ? [name] : [])).sort()).toEqual(WALK_INS);
  expect(bookings.find(({ name }) => name === 'Mover Khan')?.start_time).toBe('02:00');
  const closures = day.courts.map((at: { closures: { reason: string }[] }) => at.closures.length);
  expect([closures[closedCourt - 1], closures.reduce((sum: number, n: number) => sum + n, 0)]).toEqual([
    1, 1,
  ]);
  const inbox = await get('/api/admin/inbox');
  expect([inbox.receipts, inbox.to_give_back]).toEqual([[], []]);
  const paid = await get(
    `/api/admin/bookings?status=paid&startDate=${addDays(EVENING, 1)}&endDate=${addDays(EVENING, 1)}`,
  );
  expect(paid.bookings.map(({ name }: { name: string }) => name).sort()).toEqual([...RECEIPTS].sort());
  expect(page.errors).toEqual([]);
}

const count: Record<string, number[]> = {};
const note = (what: string, taps: number) => {
  count[what] = [...(count[what] ?? []), taps];
};

test('an evening by keyboard alone takes at most two presses per step', async () => {
  const evening = await openEvening(DESKTOP, false);
  const { page } = evening;
  const { keyboard } = page;
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await keyboard.press(key);
  };
  const taken = (what: string, most = 2) => {
    note(`keyboard: ${what}`, presses);
    expect([what, presses <= most, presses]).toEqual([what, true, presses]);
    presses = 0;
  };
  /** Moves the focus with Tab, which chooses nothing. */
  const tabTo = async (target: Locator) => {
    await target.waitFor();
    for (let tabs = 0; !(await target.evaluate((at) => at === document.activeElement)); tabs += 1) {
      if (tabs === 80) throw new Error(`80 tabs do not reach ${target}`);
      await keyboard.press('Tab');
    }
  };
  const named = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog').last();
  const closed = () => page.locator('dialog[open]').waitFor({ state: 'detached' });

  for (const name of NO_SHOWS) {
    await tabTo(named(`No-show: ${name}`));
    await press('Enter');
    await page.getByRole('button', { name: `No-show: ${name}`, pressed: true }).waitFor();
    taken('no-show');
  }
  for (const name of ARRIVALS) {
    await tabTo(named(`Arrived: ${name}`));
    await press('Enter');
    await page.getByRole('button', { name: `Arrived: ${name}`, pressed: true }).waitFor();
    taken('arrival');
  }
  await tabTo(named(`Take payment from ${ARRIVALS[0]}`));
  await press('Enter');
  await page.locator(':focus', { hasText: 'Take PKR' }).waitFor();
  await press('Enter');
  await closed();
  await named(`Take payment from ${ARRIVALS[0]}`).waitFor({ state: 'detached' });
  taken('payment');
  for (const name of WALK_INS) {
    await press('w');
    await dialog.getByLabel('Name').waitFor();
    await keyboard.type(name);
    await press('Enter');
    await closed();
    taken('walk-in');
  }
  await press('t');
  for (const name of RECEIPTS) {
    await tabTo(named(`Approve the payment of ${name}`));
    await press('Enter');
    await named(`Approve the payment of ${name}`).waitFor({ state: 'detached' });
    taken('receipt');
  }
  await tabTo(named('Give back to Refund Rana'));
  await press('Enter');
  await page.locator(':focus', { hasText: 'Give back PKR' }).waitFor();
  await press('Enter');
  await closed();
  await named('Give back to Refund Rana').waitFor({ state: 'detached' });
  taken('refund');

  await press('c');
  await tabTo(dialog.getByRole('checkbox', { name: 'Court 1' }));
  await keyboard.press('Space');
  await tabTo(dialog.getByRole('checkbox', { name: 'Court 2' }));
  await keyboard.press('Space');
  await tabTo(dialog.getByLabel('From'));
  await keyboard.type('3:00');
  await tabTo(dialog.getByLabel('Reason'));
  await keyboard.type('New net');
  await press('Enter');
  await closed();
  taken('closure');

  await keyboard.press('Control+k');
  await keyboard.type('mover');
  await page.getByRole('option', { name: /#\d+ Mover Khan/ }).waitFor();
  await keyboard.press('Enter');
  await page.getByRole('dialog', { name: /^Booking #/ }).waitFor();
  await tabTo(dialog.getByRole('button', { name: 'Move', exact: true }));
  await press('Enter');
  await tabTo(dialog.getByLabel('Start'));
  await keyboard.type('2 AM');
  await dialog.getByText('PKR 1,000 less to pay.').waitFor();
  await tabTo(dialog.getByRole('button', { name: 'Save', exact: true }));
  await press('Enter');
  await page.locator('[data-sonner-toast]', { hasText: 'Booking moved' }).waitFor();
  taken('move');
  await keyboard.press('Escape');

  await keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await keyboard.press('Escape');
  await keyboard.press('Control+k');
  await keyboard.type('tomorrow');
  await page.getByRole('option').first().waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await keyboard.press('Enter');
  await page.waitForURL(new RegExp(`date=${addDays(EVENING, 1)}`));
  await expectPlayed(evening, 2);
  await evening.club.close();
}, 180_000);

test('an evening on a phone takes at most two taps per step', async () => {
  const evening = await openEvening(PHONE, true);
  const { page } = evening;
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };
  const taken = (what: string, most = 2) => {
    note(`phone: ${what}`, taps);
    expect([what, taps <= most, taps]).toEqual([what, true, taps]);
    taps = 0;
  };
  const named = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog').last();
  const closed = () => page.locator('dialog[open]').waitFor({ state: 'detached' });
  const fits = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  for (const name of NO_SHOWS) {
    await tap(named(`No-show: ${name}`));
    await page.getByRole('button', { name: `No-show: ${name}`, pressed: true }).waitFor();
    taken('no-show');
  }
  for (const name of ARRIVALS) {
    await tap(named(`Arrived: ${name}`));
    await page.getByRole('button', { name: `Arrived: ${name}`, pressed: true }).waitFor();
    taken('arrival');
  }
  for (const name of WALK_INS) {
    await tap(page.getByRole('button', { name: /^Court [13], .*: free, book( a walk-in)?$/ }).first());
    await dialog.getByLabel('Name').fill(name);
    await tap(dialog.getByRole('button', { name: 'Book', exact: true }));
    await closed();
    // The slot that was free is a button for the booking by now.
    await page
      .getByRole('button', { name: new RegExp(`${name} `) })
      .first()
      .waitFor();
    taken('walk-in');
  }
  await fits();
  await page.getByRole('link', { name: /^To do/ }).tap();
  for (const name of RECEIPTS) {
    await tap(named(`Approve the payment of ${name}`));
    await named(`Approve the payment of ${name}`).waitFor({ state: 'detached' });
    taken('receipt');
  }
  await tap(named('Give back to Refund Rana'));
  await tap(dialog.getByRole('button', { name: /^Give back PKR/ }));
  await closed();
  await named('Give back to Refund Rana').waitFor({ state: 'detached' });
  taken('refund');
  await fits();

  await page.getByRole('link', { name: 'Desk', exact: true }).tap();
  await tap(named(`Take payment from ${ARRIVALS[0]}`));
  await tap(dialog.getByRole('button', { name: /^Take PKR/ }));
  await closed();
  await named(`Take payment from ${ARRIVALS[0]}`).waitFor({ state: 'detached' });
  taken('payment');

  await tap(named('Court 2: block time'));
  await dialog.getByLabel('From').selectOption({ label: '3 AM' });
  await dialog.getByLabel('Reason').fill('New net');
  await tap(dialog.getByRole('button', { name: 'Block time' }));
  await closed();
  taken('closure');

  await page.getByRole('link', { name: /^Mover Khan/ }).tap();
  await page.getByRole('dialog', { name: /^Booking #/ }).waitFor();
  await tap(dialog.getByRole('button', { name: 'Move', exact: true }));
  await dialog.getByLabel('Start').selectOption('02:00');
  await dialog.getByText('PKR 1,000 less to pay.').waitFor();
  await fits();
  await tap(dialog.getByRole('button', { name: 'Save', exact: true }));
  await page.locator('[data-sonner-toast]', { hasText: 'Booking moved' }).waitFor();
  taken('move');
  await expectPlayed(evening, 2);
  await evening.club.close();
  console.log(
    Object.entries(count)
      .map(([what, taken]) => `${what}: ${Math.max(...taken)} (${taken.length} ×)`)
      .join('\n'),
  );
}, 180_000);
