/** How long single answers take; other work on the machine would disturb these tests beside others. */
import { expect, onTestFinished, test } from 'bun:test';
import { addDays, clubInstant } from '../../src/domain/business-day.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { quantile } from '../support/booking-load.ts';
import { bookAsGuest, createWizardPage } from '../support/booking-wizard.ts';
import { openPage } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { createMovableClock } from '../support/faketime-environment.ts';
import { measureLoginTimes } from '../support/login-timing.ts';
import { parseStatus, sendRawRequest } from '../support/raw-socket.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { startServerProcess } from '../support/server-process.ts';
import { setUpClub, setupLinkOf } from '../support/set-up-club.ts';
import { createTestClub } from '../support/test-club.ts';
import { waitUntil } from '../support/wait-until.ts';

const club = serverForTestFile();
const get = (path: string) => fetch(club.url + path);

async function measureMedianMs(work: () => Promise<unknown>, times = 9): Promise<number> {
  const durations: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const started = performance.now();
    await work();
    durations.push(performance.now() - started);
  }
  return quantile(durations, 0.5);
}

test('over 200 attempts each, a wrong password takes the same time for a known and an unknown email', async () => {
  const { known, unknown, ratio } = await measureLoginTimes(200);
  console.log(`median ${known.toFixed(2)} ms known, ${unknown.toFixed(2)} ms unknown: ${ratio.toFixed(3)}`);
  expect(ratio).toBeGreaterThan(0.95);
  expect(ratio).toBeLessThan(1.05);
});

test('a path of slashes takes as long as any path of that length', async () => {
  const ask = (path: string) => () =>
    sendRawRequest(club.url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  const [letters, slashes] = [`/${'a'.repeat(15_000)}`, `${'/'.repeat(15_000)}a`];
  expect(parseStatus(await ask(slashes)())).toBe(404);
  const plain = await measureMedianMs(ask(letters));
  expect(await measureMedianMs(ask(slashes))).toBeLessThan(10 * plain + 10);
});

test('an unknown address gets a page that is rendered once', async () => {
  const text = async (path: string) => (await get(path)).text();
  const known = await measureMedianMs(() => text('/contact'), 31);
  let at = 0;
  const unknown = await measureMedianMs(() => text(`/nothing-${at++}`), 31);
  expect(unknown).toBeLessThan(3 * known + 2);
});

test('a booking is free within two seconds of its deadline', async () => {
  const clock = await createMovableClock();
  const site = await startServerProcess({ env: clock.env });
  onTestFinished(() => site.close());
  // In the future, so that the deadline doesn't depend on when the test runs.
  const bookedAt = clubInstant(addDays(clubToday(), 1), 18 * 60);
  const date = addDays(clubToday(), 2);
  clock.set(bookedAt, site.dataDir);
  const answer = await bookAsGuest(site.url, { date, start_time: '21:00', payment_method: 'bank_transfer' });
  const { booking } = (await answer.json()) as { booking: { pay_by: string } };
  const payBy = Date.parse(booking.pay_by);
  const isFree = async () => {
    const slots = await (await fetch(`${site.url}/api/slots?date=${date}&courtId=1`)).json();
    return (slots as { hour: number; available: boolean }[]).find(({ hour }) => hour === 42)?.available;
  };
  clock.set(payBy - 5000, site.dataDir);
  expect(await isFree()).toBe(false);
  await waitUntil(isFree);
  const seconds = (clock.now() - payBy) / 1000;
  console.log(`free ${seconds.toFixed(2)} s after the deadline`);
  expect(seconds).toBeLessThan(2);
});

test('an owner sets up the club, and a guest books, in under three minutes', async () => {
  const site = await startServerProcess({ bank: false, publicHost: 'localhost' });
  onTestFinished(() => site.close());
  const [owner, guest] = [await openPage(), await openPage()];
  const link = await setupLinkOf(site);
  const started = performance.now();
  await setUpClub(owner, link);
  const wizard = createWizardPage(guest, site.url);
  await wizard.open();
  await wizard.tap(36, 37);
  await wizard.goToPayment('Bank Transfer');
  await wizard.complete();
  await guest.waitForURL(/\/success/);
  const seconds = (performance.now() - started) / 1000;
  console.log(`set up and booked in ${seconds.toFixed(0)} s`);
  expect(seconds).toBeLessThan(180);
});

test('a tapped date shows its slots within half a second', async () => {
  const page = await openPage();
  const wizard = createWizardPage(page, club.url);
  await wizard.open();
  const durations: number[] = [];
  for (const at of [2, 3, 1, 4, 2]) {
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    const day = page.getByRole('group', { name: 'The next days' }).getByRole('button').nth(at);
    const date = (await day.getAttribute('data-roving-key')) ?? '';
    const started = performance.now();
    await day.click();
    await page.waitForFunction(
      (announced) => {
        const slot = document.querySelector('.starts .slot')?.getBoundingClientRect();
        const isAnnounced = [...document.querySelectorAll('[role=status], output')].some((status) =>
          status.textContent?.includes(announced),
        );
        return isAnnounced && slot && slot.top > 0 && slot.bottom < innerHeight;
      },
      `${shortDate(date)}:`,
      { polling: 'raf' },
    );
    durations.push(performance.now() - started);
  }
  const median = quantile(durations, 0.5);
  console.log(`slots of a tapped date after ${median.toFixed(0)} ms`);
  expect(median).toBeLessThan(500);
});

test('26 dates of a series are previewed, and booked, within 20 ms of processor time', async () => {
  const own = await createTestClub();
  onTestFinished(() => own.close());
  const { headers } = await own.signIn({ email: 'desk@example.com', name: 'Sana Butt', is_admin: true });
  const times = { preview: [] as number[], booking: [] as number[] };
  for (let run = 0; run < 21; run += 1) {
    const series = {
      court_id: 1,
      start_time: `${String(7 + (run % 8)).padStart(2, '0')}:00`,
      half_hours: 2,
      weekday: ['monday', 'tuesday', 'wednesday'][Math.floor(run / 8)],
      from: addDays('2026-11-23', Math.floor(run / 8)),
      count: 26,
      guest: { name: 'Hamza Tariq', phone: '0300 7654321', email: 'hamza@example.com' },
    };
    for (const [name, path] of [
      ['preview', '/preview'],
      ['booking', ''],
    ] as const) {
      const before = process.cpuUsage();
      const { status } = await own.post(`/api/admin/series${path}`, series, headers);
      // Other programs of a busy machine do not count.
      const { user, system } = process.cpuUsage(before);
      times[name].push((user + system) / 1000);
      expect([200, 201]).toContain(status);
    }
  }
  const [preview, booking] = [quantile(times.preview, 0.5), quantile(times.booking, 0.5)];
  console.log(`26 dates: ${preview.toFixed(1)} ms to preview, ${booking.toFixed(1)} ms to book`);
  expect(preview).toBeLessThan(20);
  expect(booking).toBeLessThan(20);
});
