/**
 * One attacker with one connection (an IPv4 address and an IPv6 /64) and invented contacts spends an hour on filling the
 * disk with receipts, and holds the places for uploads whenever a neighbour sends a large one. `COMPARE_EXECUTABLE`
 * names an executable that lives the same hour first, for its figures only.
 */
import { expect, test } from 'bun:test';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { addDays } from '../../src/domain/business-day.ts';
import { RECEIPT_EMAIL_HEADER } from '../../src/domain/receipt-upload.ts';
import { keyHeader } from '../support/booking-key.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { createMovableClock } from '../support/faketime-environment.ts';
import { EXECUTABLE, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { bookingBody } from '../support/test-club.ts';
import { createNoisyJpeg, createReceiptForm } from '../support/test-images.ts';

const MINUTES = 60;
const TODAY = addDays(clubToday(), 1);
const EVENING = Date.parse(`${TODAY}T18:00:00+05:00`);
const ATTACKER_IPV4 = '39.40.1.1';
/** What the attacker sends in a minute. */
const UPLOADS_A_MINUTE = 6;
const SLOW_UPLOADS = 58;
const SLOW_BYTES = 220_000;
/** 24 MB for the IPv4 address, as much for the /64, and a picture more for each. */
const MOST_STORED_BYTES = 2 * 24_600_000;

interface Booked {
  booking: { id: number };
  manage_url: string;
  email: string;
}

/** The attacker sends a picture that takes much room, the neighbours a large file. */
interface Pictures {
  noise: Uint8Array;
  large: Uint8Array;
}

async function liveTheHour(executable: string, pictures: Pictures) {
  const clock = await createMovableClock();
  clock.set(EVENING);
  const club = await startServerProcess({ executable, env: { ...clock.env, TRUST_PROXY: '1' } });
  try {
    return await attack(club, clock, pictures);
  } finally {
    await club.close();
  }
}

async function attack(
  club: ServerProcess,
  clock: Awaited<ReturnType<typeof createMovableClock>>,
  { noise, large }: Pictures,
) {
  let day = 0;
  /** Books an hour of a day of its own, as a new contact. */
  async function book(network: string, name: string): Promise<Booked | null> {
    day += 1;
    const email = `${name}${day}@example.com`;
    const play = { date: addDays(TODAY, 1 + (Math.floor(day / 2) % 80)), court_id: 1 + (day % 2) };
    const start_time = `${10 + Math.floor(day / 160)}:00`;
    const phone = `0301 ${1_000_000 + day}`;
    const answer = await fetch(`${club.url}/api/book`, {
      method: 'POST',
      headers: { 'x-forwarded-for': network, 'content-type': 'application/json' },
      body: JSON.stringify(bookingBody({ ...play, start_time, email, phone })),
    });
    return answer.status === 201 ? { ...((await answer.json()) as Omit<Booked, 'email'>), email } : null;
  }
  async function upload(network: string, booked: Booked, picture: Uint8Array): Promise<number> {
    const { status, body } = await fetch(`${club.url}/api/booking/${booked.booking.id}/receipt`, {
      method: 'POST',
      headers: { 'x-forwarded-for': network, ...keyHeader(booked) },
      body: createReceiptForm(picture, { email: booked.email }),
    });
    await body?.cancel();
    return status;
  }
  /** Opens an upload that sends its headers and no more. */
  async function holdPlace(network: string, { booking, email }: Booked) {
    const { hostname, port } = new URL(club.url);
    const socket = await Bun.connect({ hostname, port: Number(port), socket: { data() {}, error() {} } });
    socket.write(
      [
        `POST /api/booking/${booking.id}/receipt HTTP/1.1`,
        `Host: ${hostname}:${port}`,
        `X-Forwarded-For: ${network}`,
        `${RECEIPT_EMAIL_HEADER}: ${encodeURIComponent(email)}`,
        'Content-Type: multipart/form-data; boundary=slow',
        `Content-Length: ${SLOW_BYTES}`,
        '',
        '--slow',
      ].join('\r\n'),
    );
    return socket;
  }

  const own: Booked[] = [];
  const ownIpv6: Booked[] = [];
  let accepted = 0;
  let sent = 0;
  let neighbours = 0;
  let refused = 0;
  for (let minute = 0; minute < MINUTES; minute += 1) {
    clock.set(EVENING + minute * 60_000, club.dataDir);
    const ipv6 = `2001:db8:1:1::${minute.toString(16)}`;
    for (let at = 0; at < 4; at += 1) {
      const byIpv4 = await book(ATTACKER_IPV4, 'mallory');
      if (byIpv4) own.push(byIpv4);
      const byIpv6 = await book(ipv6, 'mallory');
      if (byIpv6) ownIpv6.push(byIpv6);
    }
    const all = [...own, ...ownIpv6];
    for (let at = 0; at < UPLOADS_A_MINUTE; at += 1) {
      const booked = all[(minute * UPLOADS_A_MINUTE + at) % all.length];
      if (!booked) break;
      sent += 1;
      if ((await upload(at % 2 === 0 ? ATTACKER_IPV4 : ipv6, booked, noise)) === 200) accepted += 1;
    }
    if (minute % 6 !== 0) continue;
    const neighbour = await book(`182.180.${minute}.1`, 'neighbour');
    if (!neighbour) throw new Error('the neighbour found no court');
    const sockets = [];
    for (let at = 1; at <= SLOW_UPLOADS; at += 1) {
      const booked = all[at % all.length];
      if (booked) sockets.push(await holdPlace(`2001:db8:1:1:${at.toString(16)}::1`, booked));
    }
    await Bun.sleep(300);
    neighbours += 1;
    if ((await upload(`182.180.${minute}.1`, neighbour, large)) !== 200) refused += 1;
    for (const socket of sockets) socket.end();
  }
  const folder = join(club.dataDir, 'receipts');
  const stored = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  return {
    'bookings of the attacker': own.length + ownIpv6.length,
    'receipts sent by the attacker': sent,
    'receipts accepted from the attacker': accepted,
    'bytes stored by all': stored,
    'files stored by all': readdirSync(folder).length,
    'neighbours with a large receipt': neighbours,
    'neighbours refused': refused,
  };
}

test('an attacker stores less than 50 MB in an hour and keeps no neighbour from uploading a large receipt', async () => {
  const pictures = { noise: await createNoisyJpeg(1000, 900), large: await createNoisyJpeg(1600, 1200) };
  const { COMPARE_EXECUTABLE } = process.env;
  const before = COMPARE_EXECUTABLE ? await liveTheHour(COMPARE_EXECUTABLE, pictures) : null;
  const now = await liveTheHour(EXECUTABLE, pictures);
  console.table(before ? { before, now } : { now });
  expect(now['neighbours refused']).toBe(0);
  expect(now['neighbours with a large receipt']).toBe(10);
  expect(now['bytes stored by all']).toBeLessThan(MOST_STORED_BYTES + 10 * 600_000);
});
