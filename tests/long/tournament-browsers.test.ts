/** Two whole evenings, from the publication to the prize: everybody joins and scores in a browser of their own. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright';
import type { AdminTournament, ShownTournament } from '../../src/domain/api/tournament-routes.ts';
import { addDays } from '../../src/domain/business-day.ts';
import { currentRound, isFinal } from '../../src/domain/tournament/progress.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { DESKTOP, openPage, PHONE, settle } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { startServerProcess } from '../support/server-process.ts';
import { waitUntil } from '../support/wait-until.ts';

const TELEVISION = { width: 1920, height: 1080 };
const NAMES = (
  'Ali Ahmed, Sara Khan, Bilal Shah, Hina Butt, Omar Malik, Zara Awan, Usman Rana, Ayesha Mirza, ' +
  'Kamran Gill, Nadia Baig, Faisal Dar, Iqra Sheikh, Junaid Rao, Mahnoor Lodhi, Talha Niazi, Rabia Cheema'
).split(', ');
const POINTS = 24;

interface Evening {
  format: 'americano' | 'mexicano';
  players: number;
  rounds: number;
}

for (const evening of [
  { format: 'americano', players: 16, rounds: 7 },
  { format: 'mexicano', players: 10, rounds: 6 },
] satisfies Evening[])
  test(`${evening.players} play ${evening.format} on two courts`, () => play(evening), 900_000);

async function play({ format, players, rounds }: Evening): Promise<void> {
  const club = await startServerProcess({ publicHost: 'localhost', env: { TRUST_PROXY: 'true' } });
  const pages: (Page & { errors: string[] })[] = [];
  const open = async (path: string, viewport = PHONE) => {
    const from = { 'x-forwarded-for': `203.0.113.${pages.length + 1}` };
    const page = await openPage({ viewport, extraHTTPHeaders: from });
    pages.push(page);
    await page.goto(club.url + path);
    return page;
  };
  try {
    const desk = await open('/', DESKTOP);
    await signInAsAdmin(desk, club, 'owner');
    const call = async (method: string, path: string, body?: object) => {
      const options = { method, headers: { origin: club.url }, ...(body ? { data: body } : {}) };
      const answer = await desk.context().request.fetch(club.url + path, options);
      expect([path, answer.ok()]).toEqual([path, true]);
      return answer.json();
    };
    const session = { date: addDays(clubToday(), 1), start_time: '18:00', duration: 180, court_ids: [1, 2] };
    const { data } = await call('POST', '/api/admin/events', {
      kind: 'tournament',
      title: 'Friday night',
      least: 4,
      most: players,
      price: 0,
      join_hours: 0,
      leave_hours: 0,
      sessions: [session],
      publish: true,
    });
    const id = data.event.id as number;
    const tv = await open(`/events/${id}/screen`, TELEVISION);
    await tv.getByRole('heading', { name: 'The tournament starts soon' }).waitFor();
    // The answer that there is none yet is an error to the browser's console.
    tv.errors.length = 0;

    const phones: Page[] = [];
    for (const name of NAMES.slice(0, players)) {
      const phone = await open(`/events/${id}`);
      await phone.getByRole('heading', { name: 'Join', exact: true }).waitFor();
      await settle(phone);
      await phone.getByLabel('Full Name').fill(name);
      await phone.getByLabel('Email').fill(`${name.split(' ')[0]?.toLowerCase()}@example.com`);
      await phone.getByRole('button', { name: 'Join', exact: true }).click();
      await phone.getByRole('heading', { name: 'You have a place' }).waitFor();
      await phone.getByText('Free', { exact: true }).waitFor();
      phones.push(phone);
    }
    const late = await open(`/events/${id}`);
    await late.getByRole('heading', { name: 'Wait for a place' }).first().waitFor();
    await late.close();

    await desk.goto(`${club.url}/admin?tab=events&event=${id}`);
    await desk.getByText('Plan the rounds and start').click();
    if (format === 'mexicano') await desk.getByLabel('Format').selectOption('mexicano');
    await desk.getByLabel('Rounds').fill(String(rounds));
    await desk.getByRole('button', { name: 'Start the tournament' }).click();
    await desk.getByRole('heading', { name: new RegExp(`round 1 of ${rounds}`) }).waitFor();
    await tv.getByText(`Round 1 of ${rounds}`).waitFor();

    const read = async (): Promise<ShownTournament> =>
      (await fetch(`${club.url}/api/events/${id}/tournament`)).json();
    const staff = async (): Promise<AdminTournament> =>
      (await call('GET', `/api/admin/tournaments/${id}`)).data.tournament;
    // Players stand in the order in which they joined.
    const ids = (await staff()).players.map((player) => player.id).sort((a, b) => a - b);
    const phoneOf = (player: number) => phones[ids.indexOf(player)] as Page;
    const enter = async (player: number, round: number, points: number) => {
      const phone = phoneOf(player);
      await phone.bringToFront();
      await phone.reload();
      await phone.getByRole('button', { name: `Enter score of round ${round}` }).click();
      await phone.locator('.score-form input').first().fill(String(points));
      await phone.getByRole('button', { name: 'Save score' }).click();
      await phone.locator('.score-form').waitFor({ state: 'detached' });
    };
    const entered = (round: number, court: number) =>
      waitUntil(async () => {
        const games = (await read()).schedule[round - 1]?.games;
        return games?.find((game) => game.court === court)?.score !== null;
      });

    // Whoever rests before the second round is planned has no games yet, and no empty list of them.
    const [first] = (await read()).schedule;
    const resting = phoneOf(first?.byes[0] as number);
    await resting.reload();
    await resting.getByRole('heading', { name: 'You’re resting' }).waitFor();
    expect(await resting.getByRole('heading', { name: 'Your games' }).count()).toBe(
      format === 'mexicano' ? 0 : 1,
    );

    const seen = new Set<number>();
    for (let round = 1; round <= rounds; round += 1) {
      const games = (await read()).schedule[round - 1]?.games ?? [];
      expect(games).toHaveLength(2);
      for (const [at, { court, sides }] of games.entries()) {
        const [own, other] = [sides[0][0], sides[1][1]];
        const scorer = seen.has(own) ? other : own;
        seen.add(scorer);
        const points = 9 + ((round * 5 + at * 3) % 9);
        if (round === 2 && at === 0) {
          // This phone has no network at the court: its score is sent later, and only once.
          const phone = phoneOf(scorer);
          await phone.reload();
          await phone.getByRole('button', { name: 'Enter score of round 2' }).waitFor();
          await phone.context().setOffline(true);
          await phone.getByRole('button', { name: 'Enter score of round 2' }).click();
          await phone.locator('.score-form input').first().fill(String(points));
          await phone.getByRole('button', { name: 'Save score' }).click();
          await phone.getByText('Saved on this phone').waitFor();
          expect((await read()).schedule[1]?.games[0]?.score).toBeNull();
          await phone.context().setOffline(false);
          await phone.getByText('Saved on this phone').waitFor({ state: 'hidden' });
          expect(await phone.evaluate(() => localStorage.getItem('unsentScores'))).toBeNull();
        } else {
          await enter(scorer, round, points);
        }
        await entered(round, court);
        if (round === 3 && at === 0) {
          // They mistyped, and one of the four corrects it before the round is over.
          const phone = phoneOf(scorer);
          await phone.getByRole('button', { name: 'Change score of round 3' }).click();
          await phone.locator('.score-form input').first().fill('20');
          await phone.getByRole('button', { name: 'Save score' }).click();
          await waitUntil(async () => (await read()).schedule[2]?.games[0]?.score?.includes(20));
        }
      }
      if (round === 2) {
        // One leaves; only what nobody has played is planned again.
        const before = await staff();
        const leaver = before.standings.at(-1)?.players[0] as number;
        await call('PUT', `/api/admin/tournaments/${id}/players/${leaver}`, {
          plays: false,
          version: before.version,
        });
        const after = await read();
        expect(after.schedule.slice(0, 2)).toEqual(before.schedule.slice(0, 2) as typeof after.schedule);
        const ahead = after.schedule
          .slice(2)
          .flatMap(({ games: some, byes }) => [...some.flatMap(({ sides: both }) => both.flat()), ...byes]);
        expect(ahead).not.toContain(leaver);
        expect(ahead.length).toBeGreaterThan(0);
      }
      if (round < rounds) await tv.getByText(`Round ${round + 1} of ${rounds}`).waitFor();
    }
    // The reception corrects an old score; the plan that was played stays.
    const last = await staff();
    const opening = last.schedule[0]?.games[0];
    await desk.goto(`${club.url}/admin?tab=events&event=${id}`);
    await desk.getByText('Round 1:').click();
    const court = last.courts.find((one) => one.id === opening?.court)?.name;
    await desk.getByRole('button', { name: `Change score of round 1, ${court}` }).click();
    await desk.locator('.score-form input').first().fill('24');
    await desk.getByRole('button', { name: 'Save score' }).click();
    await waitUntil(async () => (await read()).schedule[0]?.games[0]?.score?.includes(24));

    const end = await read();
    expect([isFinal(end), currentRound(end.schedule)]).toEqual([true, null]);
    const sum = end.standings.reduce((all, { points }) => all + points, 0);
    const byes = end.schedule.flatMap((round) => round.byes);
    const gone = (await staff()).players.find(({ plays }) => !plays)?.id ?? 0;
    // Both of a side get its points, and a rest is worth half of a game.
    expect(sum).toBe(rounds * 2 * POINTS * 2 + (byes.length * POINTS) / 2);
    expect(end.schedule.every(({ byes: some }) => new Set(some).size === some.length)).toBe(true);
    const rests = new Map(ids.map((player) => [player, byes.filter((one) => one === player).length]));
    const staying = [...rests].filter(([player]) => player !== gone).map(([, count]) => count);
    expect(Math.max(...staying) - Math.min(...staying)).toBeLessThanOrEqual(1);

    // The prize: television, desk, phone and the event's page name the same winner.
    const winner = end.players.find(({ id: one }) => one === end.standings[0]?.players[0])?.name ?? '?';
    await tv.getByRole('heading', { name: 'Congratulations!' }).waitFor();
    await tv.locator('.tv-winners').getByText(winner).waitFor();
    await desk.getByRole('button', { name: 'Finish the tournament' }).click();
    await desk.getByRole('heading', { name: 'Final result', exact: true }).waitFor();
    const phone = phoneOf(end.standings[0]?.players[0] as number);
    await phone.reload();
    await phone.getByRole('heading', { name: 'Final result' }).waitFor();
    await phone.getByRole('row').nth(1).getByText(winner).waitFor();
    const guest = await open(`/events/${id}`);
    await guest.getByRole('heading', { name: 'Final result' }).waitFor();
    await guest.getByRole('row').nth(1).getByText(winner).waitFor();
    const errors = pages.flatMap((page) => page.errors);
    expect(errors.filter((line) => !/ERR_INTERNET_DISCONNECTED|404/.test(line))).toEqual([]);
  } finally {
    await club.close();
  }
}
