/** Two people act on one share or one place at the same moment: one outcome, both told, books right. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { listBookFaults } from '../../src/cli/check-books.ts';
import { keyHeader } from '../support/booking-key.ts';
import { createSignedCallback, startSafepayServer, trackerOf } from '../support/safepay-server.ts';
import { bookingBody, createTestClub, type TestClub } from '../support/test-club.ts';

const HOUR_MS = 60 * 60_000;
/** The play of `bookingBody`. */
const START = Date.parse('2026-11-21T18:00:00+05:00');
type Headers = Record<string, string>;

let club: TestClub;
let safepay: ReturnType<typeof startSafepayServer>;
let admin: { headers: Headers };
let host: { id: number; headers: Headers };
beforeEach(async () => {
  safepay = startSafepayServer();
  const env = { ...safepay.env, PUBLIC_URL: 'http://localhost', TRUST_PROXY: 'true' };
  club = await createTestClub({ now: START - 50 * HOUR_MS, env });
  admin = await club.signIn({ email: 'desk@example.com', is_admin: true });
  host = await club.signIn({ email: 'ayesha@example.com' });
  const topUp = { paid: 5000, credit: 5000, method: 'cash' };
  await club.post(`/api/admin/users/${host.id}/credit`, topUp, admin.headers);
});
afterEach(async () => {
  const faults = listBookFaults(club.db);
  club.close();
  await safepay.stop();
  expect(faults).toEqual([]);
});

const linkKey = (url: string): Headers => ({ 'x-player-key': url.split('.').at(-1) as string });
async function book() {
  const { json } = await club.post('/api/book', bookingBody({ payment_method: 'cash' }), host.headers);
  const id = json.booking.id as number;
  return { id, path: `/api/booking/${id}`, key: { ...keyHeader(json), ...host.headers } };
}
/** PKR 5,000 in four shares; the second player has entered a contact. */
async function splitInFour() {
  const booked = await book();
  const { json } = await club.post(`${booked.path}/players`, { players: [{}, {}, {}] }, booked.key);
  const [, ...shares] = json.players as { id: number; join_url: string }[];
  return { ...booked, shares };
}
const pay = (share: { id: number; join_url: string }, name: string, over: object = {}) => {
  const body = { method: 'cash', amount: 1250, name: `${name} Khan`, email: `${name}@example.com`, ...over };
  return club.post(`/api/players/${share.id}/pay`, body, linkKey(share.join_url));
};
const payByCard = async (url: string, amount: string) => {
  const { body, signature } = createSignedCallback(trackerOf(url), { amount });
  await club.send('POST', '/api/payments/callback/safepay', body, { 'x-sfpy-signature': signature });
};
const readShare = async ({ id }: { id: number }, url: string) =>
  (await club.get(`/api/players/${id}`, linkKey(url))).json;
const told = (kind: string) =>
  club
    .rows<{ recipient: string }>(`SELECT recipient FROM outbox WHERE kind = '${kind}' ORDER BY id`)
    .map(({ recipient }) => recipient);
const refundsDue = async () =>
  (
    (await club.get('/api/admin/balances', admin.headers)).json.data.to_give_back as {
      player: { id: number } | null;
      amount: number;
    }[]
  ).map(({ player, amount }) => [player?.id ?? 'host', amount]);

test('the host cancels while a share is being paid by card: the money counts, and all of it goes back to its player', async () => {
  const { shares, ...booked } = await splitInFour();
  const [share] = shares as [{ id: number; join_url: string }];
  const { payment_url, join_url } = (await pay(share, 'bilal', { method: 'card' })).json;
  expect((await club.post(`${booked.path}/cancel`, { amount_back: 0 }, booked.key)).status).toBe(200);
  await payByCard(payment_url, '1250');
  const { player, booking } = await readShare(share, join_url);
  expect([booking.status, player.charge, player.received, player.balance]).toEqual([
    'cancelled',
    0,
    1250,
    -1250,
  ]);
  expect(await refundsDue()).toEqual([[share.id, 1250]]);
  // Once about the cancellation, and once about the money that came after it.
  expect(told('player.changed')).toEqual(['bilal@example.com', 'bilal@example.com']);
  expect(told('booking.cancelled')).toEqual(['ayesha@example.com']);
});

test('the host pays for everybody at the moment at which the fourth player pays: each rupee is owed once', async () => {
  const { shares, ...booked } = await splitInFour();
  const [share] = shares as [{ id: number; join_url: string }];
  const { payment_url, join_url } = (await pay(share, 'bilal', { method: 'card' })).json;
  const all = { method: 'credit', amount: 5000 };
  const [paid] = await Promise.all([
    club.post(`${booked.path}/pay`, all, booked.key),
    payByCard(payment_url, '1250'),
  ]);
  const booking = club.findBooking(booked.id);
  const { player } = await readShare(share, join_url);
  // Whoever was first has paid; the host who comes second reads the sum that is left.
  if (paid.status === 200) {
    expect([booking?.status, player.charge, player.received]).toEqual(['paid', 0, 1250]);
    expect(await refundsDue()).toEqual([[share.id, 1250]]);
  } else {
    expect([paid.status, paid.json.amount]).toEqual([409, 3750]);
    expect([booking?.status, player.charge, player.received]).toEqual(['pending', 1250, 1250]);
    expect(await refundsDue()).toEqual([]);
  }
});

test('a share that the host changes while its page is open: the player reads the new sum before paying', async () => {
  const { shares, ...booked } = await splitInFour();
  const [share, second, third] = shares as { id: number; join_url: string }[];
  const players = [
    { id: share?.id, charge: 2000 },
    ...[second, third].map((one) => ({ id: one?.id, charge: 500 })),
  ];
  const open = share as { id: number; join_url: string };
  const [changed, late] = await Promise.all([
    club.put(`${booked.path}/players`, { players }, booked.key),
    pay(open, 'bilal'),
  ]);
  expect([changed.status, late.status, late.json.amount, told('player.joined')]).toEqual([
    200,
    409,
    2000,
    [],
  ]);
  const again = await pay(open, 'bilal', { amount: 2000 });
  expect([again.status, again.json.player.balance]).toEqual([200, 2000]);
  await club.put(`${booked.path}/players`, { players: players.slice(1) }, booked.key);
  const off = await readShare(open, again.json.join_url);
  expect([off.player.state, off.player.charge]).toEqual(['left', 0]);
  expect(told('player.left')).toEqual(['bilal@example.com']);
});

test('a player leaves a match at the moment at which another takes the offered place: each place has one player', async () => {
  const booked = await book();
  const opened = await club.post(`${booked.path}/open`, { places: 2 }, booked.key);
  const { id } = opened.json.match;
  const join = async (name: string) => {
    const body = { name: `${name} Khan`, email: `${name}@example.com`, wait: true };
    const { json } = await club.post(`/api/matches/${id}/players`, body);
    return { id: json.player.id as number, join_url: json.join_url as string };
  };
  const [bilal, sana, omar, zara] = [
    await join('bilal'),
    await join('sana'),
    await join('omar'),
    await join('zara'),
  ];
  const promise = (one: { id: number; join_url: string }) => {
    const body = { method: 'cash', amount: 1250 };
    return club.post(`/api/players/${one.id}/pay`, body, linkKey(one.join_url));
  };
  const leave = (one: { id: number; join_url: string }) =>
    club.post(`/api/players/${one.id}/leave`, {}, linkKey(one.join_url));
  expect([(await promise(bilal)).status, (await promise(sana)).status]).toEqual([200, 200]);
  await leave(bilal);
  expect(told('player.offered')).toEqual(['omar@example.com']);
  const answers = await Promise.all([promise(omar), leave(sana), leave(omar)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  // Sana's place goes to Zara, who waited; Omar's stays free.
  expect(told('player.offered')).toEqual(['omar@example.com', 'zara@example.com']);
  expect((await promise(zara)).status).toBe(200);
  const match = (await club.get(`/api/matches/${id}`)).json;
  expect([match.players, match.places_left]).toEqual([['Ayesha K.', 'zara K.'], 1]);
  // An offer that nobody takes does not come back to who left.
  club.clock.now += HOUR_MS;
  await club.schedule.runNow('open matches');
  expect((await club.get(`/api/matches/${id}`)).json.places_left).toBe(1);
});
