import { test } from 'bun:test';
import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { addDays } from '../src/domain/business-day.ts';
import { openPage, settle } from './support/browser-pages-and-waits.ts';
import { clubToday } from './support/default-day-plan.ts';
import { insertUserSession } from './support/insert-user-session.ts';
import { startServerProcess } from './support/server-process.ts';
import { createTournamentEvent } from './support/tournament-event.ts';

test('look', async () => {
const club = await startServerProcess({ publicHost: 'localhost' });
const cookie = insertUserSession(club.dataDir, { email: 'a@example.com', name: 'Sana Butt', role: 'owner' });
const staff = { cookie, origin: club.url };
const call = async (method: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(club.url + path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } });
  const json = await response.json();
  if (!response.ok) console.log(path, json);
  return { json } as never;
};
const db = new Database(join(club.dataDir, 'club.db'));
const n = Number(process.env.N ?? 16);
const event = await createTournamentEvent({ post: (p: string, b: unknown, h?: Record<string, string>) => call('POST', p, b, h), db, config: { publicUrl: club.url } } as never, staff, n, { date: addDays(clubToday(), 1) });
const format = process.env.F ?? 'americano';
const { json } = (await call('POST', `/api/admin/tournaments/${event.id}`, { format, points: 24, rounds: 7, court_ids: [1, 2], players: event.places.map(({ id }) => ({ payer_id: id })) }, staff)) as any;
let t = json.data.tournament;
for (const round of [1, 2]) {
  for (const game of t.schedule[round - 1].games) {
    const { json } = (await call('PUT', `/api/admin/tournaments/${event.id}/score`, { round, court_id: game.court, score: [10 + game.court * 3, 14 - game.court * 3], version: game.version }, staff)) as any;
    t = json.data.tournament;
  }
}
const tv = await openPage({ viewport: { width: 1920, height: 1080 } });
await tv.goto(`${club.url}/events/${event.id}/screen`);
await settle(tv);
await tv.screenshot({ path: '/tmp/tour-tv.png' });
await tv.setViewportSize({ width: 360, height: 1900 });
await tv.screenshot({ path: '/tmp/tour-tv-360.png',  });
const phone = await openPage({ viewport: { width: 360, height: 2600 } });
await phone.goto(event.places[0]?.link ?? '');
await settle(phone);
await phone.getByRole('button', { name: /^Enter score/ }).first().click();
await phone.screenshot({ path: '/tmp/tour-phone.png',  });
console.log(tv.errors, phone.errors);
await club.stop();
});
