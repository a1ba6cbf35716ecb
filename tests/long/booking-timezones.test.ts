import { afterAll, expect, test } from 'bun:test';
import { bookAsGuest, createWizardPage, tomorrow } from '../support/booking-wizard.ts';
import { openPage } from '../support/browser-pages-and-waits.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const clubs: ServerProcess[] = [];
afterAll(async () => {
  for (const club of clubs) await club.close();
});

/** What a visitor sees of a day: each slot's full name, and a selection across midnight. */
async function readDay(url: string, timezoneId: string) {
  const page = await openPage({ timezoneId });
  const wizard = createWizardPage(page, url);
  await wizard.open();
  const names = await wizard.grid
    .locator('.slot')
    .evaluateAll((slots) => slots.map((slot) => slot.textContent));
  await wizard.tap(47, 0);
  await wizard.waitForBar('11:30 PM – 12:30 AM');
  const bar = await wizard.bar.textContent();
  const strip = page.getByRole('group', { name: 'The next days' });
  const days = await strip.textContent();
  return { names, bar, days };
}

test('servers in three time zones and browsers in three cities show the same slots', async () => {
  const views: Awaited<ReturnType<typeof readDay>>[] = [];
  const answers: string[] = [];
  for (const TZ of ['UTC', 'America/Los_Angeles', 'Asia/Karachi']) {
    const club = await startServerProcess({ env: { TZ } });
    clubs.push(club);
    expect((await bookAsGuest(club.url, { start_time: '00:30' })).status).toBe(201);
    answers.push(await (await fetch(`${club.url}/api/slots?date=${tomorrow}&courtId=1`)).text());
    views.push(await readDay(club.url, 'Asia/Karachi'));
  }
  const [url = ''] = clubs.map((club) => club.url);
  for (const zone of ['Asia/Dubai', 'America/Los_Angeles', 'Pacific/Kiritimati']) {
    views.push(await readDay(url, zone));
  }
  expect(new Set(answers).size).toBe(1);
  expect(views[0]?.names).toHaveLength(42);
  expect(views[0]?.names[35]).toContain('12:30 AM – 1 AM, Booked');
  for (const view of views) expect(view).toEqual(views[0] as (typeof views)[number]);
});
