import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { residentBytesOf } from '../../scripts/bench/harness.ts';
import { addDays, businessDayOf } from '../../src/domain/business-day.ts';
import { startClub } from '../support/executable.ts';
import { distinctBooking, MANY_HOMES, postBooking, quantile } from '../support/load.ts';
import { noisyJpeg, receiptForm } from '../support/pictures.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 30);
const MINUTE = 60_000;
/** Visitors at once; each looks around, a few book, some of those send a receipt. */
const VISITORS = 8;

/** One visit after the other until `end`. */
async function visit(url: string, end: number, state: { next: number; answers: Map<number, number> }) {
  const photo = await noisyJpeg(800, 600);
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${url}${path}`, init);
    await answer.arrayBuffer();
    state.answers.set(answer.status, (state.answers.get(answer.status) ?? 0) + 1);
  };
  const today = businessDayOf(Date.now());
  for (let turn = 0; Date.now() < end; turn += 1) {
    const date = addDays(today, turn % 60);
    for (const path of [
      '/',
      '/booking',
      '/api/courts',
      `/api/slots?date=${date}&courtId=1`,
      `/no-${turn}`,
      '/api/booking/1',
      '/cancel?court=2&date=2026-11-20&time=18:30',
    ]) {
      await ask(path);
      await Bun.sleep(40);
    }
    const home = { 'x-forwarded-for': `10.9.${turn % 250}.1` };
    if (turn % 10 === 0) {
      await ask('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...home },
        body: JSON.stringify({ email: `nobody${turn % 500}@example.com`, password: 'Chenab-river-42' }),
      });
    }
    // All the hours there are, and afterwards conflicts.
    const { status, json } = await postBooking(url, distinctBooking(state.next++ % 3000));
    if (status === 201 && json.booking.id % 5 === 0) {
      const form = receiptForm(photo, { email: json.booking.email });
      await ask(`/api/booking/${json.booking.id}/receipt`, { method: 'POST', headers: home, body: form });
    }
  }
}

test(`after ${MINUTES} minutes of visitors the server holds no more memory than after the first ones`, async () => {
  const club = await startClub({ env: MANY_HOMES });
  const end = Date.now() + MINUTES * MINUTE;
  const state = { next: 0, answers: new Map<number, number>() };
  const samples: number[] = [];
  const watch = setInterval(() => samples.push(residentBytesOf(club.process.pid)), 5000);
  await Promise.all(Array.from({ length: VISITORS }, () => visit(club.url, end, state)));
  clearInterval(watch);
  // Medians of a tenth of the time: one after warming up, one at the end.
  const tenth = Math.floor(samples.length / 10);
  const start = quantile(samples.slice(tenth, 2 * tenth), 0.5);
  const last = quantile(samples.slice(-tenth), 0.5);
  const mega = (bytes: number) => (bytes / 1e6).toFixed(0);
  const db = new Database(join(club.dataDir, 'club.db'), { readonly: true });
  const { n } = db.query<{ n: number }, []>('SELECT count(*) AS n FROM booking').get() ?? { n: 0 };
  db.close();
  await club.close();
  console.log(
    `${MINUTES} minutes, ${n} bookings, answers ${JSON.stringify([...state.answers])}; memory ${mega(start)} MB, at the end ${mega(last)} MB, ratio ${(last / start).toFixed(2)}, most ${mega(Math.max(...samples))} MB`,
  );
  expect([...state.answers.keys()].filter((status) => status >= 500)).toEqual([]);
  expect(last / start).toBeLessThanOrEqual(1.2);
});
