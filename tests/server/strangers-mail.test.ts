/** One attacker with ten networks and ten mailboxes makes the club write to strangers for an hour. */
import { expect, test } from 'bun:test';
import type { ParsedMail } from 'mailparser';
import { mailboxOf } from '../../src/domain/canonical-mailbox.ts';
import { keyHeader } from '../support/booking-key.ts';
import { createTestOutboxWorker, startMailServer } from '../support/message-servers.ts';
import { bookingBody, createTestClub } from '../support/test-club.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const VICTIM = 'victim@example.org';
const LINK_NAME = 'Win https://zorblax.example/prize Khan';
const PLAIN_NAME = 'Zorblax Prize';
const REASONS = ['Zorblax has a prize for you, ask me', 'Collect it at zorblax.example/now'];
const MOST_EMAILS_AN_HOUR = 10;
/** Twelve new players a booking, and each attacker has one booking at a time. */
const MOST_STRANGERS = 10 * 12 * 2;

const addressOf = ({ to }: ParsedMail) => [to].flat()[0]?.text ?? '';
const wordsOf = ({ subject, text, html, attachments }: ParsedMail) =>
  [subject, text, html, ...attachments.map(({ content }) => content.toString())].join('\n').toLowerCase();

/** One step a minute for each attacker: book, add a player under a stranger's address, remove the player, open a match. */
async function attackForAnHour() {
  const mail = await startMailServer();
  const club = await createTestClub({ env: { SMTP_URL: mail.url, TRUST_PROXY: '1' } });
  const worker = createTestOutboxWorker(club);
  const arrived: { at: number; to: string; words: string }[] = [];
  const deliver = async () => {
    await worker.runOnce();
    for (const email of mail.mails.splice(0))
      arrived.push({ at: club.clock.now, to: addressOf(email), words: wordsOf(email) });
  };
  let strangers = 0;
  const nextStranger = () => {
    strangers += 1;
    return `stranger${strangers}@example.net`;
  };
  const addEach = async (attacker: number, round: number) => {
    const network = { 'x-forwarded-for': `100.64.${attacker}.${1}` };
    const play = {
      court_id: 1 + (attacker % 2),
      date: `2026-12-${String(1 + Math.floor(attacker / 2)).padStart(2, '0')}`,
      start_time: '18:00',
      phone: `0301 ${7_000_000 + attacker}`,
    };
    const { json: booked } = await club.post(
      '/api/book',
      bookingBody({
        ...play,
        start_time: `${8 + (round % 10)}:00`,
        name: round % 2 ? LINK_NAME : PLAIN_NAME,
        email: attacker === 0 ? VICTIM : `mallory${attacker}@zorblax.example`,
      }),
      network,
    );
    if (!booked?.booking) return null;
    return { network, id: booked.booking.id as number, key: { ...keyHeader(booked), ...network } };
  };
  type Held = NonNullable<Awaited<ReturnType<typeof addEach>>>;
  /** A player with a stranger's address joins and is removed with words for the stranger. */
  const addAndRemove = async ({ id, key, network }: Held, email: string, round: number) => {
    const players = [{ name: LINK_NAME }];
    const first = await club.post(`/api/booking/${id}/players`, { players }, key);
    const split = first.status === 201 ? first : await club.put(`/api/booking/${id}/players`, { players }, key);
    const share = split.json?.players?.find((one: { join_url?: string }) => one.join_url);
    const [, playerId, playerKey] = /#(\d+)\.(.+)$/.exec(share?.join_url ?? '') ?? [];
    if (!playerId) return;
    const join = { method: 'bank_transfer', amount: share.charge, name: LINK_NAME, email };
    await club.post(`/api/players/${playerId}/pay`, join, { ...network, 'x-player-key': playerKey ?? '' });
    for (const reason of [REASONS[round % 2], undefined])
      await club.post(`/api/players/${playerId}/leave`, { reason }, key);
  };
  const openAndJoin = async ({ id, key, network }: Held) => {
    const text = 'Zorblax: more at zorblax.example/match';
    const opened = await club.post(`/api/booking/${id}/open`, { places: 2, text }, key);
    const match = opened.json?.match ?? (await club.post(`/api/booking/${id}/open`, { places: 2 }, key)).json?.match;
    if (!match) return;
    for (const email of [VICTIM, nextStranger()])
      await club.post(`/api/matches/${match.id}/players`, { name: LINK_NAME, email }, network);
  };

  const start = club.clock.now;
  const held = new Map<number, Held>();
  for (let minute = 0; minute < 60; minute += 1) {
    club.clock.now = start + minute * MINUTE;
    for (let attacker = 0; attacker < 10; attacker += 1) {
      const one = held.get(attacker) ?? (await addEach(attacker, minute));
      if (!one) continue;
      held.set(attacker, one);
      await addAndRemove(one, attacker % 2 ? nextStranger() : VICTIM, minute);
      if (minute % 20 !== 19) continue;
      held.delete(attacker);
      await openAndJoin(one);
      await club.post(`/api/booking/${one.id}/cancel`, {}, one.key);
    }
    await club.schedule.runNow('open matches');
    await club.schedule.runNow('release unpaid bookings');
    await deliver();
  }
  const atHour = arrived.length;
  const waiting = club.rows<{ n: number }>(
    "SELECT count(*) AS n FROM outbox WHERE state = 'queued' AND audience = 'customer'",
  )[0]?.n;
  for (let hour = 1; hour <= 30; hour += 1) {
    club.clock.now = start + hour * HOUR + DAY * 0;
    await deliver();
  }
  await worker.stop();
  const pages = (await Promise.all(['/', '/matches'].map((path) => club.get(path)))).map(({ text }) => text);
  const dropped = club.rows<{ n: number }>(
    "SELECT count(*) AS n FROM outbox WHERE state = 'withdrawn' AND reason LIKE '%already%'",
  )[0]?.n;
  await club.close();
  await mail.close();
  const toStrangers = arrived.filter(({ to }) => to.endsWith('@example.net') || to === VICTIM);
  return {
    'emails to strangers': toStrangers.length,
    'emails to strangers with words of the attacker': toStrangers.filter(({ words }) => words.includes('zorblax')).length,
    'pages with words of the attacker': pages.filter((page) => page.toLowerCase().includes('zorblax')).length,
    'different strangers': new Set(toStrangers.map(({ to }) => mailboxOf(to))).size,
    'emails to one mailbox in the hour': arrived.slice(0, atHour).filter(({ to }) => to === VICTIM).length,
    'emails that waited at the end of the hour': waiting,
    'emails to strangers after the hour': arrived.slice(atHour).filter(({ to }) => to === VICTIM || to.endsWith('@example.net')).length,
    'emails dropped': dropped,
  };
}

test('an hour of one attacker carries no word to a stranger, and leaves nothing for the day after', async () => {
  const figures = await attackForAnHour();
  console.table(figures);
  expect(figures['emails to strangers']).toBeGreaterThan(20);
  expect(figures['emails to strangers with words of the attacker']).toBe(0);
  expect(figures['pages with words of the attacker']).toBe(0);
  expect(figures['emails to one mailbox in the hour']).toBeLessThanOrEqual(MOST_EMAILS_AN_HOUR);
  expect(figures['different strangers']).toBeLessThanOrEqual(MOST_STRANGERS);
  expect(figures['emails to strangers after the hour']).toBe(0);
});
