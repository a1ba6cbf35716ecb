import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { ShownTournament } from '../../src/domain/api/tournament-routes.ts';
import { addDays } from '../../src/domain/business-day.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { checkScreen } from '../support/axe.ts';
import { DESKTOP, openPage, PHONE, settle } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { startServerProcess } from '../support/server-process.ts';
import { createTournamentEvent } from '../support/tournament-event.ts';

const TELEVISION = { width: 1920, height: 1080 };

async function enterScore(page: Page, points: string): Promise<void> {
  await page.getByRole('button', { name: 'Enter score of round 1' }).click();
  await page.locator('.score-form input').first().fill(points);
  await page.getByRole('button', { name: 'Save score' }).click();
}

test('eight play an Americano on two courts: reception, phones without a network and the television agree', async () => {
  const club = await startServerProcess({ publicHost: 'localhost' });
  try {
    const staff = {
      cookie: insertUserSession(club.dataDir, {
        email: 'desk@example.com',
        name: 'Sana Butt',
        role: 'staff',
      }),
    };
    const post = async (path: string, body: unknown) => {
      const headers = { ...staff, origin: club.url, 'content-type': 'application/json' };
      const answer = await fetch(club.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return { json: await answer.json() };
    };
    const db = new Database(join(club.dataDir, 'club.db'));
    const there = { post, db, config: { publicUrl: club.url } };
    const event = await createTournamentEvent(there, staff, 8, { date: addDays(clubToday(), 1) });
    db.close();
    const read = async (): Promise<ShownTournament> =>
      (await fetch(`${club.url}/api/events/${event.id}/tournament`)).json();

    const tv = await openPage({ viewport: TELEVISION });
    await tv.goto(`${club.url}/events/${event.id}/screen`);
    await tv.getByRole('heading', { name: 'The tournament starts soon' }).waitFor();
    // The answer that there is none yet is an error to the browser's console.
    tv.errors.length = 0;

    const desk = await openPage({ viewport: DESKTOP });
    await signInAsAdmin(desk, club, 'staff');
    await desk.goto(`${club.url}/admin?tab=events&event=${event.id}`);
    await desk.getByText('Plan the rounds and start').click();
    await desk.getByRole('button', { name: 'Start the tournament' }).click();
    await desk.getByRole('heading', { name: 'Americano, round 1 of 7' }).waitFor();
    await checkScreen(desk, 'a tournament at the dashboard');

    await tv.getByText('Round 1 of 7').waitFor();
    await settle(tv);
    await checkScreen(tv, 'a tournament on television');
    expect(await tv.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
      TELEVISION.height,
    );
    // Twenty-five pixels of a thousand are two centimetres on a small television.
    // Partners stand on one line with an ampersand, uncut; opponents below them.
    const sides = tv.locator('.tv-page:not(.away) .tv-side > span');
    for (const text of await sides.allTextContents()) expect(text).toMatch(/^[^&]+&[^&]+$/);
    const cut = await sides
      .locator('span')
      .evaluateAll((names) => names.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
    expect(cut).toBe(0);
    const name = tv.locator('.tv-page:not(.away) .tv-side span span').first();
    expect(
      Number.parseFloat(await name.evaluate((element) => getComputedStyle(element).fontSize)),
    ).toBeGreaterThan(50);

    const { schedule, players } = await read();
    const [game, other] = schedule[0]?.games ?? [];
    const phoneOf = async (player: number | undefined) => {
      const place = event.places[players.findIndex(({ id }) => id === player)];
      const page = await openPage({ viewport: PHONE });
      await page.goto(place?.link ?? '');
      await page.getByText('Round 1 of 7, now').waitFor();
      return page;
    };
    const [first, second] = [await phoneOf(game?.sides[0][0]), await phoneOf(game?.sides[1][0])];
    await settle(first);
    await checkScreen(first, 'the next game on a phone');

    // It turns its pages by itself.
    await tv.getByRole('heading', { name: 'Next: round 2' }).waitFor();

    // Both are without a network, and do not agree.
    for (const page of [first, second]) await page.context().setOffline(true);
    await enterScore(first, '13');
    await enterScore(second, '14');
    for (const page of [first, second]) await page.getByText('Saved on this phone').waitFor();
    expect((await read()).schedule[0]?.games[0]?.score).toBeNull();
    await first.context().setOffline(false);
    await first.getByText('Saved on this phone').waitFor({ state: 'hidden' });
    await second.context().setOffline(false);
    await second.getByText('you entered 10–14, and somebody else 13–11').waitFor();
    await second.getByRole('button', { name: '13–11' }).click();
    await second.getByText('you entered').waitFor({ state: 'hidden' });
    expect((await read()).schedule[0]?.games[0]?.score).toEqual([13, 11]);

    // The server is killed and starts again: the television keeps what it has, says so, and goes on by itself.
    await club.stop('SIGKILL');
    await tv.getByText('No connection since').waitFor();
    await tv.getByText('Round 1 of 7').waitFor();
    await club.restart();
    await tv.getByText('No connection since').waitFor({ state: 'hidden' });

    await desk.getByText('1 score to come').first().waitFor();
    const court = `Enter score of round 1, Court ${other?.court}`;
    await desk.getByRole('button', { name: court }).click();
    await desk.locator('.score-form input').first().fill('20');
    await desk.getByRole('button', { name: 'Save score' }).click();
    await tv.getByText('Round 2 of 7').waitFor();
    await first.getByText(/Round [23] of 7/).waitFor();
    expect((await read()).standings[0]?.points).toBe(20);
  } finally {
    await club.close();
  }
});
