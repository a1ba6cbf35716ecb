import { afterEach, beforeEach, expect, test } from 'bun:test';
import { keyHeader } from '../../support/booking-key.ts';
import { createTestOutboxWorker, startMailServer } from '../../support/message-servers.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

let server: Awaited<ReturnType<typeof startMailServer>>;
let club: TestClub;
let admin: Record<string, string>;

beforeEach(async () => {
  server = await startMailServer();
  club = await createTestClub({ env: { SMTP_URL: server.url, PUBLIC_URL: 'http://localhost' } });
  admin = (await club.signIn({ is_admin: true, email: 'desk@example.com' })).headers;
});
afterEach(async () => {
  club.close();
  await server.close();
});

type Link = { join_url: string };
const payerKey = ({ join_url }: Link) => ({ 'x-booking-key': join_url.split('.').at(-1) as string });

async function upload(path: string, headers: Record<string, string>): Promise<void> {
  const body = createReceiptForm(createPng(120, 120));
  const init = { method: 'POST', body, headers };
  expect((await club.app.handle(new Request(`http://localhost${path}/receipt`, init))).status).toBe(200);
}

async function send() {
  const worker = createTestOutboxWorker(club);
  await worker.runOnce();
  await worker.stop();
  return server.mails.splice(0).map(({ to, subject, text = '' }) => ({
    line: `${[to].flat()[0]?.text}: ${subject}`,
    reference: /reference “(.*?)”/.exec(text)?.[1],
  }));
}

/** What is sent now, as `address: subject`. */
const sent = async () => (await send()).map(({ line }) => line).sort();

const shared = async () => {
  const { json } = await club.post('/api/book', bookingBody());
  const payers = [{ name: 'Bilal' }, { name: 'Sana' }];
  const split = await club.put(`/api/booking/${json.booking.id}/payers`, { payers }, keyHeader(json));
  const [host, bilal, sana] = split.json.payers;
  const claim = async (share: { id: number; charge: number } & Link, name: string) => {
    const body = {
      method: 'bank_transfer',
      amount: share.charge,
      name,
      email: `${name.slice(0, 4)}@example.com`,
    };
    return (await club.post(`/api/payers/${share.id}/pay`, body, payerKey(share))).json as Link;
  };
  const keys = [payerKey(await claim(bilal, 'Bila Khan')), payerKey(await claim(sana, 'Sana Khan'))];
  return { id: json.booking.id as number, key: keyHeader(json), host, bilal, sana, keys };
};

test('whoever sends a receipt hears that it is there, and the club what to look for', async () => {
  const { id, key, bilal, sana, keys } = await shared();
  await sent();
  await upload(`/api/booking/${id}`, key);
  await upload(`/api/payers/${bilal.id}`, keys[0] ?? {});
  await upload(`/api/payers/${sana.id}`, keys[1] ?? {});
  const mails = await send();
  expect(mails.map(({ line }) => line).sort()).toEqual([
    'Bila@example.com: Receipt received: Saturday, November 21, 2026',
    'Sana@example.com: Receipt received: Saturday, November 21, 2026',
    `ayesha@example.com: Receipt for booking ${id} received`,
    `hello@padelclub.example: Receipt for a share of booking ${id}: PKR 1,666`,
    `hello@padelclub.example: Receipt for a share of booking ${id}: PKR 1,666`,
    `hello@padelclub.example: Receipt for booking ${id}: PKR 1,668`,
  ]);
  expect(mails.flatMap(({ reference }) => reference ?? []).sort()).toEqual([
    `booking ${id}`,
    `booking ${id} share ${bilal.id}`,
    `booking ${id} share ${sana.id}`,
  ]);
  // Within the hour a second picture of a player is no news.
  await upload(`/api/payers/${bilal.id}`, keys[0] ?? {});
  expect(await sent()).toEqual([]);
});

test('a receipt that is decided before its emails are sent sends none', async () => {
  const { id, bilal, keys } = await shared();
  await sent();
  await upload(`/api/payers/${bilal.id}`, keys[0] ?? {});
  const body = { method: 'bank_transfer', amount: bilal.charge, payer_id: bilal.id };
  expect((await club.post(`/api/admin/bookings/${id}/payments`, body, admin)).status).toBe(201);
  expect(await sent()).toEqual(['Bila@example.com: Your share is paid: Saturday, November 21, 2026']);
});

test('a receipt for a place tells the club too', async () => {
  const event = {
    kind: 'class',
    title: 'Beginners’ class',
    text: '',
    least: 1,
    most: 4,
    price: 3000,
    sessions: [{ date: '2026-11-25', start_time: '18:00', duration: 60, court_ids: [1] }],
    publish: true,
  };
  const { data } = (await club.post('/api/admin/events', event, admin)).json;
  const joined = await club.post(`/api/events/${data.event.id}/places`, {
    name: 'Bilal Khan',
    email: 'bilal@example.com',
  });
  const [place] = joined.json.places;
  await club.post(`/api/payers/${place.id}/pay`, { method: 'bank_transfer', amount: 3000 }, payerKey(place));
  await sent();
  await upload(`/api/payers/${place.id}`, payerKey(place));
  expect(await sent()).toEqual([
    'bilal@example.com: We’ve got your receipt: Beginners’ class',
    'hello@padelclub.example: Receipt for Beginners’ class: Bilal Khan',
  ]);
  // Another picture before the decision is no news.
  await upload(`/api/payers/${place.id}`, payerKey(place));
  expect(await sent()).toEqual([]);
});
