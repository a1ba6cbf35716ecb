/** Players of a match and of a split booking are reached by the channels of their choice, as its customer is. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createPng } from '../../support/test-images.ts';
import { createWhatsappClub, MINUTE, type WhatsappClub } from '../../support/whatsapp-club.ts';

let club: WhatsappClub;
beforeEach(async () => {
  club = await createWhatsappClub();
});
afterEach(() => club.close());

const PHONE = '923004445566';
const SANA = { name: 'Sana Malik', email: 'sana@example.com', phone: '0300 4445566' };
const BY_CHAT = { updates_by: ['whatsapp'] };

const keyOf = (url: string) => ({ 'x-booking-key': url.split('.').at(-1) ?? '' });

/** A booking of somebody who reads emails, with its key. */
async function bookByEmail(over: Record<string, unknown> = {}) {
  const { booking, manage_url } = await club.book({ date: '2026-11-25', updates_by: [], ...over });
  return { id: booking.id, path: `/api/booking/${booking.id}`, key: keyOf(manage_url) };
}

async function openMatch(places: number) {
  const booked = await bookByEmail();
  const { json } = await club.post(`${booked.path}/open`, { places }, booked.key);
  return { ...booked, match: json.match as { id: number } };
}

async function join(match: { id: number }, over: Record<string, unknown> = {}) {
  const answer = await club.post(`/api/matches/${match.id}/players`, { ...SANA, ...over });
  if (answer.status !== 201) throw new Error(answer.text);
  const { payer, join_url } = answer.json as { payer: { id: number; charge: number }; join_url: string };
  return { ...payer, join_url, key: keyOf(join_url) };
}

/** A booking whose second player pays by transfer. */
async function splitWith(over: Record<string, unknown>) {
  const booked = await bookByEmail();
  const { json } = await club.put(`${booked.path}/payers`, { payers: [{}] }, booked.key);
  const [, share] = json.payers as { id: number; charge: number; join_url: string }[];
  if (!share) throw new Error('no share');
  const body = { method: 'bank_transfer', amount: share.charge, ...SANA, ...over };
  const answer = await club.post(`/api/payers/${share.id}/pay`, body, keyOf(share.join_url));
  if (answer.status !== 200) throw new Error(answer.text);
  return { booked, share, join_url: answer.json.join_url as string };
}

/** What the player is sent, in order, once the worker has run. */
async function toPlayer(): Promise<string[]> {
  await club.deliver();
  return club
    .messages()
    .filter(({ recipient }) => recipient.includes(PHONE) || recipient === SANA.email)
    .map(({ kind, channel }) => `${kind} ${channel}`);
}
const said = () => club.graph.sent.filter(({ to }) => to === PHONE).map(({ text }) => text);

test('a player who ticks it reads of the held place, its money and the end by WhatsApp alone', async () => {
  const { match, id } = await openMatch(2);
  const player = await join(match, BY_CHAT);
  expect(await toPlayer()).toEqual(['payer.joined whatsapp']);
  expect(club.graph.sent.at(-1)).toMatchObject({ to: PHONE, link: player.join_url });
  expect(said()[0]).toMatch(
    /We’re holding a place .* until Fri, Nov 20, 12:30 PM.* To pay: PKR 1,250 by Fri, Nov 20, 12:30 PM\. Your own page/,
  );

  await club.post(
    `/api/payers/${player.id}/pay`,
    { method: 'bank_transfer', amount: player.charge },
    player.key,
  );
  club.graph.media.set('m', { bytes: createPng(400, 600) });
  await club.call(club.graph.receive(PHONE, { type: 'image', image: { id: 'm' } }));
  await club.pictures();
  expect(club.rows('SELECT payer_id, by_customer FROM receipt')).toEqual([
    { payer_id: player.id, by_customer: 1 },
  ]);
  const money = { amount: player.charge, method: 'bank_transfer' };
  await club.post(`/api/admin/bookings/${id}/payments`, { ...money, payer_id: player.id }, club.admin);
  club.clock.now += MINUTE;
  await club.put(
    `/api/admin/bookings/${id}/status`,
    { status: 'cancelled', cancelled_by: 'club', version: club.findBooking(id)?.version },
    club.admin,
  );
  const told = (await toPlayer()).filter((one) => !one.startsWith('conversation'));
  expect(told).toEqual([
    'payer.joined whatsapp',
    'receipt.received whatsapp',
    'payer.paid whatsapp',
    'payer.changed whatsapp',
  ]);
  expect(said().at(-1)).toContain('we had to cancel the booking. Your share: PKR 1,250 to be refunded.');
});

test('without a tick, and for a number without a phone, a player gets emails', async () => {
  const { match } = await openMatch(3);
  await join(match);
  await join(match, { ...BY_CHAT, phone: undefined, email: 'omar@example.com' });
  await club.deliver();
  expect(club.graph.sent).toEqual([]);
  expect(club.rows("SELECT consents FROM payer WHERE position > 1 AND consents <> '{}'")).toEqual([]);
});

test('the consent of a player stands with its time and words, and STOP ends it', async () => {
  const { match } = await openMatch(2);
  const player = await join(match, BY_CHAT);
  const consents = () =>
    JSON.parse(
      club.rows<{ consents: string }>(`SELECT consents FROM payer WHERE id = ${player.id}`)[0]?.consents ??
        '',
    );
  expect(consents()).toEqual({
    whatsapp: { at: club.clock.now, words: expect.stringContaining('about this place') },
  });
  await club.call(club.graph.receive(PHONE, { type: 'text', text: { body: 'STOP' } }));
  expect(consents().whatsapp.ended).toBe(club.clock.now);
});

test('whoever is invited to a share ticks it with the first payment', async () => {
  const { share, join_url } = await splitWith(BY_CHAT);
  expect(await toPlayer()).toEqual(['payer.joined whatsapp']);
  expect(club.graph.sent.at(-1)).toMatchObject({ to: PHONE, link: join_url });
  // The way to pay changes; the choice stays.
  await club.post(`/api/payers/${share.id}/pay`, { method: 'cash', amount: share.charge }, keyOf(join_url));
  await club.post(`/api/payers/${share.id}/leave`, {}, keyOf(join_url));
  expect(await toPlayer()).toEqual(['payer.joined whatsapp', 'payer.left whatsapp']);
  expect(said().at(-1)).toContain('You’ve given your place back.');
});

test('whoever types the address of a player with a phone of their own learns nothing of that player', async () => {
  const { match } = await openMatch(3);
  await join(match);
  await join(match, { ...BY_CHAT, phone: '0300 9998877' });
  await club.deliver();
  expect(club.graph.sent).toEqual([]);
  expect(club.messages().filter(({ recipient }) => recipient === SANA.email)).toHaveLength(2);
});

test('a free place is offered by WhatsApp to whoever waits for it', async () => {
  const { match } = await openMatch(1);
  const first = await join(match, { email: 'omar@example.com', phone: undefined });
  await join(match, { ...BY_CHAT, wait: true });
  await club.deliver();
  await club.post(`/api/payers/${first.id}/leave`, {}, first.key);
  expect(await toPlayer()).toEqual(['payer.joined whatsapp', 'payer.offered whatsapp']);
  expect(said()[0]).toContain(
    'You’re on the waiting list, and we’ll write to you when a place is free. To pay: nothing yet.',
  );
  expect(said()[1]).toContain(
    'It costs PKR 1,250, and we’re holding it just for you until Fri, Nov 20, 12:15 PM.',
  );
});

test('a place that is free at night rings in the morning, and is held until then', async () => {
  const { match } = await openMatch(1);
  const first = await join(match, { email: 'omar@example.com', phone: undefined });
  await join(match, { ...BY_CHAT, wait: true });
  await club.deliver();
  club.clock.now = Date.parse('2026-11-21T01:00:00+05:00');
  await club.post(`/api/payers/${first.id}/leave`, {}, first.key);
  await club.deliver();
  expect(said()).toHaveLength(1);
  club.clock.now = Date.parse('2026-11-21T08:00:00+05:00');
  await club.deliver();
  expect(said()[1]).toContain('we’re holding it just for you until Sat, Nov 21, 9 AM.');
});

test('the host reads by WhatsApp that a player leaves, and that money is asked for again', async () => {
  const booked = await bookByEmail(BY_CHAT);
  const { json } = await club.put(`${booked.path}/payers`, { payers: [{}] }, booked.key);
  const share = json.payers[1] as { id: number; charge: number; join_url: string };
  const cash = { method: 'cash', amount: share.charge, name: SANA.name, email: SANA.email };
  const { join_url } = (await club.post(`/api/payers/${share.id}/pay`, cash, keyOf(share.join_url))).json;
  await club.post(`/api/payers/${share.id}/leave`, {}, keyOf(join_url));
  const paid = { amount: 10_000, method: 'bank_transfer' };
  await club.post(`/api/admin/bookings/${booked.id}/payments`, paid, club.admin);
  const [entry] = club.rows<{ id: number }>('SELECT max(id) AS id FROM ledger_entry');
  await club.post(`/api/admin/ledger/${entry?.id}/reverse`, { reason: 'Another booking.' }, club.admin);
  await club.deliver();
  const told = club.messages().map(({ kind, channel }) => `${kind} ${channel}`);
  expect(told).toContain('host.payer_left whatsapp');
  expect(told).toContain('booking.reopened whatsapp');
  expect(told.filter((one) => one.endsWith(' email') && !one.startsWith('payer.'))).toEqual([]);
});
