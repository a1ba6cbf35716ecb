/** What one customer types reaches nobody else but as a clean name, and no mailbox is flooded. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { ParsedMail } from 'mailparser';
import { keyHeader } from '../../support/booking-key.ts';
import { createTestOutboxWorker, startMailServer } from '../../support/message-servers.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const addressOf = ({ to }: ParsedMail) => [to].flat()[0]?.text ?? '';
/** All that a reader or a program could find: the subject, both texts and the calendar. */
const wordsOf = ({ subject, text, html, attachments }: ParsedMail) =>
  [subject, text, html, ...attachments.map(({ content }) => content.toString())].join('\n').toLowerCase();

type Headers = Record<string, string>;
interface Share {
  id: number;
  charge: number;
  join_url: string;
}

let mail: Awaited<ReturnType<typeof startMailServer>>;
let club: TestClub;
let worker: ReturnType<typeof createTestOutboxWorker>;
let admin: { headers: Headers };
beforeEach(async () => {
  mail = await startMailServer();
  club = await createTestClub({ env: { SMTP_URL: mail.url, TRUST_PROXY: '1' } });
  worker = createTestOutboxWorker(club);
  admin = await club.signIn({ is_admin: true, email: 'admin@example.com' });
});
afterEach(async () => {
  await worker.stop();
  await club.close();
  await mail.close();
});

/** The emails to an address that have come since the last call. */
async function newMailsTo(address: string): Promise<ParsedMail[]> {
  await worker.runOnce();
  return mail.mails.splice(0).filter((email) => addressOf(email) === address);
}

async function bookAndSplit(over: object = {}, headers: Headers = {}, payers: object[] = [{}]) {
  const { json: booked } = await club.post('/api/book', bookingBody({ ...over }), headers);
  const path = `/api/booking/${booked.booking.id}`;
  const key = { ...keyHeader(booked), ...headers };
  const { json } = await club.put(`${path}/payers`, { payers }, key);
  return {
    id: booked.booking.id as number,
    path,
    key,
    contact_key: booked.contact_key as string,
    shares: json.payers.slice(1) as Share[],
  };
}

const joinShare = ({ id, charge, join_url }: Share, over: object = {}, headers: Headers = {}) =>
  club.post(
    `/api/payers/${id}/pay`,
    { method: 'bank_transfer', amount: charge, name: 'Bilal Ahmed', email: 'bilal@example.com', ...over },
    { 'x-booking-key': join_url.split('.').at(-1) as string, ...headers },
  );

describe('the name of a host', () => {
  const LINK_NAME = 'Win evil.example Khan';
  /** What the email to a new player says of the host, without the full stop that ends the sentence. */
  async function nameOfHost(over: object, confirm: (bookingId: number) => Promise<unknown>) {
    const { id, shares } = await bookAndSplit(over);
    await confirm(id);
    expect((await joinShare(shares[0] as Share)).status).toBe(200);
    const [email] = await newMailsTo('bilal@example.com');
    expect(email?.text).not.toContain('evil');
    return /You’re playing with (.*?)\. The link/.exec(email?.text ?? '')?.[1];
  }
  const payByCash = async (id: number) => {
    const payment = { method: 'cash', amount: 500 };
    expect((await club.post(`/api/admin/bookings/${id}/payments`, payment, admin.headers)).status).toBe(201);
  };
  const correct = async (id: number) => {
    const contact = { email: 'ayesha@example.org', version: club.findBooking(id)?.version };
    expect((await club.put(`/api/admin/bookings/${id}/contact`, contact, admin.headers)).status).toBe(200);
  };
  const nothing = async () => {};

  test('is left out until money has come, or the reception has entered the address', async () => {
    expect(await nameOfHost({}, nothing)).toBeUndefined();
    expect(await nameOfHost({ date: '2026-11-22' }, payByCash)).toBe('Ayesha K');
    expect(await nameOfHost({ date: '2026-11-23', name: LINK_NAME }, payByCash)).toBeUndefined();
    expect(await nameOfHost({ date: '2026-11-24' }, correct)).toBe('Ayesha K');
  });

  test('is read by a player who has confirmed the address, and by whoever opens the link', async () => {
    const { shares } = await bookAndSplit({}, {}, [{ name: 'Bilal' }, { name: LINK_NAME }]);
    const [first, second] = shares as [Share, Share];
    const open = async (share: Share) => {
      const headers = { 'x-booking-key': share.join_url.split('.').at(-1) as string };
      const { json } = await club.get(`/api/payers/${share.id}`, headers);
      return [json.host_name, json.payer.name, ...json.players.map(({ name }: { name: string }) => name)];
    };
    expect(await open(first)).toEqual(['Ayesha K.', 'Bilal', 'Ayesha K.', 'Bilal', '']);
    expect(await open(second)).toEqual(['Ayesha K.', '', 'Ayesha K.', 'Bilal', '']);
    const member = await club.signIn({ email: 'bilal@example.com' });
    expect((await joinShare(first, {}, member.headers)).status).toBe(200);
    const [email] = await newMailsTo('bilal@example.com');
    expect(email?.text).toContain('You’re playing with Ayesha K.');
  });
});

describe('the reason of a removal', () => {
  const REASON = 'We play at a higher level.';
  const setUp = async (isPaid: boolean) => {
    const booked = await bookAndSplit();
    const [share] = booked.shares as [Share];
    await joinShare(share);
    const payment = { method: 'bank_transfer', amount: share.charge, payer_id: share.id };
    if (isPaid) await club.post(`/api/admin/bookings/${booked.id}/payments`, payment, admin.headers);
    await newMailsTo('bilal@example.com');
    const remove = (reason: string, headers: Headers = booked.key) =>
      club.post(`/api/payers/${share.id}/leave`, { reason }, headers);
    return { remove };
  };

  test('reaches a player who has paid, and nobody whose address was only typed', async () => {
    const typed = await setUp(false);
    expect((await typed.remove(REASON)).status).toBe(200);
    const [email] = await newMailsTo('bilal@example.com');
    expect(email?.text).toContain('You were removed from this booking.');
    expect(email?.text).not.toContain(REASON);
  });

  test('may not look like a link', async () => {
    const { remove } = await setUp(true);
    for (const reason of ['See evil.example', 'Ask me@example.com', 'Call 0300-1234567']) {
      const { status, json } = await remove(reason);
      expect([status, json.fields]).toEqual([
        422,
        { reason: 'Please leave out links, email addresses and phone numbers.' },
      ]);
    }
    expect((await remove(REASON)).status).toBe(200);
    const [email] = await newMailsTo('bilal@example.com');
    expect(email?.text).toContain(REASON);
  });

  test('of the reception is sent as it is', async () => {
    const { remove } = await setUp(false);
    const reason = 'The court is closed. Call 041 1234567.';
    expect((await remove(reason, admin.headers)).status).toBe(200);
    const [email] = await newMailsTo('bilal@example.com');
    expect(email?.text).toContain(reason);
  });
});

describe('another address of a booking', () => {
  test('takes no email to a player along', async () => {
    const { path, key, contact_key, shares } = await bookAndSplit();
    await joinShare(shares[0] as Share);
    const contact = { email: 'ayesha@example.org', contact_key };
    expect((await club.put(`${path}/contact`, contact, key)).json.state).toBe('corrected');
    expect(club.rows("SELECT recipient, limit_key FROM outbox WHERE kind = 'payer.joined'")).toEqual([
      { recipient: 'bilal@example.com', limit_key: 'bilal@example.com' },
    ]);
  });

  test('is shown to the present one on the page only', async () => {
    const { path, key } = await bookAndSplit();
    await newMailsTo('ayesha@example.com');
    const { json } = await club.put(`${path}/contact`, { email: 'prize@zorblax.example' }, key);
    expect(json.state).toBe('confirmation_sent');
    const [email] = await newMailsTo('ayesha@example.com');
    expect(email?.subject).toEndWith('change its email address?');
    expect(wordsOf(email as ParsedMail)).not.toContain('zorblax');
  });
});

describe('the limit of a mailbox', () => {
  test('counts a place that a member pays with credit for somebody else, but not one paid at the desk', async () => {
    const event = {
      kind: 'social',
      title: 'Friday social',
      least: 2,
      most: 8,
      price: 1500,
      publish: true,
      sessions: [{ date: '2026-11-27', start_time: '20:00', duration: 60, court_ids: [1] }],
    };
    const { json } = await club.post('/api/admin/events', event, admin.headers);
    const member = await club.signIn({ email: 'mallory@example.com' });
    const credit = { paid: 1500, credit: 1500, method: 'cash' };
    await club.post(`/api/admin/users/${member.id}/credit`, credit, admin.headers);
    const join = async () => {
      const victim = { name: 'Bilal Ahmed', email: 'bilal@example.com' };
      const { places } = (await club.post(`/api/events/${json.data.event.id}/places`, victim)).json;
      return { id: places[0].id as number, key: keyHeader({ manage_url: places[0].join_url }) };
    };
    const limits = () =>
      club
        .rows<{ limit_key: string | null }>(
          "SELECT limit_key FROM outbox WHERE kind = 'item.paid' AND channel = 'email' ORDER BY id",
        )
        .map(({ limit_key }) => limit_key);
    const place = await join();
    const byCredit = { method: 'credit', amount: 1500 };
    const headers = { ...member.headers, ...place.key };
    expect((await club.post(`/api/payers/${place.id}/pay`, byCredit, headers)).status).toBe(200);
    expect(limits()).toEqual(['confirmed bilal@example.com']);
    expect((await club.post(`/api/payers/${place.id}/leave`, { refund_to: 'credit' }, headers)).status).toBe(
      200,
    );
    const again = await join();
    const cash = { amount: 1500, method: 'cash' };
    expect((await club.post(`/api/admin/payers/${again.id}/payments`, cash, admin.headers)).status).toBe(201);
    expect(limits()).toEqual(['confirmed bilal@example.com', null]);
  });

  test('counts what a stranger can cause, and never what the reception does', async () => {
    let last = 0;
    /** The emails to customers that an action queues, and whether the limit may drop them. */
    const limitsOf = async (act: () => Promise<{ status: number }>) => {
      expect((await act()).status).toBeOneOf([200, 201]);
      const rows = club.rows<{ id: number; kind: string; limit_key: string | null }>(
        `SELECT id, kind, limit_key FROM outbox
         WHERE id > ${last} AND channel = 'email' AND audience = 'customer' ORDER BY kind`,
      );
      last = Math.max(last, ...rows.map(({ id }) => id));
      // What waits would already cover the next one of its kind.
      await worker.runOnce();
      club.clock.now += MINUTE;
      return rows.map(({ kind, limit_key }) => `${kind}: ${limit_key === null ? 'sent' : 'counted'}`);
    };
    const post = (path: string, body: object, headers = admin.headers) => club.post(path, body, headers);
    const put = (path: string, body: object, headers = admin.headers) => club.put(path, body, headers);
    const version = (id: number) => club.findBooking(id)?.version;
    const upload = (path: string, headers: Headers) => {
      const init = { method: 'POST', body: createReceiptForm(createPng(140, 140)), headers };
      return club.app.handle(new Request(`http://localhost${path}/receipt`, init));
    };

    const { id, path, key, contact_key, shares } = await bookAndSplit({}, {}, [{}, {}]);
    const [share, open] = shares as [Share, Share];
    const desk = `/api/admin/bookings/${id}`;
    const at = { court_id: 2, date: '2026-11-25', slots: ['18:00', '18:30'] };
    const transfer = { amount: 5000, method: 'bank_transfer' };
    const contact = { email: 'ayesha@example.org', contact_key };
    const account = { title: 'Ayesha Khan', account: '03001234599' };
    const players = { payers: [{}] };
    const guest = { name: 'Hamza Tariq', phone: '0300 7654321', email: 'hamza@example.com' };
    const weekly = { court_id: 1, weekday: 'monday', from: '2026-11-30', start_time: '18:00', half_hours: 2 };

    const actions: [string, () => Promise<{ status: number }>, string[]][] = [
      ['a share', () => joinShare(share), ['booking.received: counted', 'payer.joined: counted']],
      ['its link', () => post(`/api/admin/payers/${share.id}/resend`, {}), ['payer.joined: sent']],
      ['an open link', () => post(`/api/admin/payers/${open.id}/resend`, {}), ['host.shares: sent']],
      ['the email again', () => post(`${desk}/resend`, {}), ['booking.received: sent']],
      ['the invoice', () => post(`${desk}/invoice`, {}), ['booking.invoice: sent']],
      [
        'a move at the desk',
        () => put(`${desk}/slots`, { ...at, version: version(id) }),
        ['booking.moved: sent', 'payer.changed: sent'],
      ],
      ['a removed player', () => post(`/api/payers/${share.id}/leave`, {}, key), ['payer.left: counted']],
      ['a split at the desk', () => put(`${path}/payers`, players), ['host.shares: sent']],
      ['a receipt', () => upload(path, key), ['receipt.received: counted']],
      ['no receipt', () => post(`${desk}/receipt/reject`, { reason: 'Blurred' }), ['receipt.rejected: sent']],
      ['a payment at the desk', () => post(`${desk}/payments`, transfer), ['booking.paid: sent']],
      [
        'a change of address',
        () => put(`${path}/contact`, { email: contact.email }, key),
        ['booking.email_change: counted'],
      ],
      ['another address', () => put(`${path}/contact`, contact, key), ['booking.paid: counted']],
      [
        'another address at the desk',
        () => put(`${desk}/contact`, { email: 'ayesha@example.com', version: version(id) }),
        ['booking.contact_corrected: sent', 'booking.paid: sent'],
      ],
      ['a cancellation', () => post(`${path}/cancel`, {}, key), ['booking.cancelled: counted']],
      [
        'an account for the refund',
        () => put(`${path}/refund-account`, account, key),
        ['booking.refund_account: counted'],
      ],
      ['a refund', () => post(`${desk}/refunds`, transfer), ['booking.refunded: sent']],
      [
        'a weekly booking',
        () => post('/api/admin/series', { ...weekly, guest, count: 2 }),
        ['series.changed: sent'],
      ],
    ];
    for (const [name, act, expected] of actions)
      expect([name, await limitsOf(act)]).toEqual([name, expected]);

    const second = await bookAndSplit({ date: '2026-11-27' });
    const third = await bookAndSplit({ date: '2026-11-28' });
    const received = await limitsOf(() =>
      post(`${second.path}/reschedule`, { ...at, amount: 5000 }, second.key),
    );
    expect(received).toEqual([
      'booking.moved: counted',
      'booking.received: counted',
      'booking.received: counted',
    ]);
    const [player] = second.shares as [Share];
    expect((await joinShare(player)).status).toBe(200);
    await limitsOf(() => club.get('/api/courts'));
    const part = { amount: 2500, method: 'cash', payer_id: player.id };
    expect(await limitsOf(() => post(`/api/admin/bookings/${second.id}/payments`, part))).toEqual([
      'payer.paid: sent',
    ]);
    expect(await limitsOf(() => post(`/api/payers/${player.id}/leave`, {}))).toEqual(['payer.left: sent']);
    const cancelled = { status: 'cancelled', cancelled_by: 'club' };
    expect(await limitsOf(() => put(`/api/admin/bookings/${second.id}/status`, cancelled))).toEqual([
      'booking.cancelled: sent',
    ]);
    club.clock.now = Date.parse(club.findBooking(third.id)?.pay_by as string);
    await club.schedule.runNow('release what is due');
    expect(await limitsOf(() => club.get('/api/courts'))).toEqual(['booking.released: counted']);
  });
});

describe('new players', () => {
  /** One after the other joins a share under a new address and is removed again. Returns the answers. */
  async function joinInTurns(booked: Awaited<ReturnType<typeof bookAndSplit>>, count: number, from: number) {
    const statuses: number[] = [];
    for (let at = 0; at < count; at += 1) {
      const { json: split } = await club.put(`${booked.path}/payers`, { payers: [{}] }, booked.key);
      const share = (split.payers as Share[]).find(({ join_url }) => join_url) as Share;
      const network = { 'x-forwarded-for': `10.1.${from}.${at}` };
      const { status, json } = await joinShare(share, { email: `p${from}.${at}@example.com` }, network);
      statuses.push(status);
      if (status === 429) expect(json.error).toMatch(/^Too many players were added from here today/);
      await club.post(`/api/payers/${share.id}/leave`, {}, booked.key);
    }
    return statuses;
  }

  test('of a booking are twelve a day, and those of a host 24', async () => {
    const evening = { email: 'host@example.com', phone: '0301 5555555' };
    const first = await bookAndSplit(evening);
    expect(await joinInTurns(first, 14, 1)).toEqual([...Array(12).fill(200), 429, 429]);
    const second = await bookAndSplit({ ...evening, date: '2026-11-22', email: 'other@example.com' });
    expect(await joinInTurns(second, 12, 2)).toEqual(Array(12).fill(200));
    const third = await bookAndSplit({ ...evening, date: '2026-11-23' });
    expect(await joinInTurns(third, 1, 3)).toEqual([429]);
    // Somebody else may have typed the address of the host, who proves to be the customer.
    const payment = { method: 'cash', amount: 500 };
    await club.post(`/api/admin/bookings/${third.id}/payments`, payment, admin.headers);
    expect(await joinInTurns(third, 11, 4)).toEqual(Array(11).fill(200));
    const member = await club.signIn({ email: 'sana@example.com' });
    const [, own] = (await club.put(`${third.path}/payers`, { payers: [{}] }, third.key)).json.payers;
    expect((await joinShare(own, { email: 'sana@example.com' }, member.headers)).status).toBe(200);
    club.clock.now += 24 * HOUR;
    expect(await joinInTurns(third, 1, 5)).toEqual([200]);
  });

  test('of a network are 60 a day', async () => {
    const network = { 'x-forwarded-for': '10.9.9.9' };
    const statuses: number[] = [];
    for (let at = 0; at < 62; at += 1) {
      const play = { date: `2026-12-${String(1 + at).padStart(2, '0')}` };
      if (at > 20) play.date = `2027-01-${String(1 + (at % 21)).padStart(2, '0')}`;
      const court = { court_id: 1 + (at > 41 ? 1 : 0) };
      const person = { email: `host${at}@example.com`, phone: `0301 ${String(1_000_000 + at)}` };
      const booked = await bookAndSplit(
        { ...play, ...court, ...person },
        { 'x-forwarded-for': `10.2.0.${at}` },
      );
      const [share] = booked.shares as [Share];
      statuses.push((await joinShare(share, { email: `p${at}@example.com` }, network)).status);
    }
    expect(statuses).toEqual([...Array(60).fill(200), 429, 429]);
  });
});

describe('an hour of an attacker with ten networks and ten mailboxes', () => {
  const VICTIM = 'victim@example.org';
  const LINK_NAME = 'Win https://zorblax.example/prize Khan';
  const PLAIN_NAME = 'Zorblax Prize';
  const REASONS = ['Zorblax has a prize for you, ask me', 'Collect it at zorblax.example/now'];
  const isStranger = (address: string) => address.endsWith('@example.net') || address === VICTIM;

  let strangers = 0;
  const nextStranger = () => {
    strangers += 1;
    return `stranger${strangers}@example.net`;
  };

  interface Held {
    network: Headers;
    path: string;
    key: Headers;
  }
  /** One of them books in a stranger's name. */
  async function book(attacker: number, round: number): Promise<Held | null> {
    const network = { 'x-forwarded-for': `100.64.${attacker}.1` };
    const isOwn = attacker > 0;
    const body = bookingBody({
      court_id: 1 + (attacker % 2),
      date: `2026-12-${String(1 + Math.floor(attacker / 2)).padStart(2, '0')}`,
      start_time: `${10 + (round % 10)}:00`,
      name: isOwn && round % 2 ? PLAIN_NAME : LINK_NAME,
      email: isOwn ? `mallory${attacker}@zorblax.example` : VICTIM,
      phone: `0301 ${7_000_000 + attacker}`,
    });
    const { status, json } = await club.post('/api/book', body, network);
    if (status !== 201) return null;
    return { network, path: `/api/booking/${json.booking.id}`, key: { ...keyHeader(json), ...network } };
  }
  /** A player joins under a stranger's address and is removed with words for the stranger. */
  async function addAndRemove({ path, key, network }: Held, email: string, round: number): Promise<void> {
    const payers = [{ name: LINK_NAME }];
    const { json } = await club.put(`${path}/payers`, { payers }, key);
    const share = (json?.payers as Share[] | undefined)?.find(({ join_url }) => join_url);
    if (!share) return;
    await joinShare(share, { name: LINK_NAME, email }, network);
    for (const reason of [REASONS[round % 2], undefined])
      await club.post(`/api/payers/${share.id}/leave`, { reason }, key);
  }
  async function openAndJoin({ path, key, network }: Held): Promise<void> {
    const open = (text: string) => club.post(`${path}/open`, { places: 2, text }, key);
    await open(REASONS[1] as string);
    const { status, json } = await open(REASONS[0] as string);
    if (status !== 201) return;
    for (const email of [VICTIM, nextStranger()])
      await club.post(`/api/matches/${json.match.id}/players`, { name: LINK_NAME, email }, network);
  }

  test('carries no word to a stranger, and leaves nothing for the day after', async () => {
    const start = club.clock.now;
    const arrived: ParsedMail[] = [];
    const deliver = async () => {
      await worker.runOnce();
      arrived.push(...mail.mails.splice(0));
    };
    const held = new Map<number, Held>();
    for (let round = 1; round <= 30; round += 1) {
      club.clock.now = start + 2 * round * MINUTE - MINUTE;
      for (let attacker = 0; attacker < 10; attacker += 1) {
        const one = held.get(attacker) ?? (await book(attacker, round));
        if (!one) continue;
        held.set(attacker, one);
        await addAndRemove(one, attacker % 2 ? nextStranger() : VICTIM, round);
        if (round % 10 > 0) continue;
        await openAndJoin(one);
        if (round === 30) continue;
        held.delete(attacker);
        await club.post(`${one.path}/cancel`, {}, one.key);
      }
      await club.schedule.runNow('release what is due');
      await deliver();
    }
    const inTheHour = arrived.length;
    const [waiting] = club.rows<{ n: number }>(
      "SELECT count(*) AS n FROM outbox WHERE state = 'queued' AND audience = 'customer'",
    );
    const matches = club.rows('SELECT 1 FROM match WHERE is_open = 1').length;
    const pages = await Promise.all(['/', '/matches', '/matches/10'].map((path) => club.get(path)));
    for (let hour = 1; hour <= 30; hour += 1) {
      club.clock.now = start + hour * HOUR;
      await deliver();
    }
    const toStrangers = arrived.filter((email) => isStranger(addressOf(email)));
    const withWords = toStrangers.filter((email) => wordsOf(email).includes('zorblax'));
    const figures = {
      'emails to strangers': toStrangers.length,
      'of them with words of the attacker': withWords.length,
      'pages with words of the attacker': pages.filter(({ text }) => /collect|zorblax has/i.test(text))
        .length,
      'matches they could stand in': matches,
      'different strangers': new Set(toStrangers.map(addressOf)).size,
      'emails to the one mailbox in the hour': arrived
        .slice(0, inTheHour)
        .filter((email) => addressOf(email) === VICTIM).length,
      'emails that wait after the hour': waiting?.n,
      'emails to strangers in the next day': arrived
        .slice(inTheHour)
        .filter((one) => isStranger(addressOf(one))).length,
    };
    console.table(figures);
    expect(matches).toBeGreaterThan(0);
    expect(toStrangers.length).toBeGreaterThan(50);
    expect(figures['of them with words of the attacker']).toBe(0);
    expect(figures['pages with words of the attacker']).toBe(0);
    expect(figures['emails to the one mailbox in the hour']).toBeLessThanOrEqual(10);
    // Each of ten hosts adds at most 24 players a day, and a match has two of them.
    expect(figures['different strangers']).toBeLessThanOrEqual(10 * 26 + 1);
    expect(figures['emails that wait after the hour']).toBe(0);
    expect(figures['emails to strangers in the next day']).toBe(0);
  });
});
