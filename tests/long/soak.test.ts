import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { residentBytesOf } from '../../scripts/bench/builds.ts';
import { addDays } from '../../src/domain/business-day.ts';
import { distinctBooking, postBooking, quantile, TRUST_PROXY_ENV } from '../support/booking-load.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { startServerProcess } from '../support/server-process.ts';
import { createNoisyJpeg, createReceiptForm } from '../support/test-images.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 30);
const MINUTE_MS = 60_000;
/** Concurrent visitors: all read pages, some book, some of those upload a receipt. */
const VISITORS = 8;

/** Repeats visits until `end`. */
async function simulateVisits(
  url: string,
  end: number,
  state: { next: number; answers: Map<number, number> },
) {
  const photo = await createNoisyJpeg(800, 600);
  const request = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${url}${path}`, init);
    await answer.arrayBuffer();
    state.answers.set(answer.status, (state.answers.get(answer.status) ?? 0) + 1);
  };
  const today = clubToday();
  for (let round = 0; Date.now() < end; round += 1) {
    const date = addDays(today, round % 60);
    for (const path of [
      '/',
      '/booking',
      '/api/courts',
      `/api/slots?date=${date}&courtId=1`,
      `/no-${round}`,
      '/api/booking/1',
      '/cancel?court=2&date=2026-11-20&time=18:30',
    ]) {
      await request(path);
      await Bun.sleep(40);
    }
    const headers = { 'x-forwarded-for': `10.9.${round % 250}.1` };
    if (round % 10 === 0) {
      await request('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ email: `nobody${round % 500}@example.com`, password: 'Chenab-river-42' }),
      });
    }
    // Books every free hour; later attempts are conflicts.
    const { status, json } = await postBooking(url, distinctBooking(state.next++ % 3000));
    if (status === 201 && json.booking.id % 5 === 0) {
      const form = createReceiptForm(photo, { email: json.booking.email });
      await request(`/api/booking/${json.booking.id}/receipt`, {
        method: 'POST',
        headers: headers,
        body: form,
      });
    }
  }
}

test(`after ${MINUTES} minutes of visitors the server uses no more memory than after the first minutes`, async () => {
  const club = await startServerProcess({ env: TRUST_PROXY_ENV });
  const end = Date.now() + MINUTES * MINUTE_MS;
  const state = { next: 0, answers: new Map<number, number>() };
  const samples: number[] = [];
  const sampler = setInterval(() => samples.push(residentBytesOf(club.process.pid)), 5000);
  await Promise.all(Array.from({ length: VISITORS }, () => simulateVisits(club.url, end, state)));
  clearInterval(sampler);
  // Medians over a tenth of the time, after warming up and at the end.
  const tenth = Math.floor(samples.length / 10);
  const start = quantile(samples.slice(tenth, 2 * tenth), 0.5);
  const last = quantile(samples.slice(-tenth), 0.5);
  const toMegabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
  const db = new Database(join(club.dataDir, 'club.db'), { readonly: true });
  const { n } = db.query<{ n: number }, []>('SELECT count(*) AS n FROM booking').get() ?? { n: 0 };
  db.close();
  await club.close();
  console.log(
    `${MINUTES} minutes, ${n} bookings, answers ${JSON.stringify([...state.answers])}; memory ${toMegabytes(start)} MB, at the end ${toMegabytes(last)} MB, ratio ${(last / start).toFixed(2)}, most ${toMegabytes(Math.max(...samples))} MB`,
  );
  expect([...state.answers.keys()].filter((status) => status >= 500)).toEqual([]);
  expect(last / start).toBeLessThanOrEqual(1.2);
});
