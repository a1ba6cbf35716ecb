/**
 * Two attackers with ten networks and ten mailboxes each spend an hour of a normal evening on a club of two courts.
 * `COMPARE_EXECUTABLE` names an executable that lives the same hour first, for its figures only.
 */
import { afterAll, expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { keyHeader } from '../support/booking-key.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { createMovableClock } from '../support/faketime-environment.ts';
import { startMailServer } from '../support/message-servers.ts';
import { EXECUTABLE, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { bookingBody } from '../support/test-club.ts';
import { createNoisyJpeg, createReceiptForm } from '../support/test-images.ts';

const MINUTE = 60_000;
const MINUTES = 60;
const TODAY = addDays(clubToday(), 1);
const EVENING = Date.parse(`${TODAY}T18:00:00+05:00`);
const STRANGER = 'stranger@victim.example';
/** A contact may hold a day of both courts without money; the stranger's address is one more contact. */
const ATTACKERS = Array.from({ length: 20 }, (_, at) => ({
  network: `10.${66 + Math.floor(at / 10)}.${at}.1`,
  email: `mallory${at}@evil.example`,
  phone: `0301 ${7_000_000 + at}`,
}));
/** How many days the attackers fill; what they move for the stranger comes after them. */
const EVENINGS = 80;
const HALF_HOURS_A_DAY = 42;
const MOST_HELD = (ATTACKERS.length + 1) * 2 * HALF_HOURS_A_DAY;
const MOST_EMAILS = 10;
/** Somebody may have lost a link, so these are never dropped. */
const MOST_LISTS_OF_LINKS = 3;
/** As a name it would be read in every email about a booking, as a reason by each player who is removed. */
const ADVERTISEMENT = 'Win at https://zorblax.example/prize now';

const mail = await startMailServer();
afterAll(() => mail.close());

/** The server looks for messages to send each second. */
const sendPause = () => Bun.sleep(1100);

interface Booked {
  booking: { id: number; date: string; court_id: number };
  manage_url: string;
  contact_key: string;
}

async function liveTheHour(executable: string) {
  mail.mails.length = 0;
  const clock = await createMovableClock();
  clock.set(EVENING);
  const club = await startServerProcess({
    executable,
    env: { ...clock.env, TRUST_PROXY: '1', SMTP_URL: mail.url },
  });
  try {
    return await attack(club, clock);
  } finally {
    await club.close();
  }
}

async function attack(club: ServerProcess, clock: Awaited<ReturnType<typeof createMovableClock>>) {
  const send = async (
    network: string,
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(club.url + path, {
      method,
      headers: {
        'x-forwarded-for': network,
        ...(isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isForm ? body : body ? JSON.stringify(body) : null,
    });
    const text = await answer.text();
    const json = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null;
    return { status: answer.status, json };
  };
  const isNew = (await send('10.1.1.1', 'POST', '/api/waitlist', {})).status !== 404;
  const waitlistPath = isNew ? '/api/waitlist' : '/api/waiting-list';

  const held = ATTACKERS.map((): Booked[] => []);
  /** The nearest court and day that no attacker has tried; a refused attacker leaves it to the next one. */
  let nextEvening = 0;
  let attempts = 0;

  /** Books an evening of a court from 4 PM on. */
  async function fillEvening(at: number): Promise<void> {
    const { network, email, phone } = ATTACKERS[at] as (typeof ATTACKERS)[number];
    const play = { court_id: 1 + (nextEvening % 2), date: addDays(TODAY, Math.floor(nextEvening / 2)) };
    const body = bookingBody({ ...play, start_time: '16:00', duration: 21 * 30, email, phone });
    attempts += 1;
    const { status, json } = await send(network, 'POST', '/api/book', body);
    if (status !== 429) nextEvening = (nextEvening + 1) % (2 * EVENINGS);
    if (status !== 201) return;
    held[at]?.push(json);
    await sendJunkReceipt(network, json, email);
  }
  /** A picture of noise, because a receipt may stop a deadline. */
  async function sendJunkReceipt(network: string, booked: Booked, email: string): Promise<void> {
    const form = createReceiptForm(await createNoisyJpeg(160 + (attempts % 90), 140), { email });
    await send(network, 'POST', `/api/booking/${booked.booking.id}/receipt`, form, keyHeader(booked));
  }
  /** Waits for the whole evening of a booking under addresses of one domain, and cancels it: offers hold it then. */
  async function turnIntoOffers(at: number): Promise<void> {
    const { network } = ATTACKERS[at] as (typeof ATTACKERS)[number];
    const booked = held[at]?.shift();
    if (!booked) return;
    const { date, court_id, id } = booked.booking;
    for (let entry = 0; entry < 4; entry += 1) {
      const email = `catch${at}.${id}.${entry}@evil.example`;
      const hours = { date, from: '18:00', until: '02:00', duration: 120, court_id };
      await send(network, 'POST', waitlistPath, { ...hours, name: 'Mallory', email });
    }
    await confirmEntries(network);
    await send(network, 'POST', `/api/booking/${id}/cancel`, {}, keyHeader(booked));
  }
  const confirmed = new Set<string>();
  async function confirmEntries(network: string): Promise<void> {
    for (const { text = '' } of mail.mails) {
      for (const [, id = '', key = ''] of text.matchAll(/\/waiting-list#(\d+)\.([\w-]+)/g)) {
        if (confirmed.has(id)) continue;
        confirmed.add(id);
        const headers = { 'x-waitlist-key': key, 'x-waiting-key': key };
        await send(network, 'POST', `${waitlistPath}/${id}/confirm`, {}, headers);
      }
    }
  }
  const aboutStranger: { booked: Booked; typed: string; network: string }[] = [];
  /**
   * Makes the club write to a stranger: by booking, correcting, moving and cancelling, by players who are added and removed,
   * by accounts, links and the waiting list.
   */
  async function writeToStranger(at: number, minute: number): Promise<void> {
    const { network, email } = ATTACKERS[at] as (typeof ATTACKERS)[number];
    const date = addDays(TODAY, EVENINGS + (minute % 9));
    const typed = at % 2 === 0 ? STRANGER : email;
    const phone = `0302 ${1_000_000 + minute * 20 + at}`;
    const play = { date, court_id: 1 + (at % 2), start_time: '08:00', duration: 60, phone };
    const { status, json } = await send(
      network,
      'POST',
      '/api/book',
      bookingBody({ ...play, name: ADVERTISEMENT, email: typed }),
    );
    if (status === 201 && typed !== STRANGER) await addAndRemove(json, network);
    if (status === 201) aboutStranger.push({ booked: json, typed, network });
    else {
      const last = aboutStranger.shift();
      if (last) await changeForStranger(last);
    }
    if (minute % 10 !== at % 10) return;
    await send(network, 'POST', '/api/manage-links', { email: STRANGER });
    const password = 'a long enough passphrase';
    const account = { name: ADVERTISEMENT, email: STRANGER, password, confirm_password: password, phone: '' };
    await send(network, 'POST', '/api/auth/register', account);
    const entry = { date, from: '18:00', until: '22:00', duration: 60, name: ADVERTISEMENT, email: STRANGER };
    await send(network, 'POST', waitlistPath, entry);
  }
  async function addAndRemove(booked: Booked, network: string): Promise<void> {
    const path = `/api/booking/${booked.booking.id}/payers`;
    const payers = [{ name: ADVERTISEMENT }];
    const { json: split } = await send(network, 'PUT', path, { payers }, keyHeader(booked));
    const share = split?.payers?.[1] as { id: number; charge: number; join_url: string } | undefined;
    if (!share) return;
    const key = { 'x-booking-key': share.join_url.split('.').at(-1) ?? '' };
    const contact = { name: ADVERTISEMENT, email: STRANGER, method: 'bank_transfer', amount: share.charge };
    await send(network, 'POST', `/api/payers/${share.id}/pay`, contact, key);
    for (const reason of [ADVERTISEMENT, 'Ask zorblax for your prize'])
      await send(network, 'POST', `/api/payers/${share.id}/leave`, { reason }, keyHeader(booked));
  }
  async function changeForStranger({
    booked,
    typed,
    network,
  }: (typeof aboutStranger)[number]): Promise<void> {
    const { id, date, court_id } = booked.booking;
    const path = `/api/booking/${id}`;
    const key = keyHeader(booked);
    if (typed !== STRANGER) {
      const contact = { email: STRANGER, contact_key: booked.contact_key };
      await send(network, 'PUT', `${path}/contact`, contact, key);
    }
    const target = { court_id, date, slots: ['10:00', '10:30'], amount: 4000 };
    await send(network, 'POST', `${path}/reschedule`, target, key);
    await sendPause();
    await send(network, 'POST', `${path}/cancel`, {}, key);
  }

  let refused = 0;
  const daysAhead: number[] = [];
  const honest = async (...parts: Parameters<typeof send>) => {
    const answer = await send(...parts);
    if ([403, 429].includes(answer.status) || answer.status >= 500) refused += 1;
    return answer;
  };
  /** A customer takes the first evening with an hour free; every second one comes from one address of a mobile network. */
  async function bookHonestly(at: number): Promise<void> {
    const network = at % 2 === 0 ? '39.40.1.1' : `182.180.${at}.1`;
    const customer = { email: `customer${at}@honest.example`, phone: `0333 ${4_000_000 + at}` };
    for (let ahead = 0; ahead < 85; ahead += 1) {
      const date = addDays(TODAY, ahead);
      for (const court_id of [1, 2]) {
        const { json } = await honest(network, 'GET', `/api/slots?date=${date}&courtId=${court_id}`);
        const free = new Set(
          (json as { hour: number; available: boolean }[]).flatMap((slot) =>
            slot.available ? [slot.hour] : [],
          ),
        );
        const start = [38, 40, 42, 44, 46].find((hour) => free.has(hour) && free.has(hour + 1));
        if (start === undefined) continue;
        const body = bookingBody({ ...customer, court_id, date, start_time: `${start / 2}:00` });
        const { status, json: booked } = await honest(network, 'POST', '/api/book', body);
        if (status === 409) continue;
        expect([at, status, booked?.error]).toEqual([at, 201, undefined]);
        daysAhead.push(ahead);
        if (at % 3 === 0) await payHonestly(network, customer.email, booked, at);
        if (at % 5 === 4)
          await honest(network, 'POST', `/api/booking/${booked.booking.id}/cancel`, {}, keyHeader(booked));
        if (at % 4 === 1) await honest(network, 'POST', '/api/manage-links', { email: customer.email });
        return;
      }
    }
    refused += 1;
  }
  async function payHonestly(network: string, email: string, booked: Booked, at: number): Promise<void> {
    const form = createReceiptForm(await createNoisyJpeg(300 + at, 200), { email });
    await honest(network, 'POST', `/api/booking/${booked.booking.id}/receipt`, form, keyHeader(booked));
  }

  const countHeld = () =>
    club.database(
      (db) =>
        db
          .query<{ n: number }, []>(
            `SELECT count(*) AS n FROM claim LEFT JOIN booking ON booking.id = claim.booking_id
             WHERE claim.booking_id IS NULL OR booking.email NOT LIKE '%@honest.example'`,
          )
          .get()?.n ?? 0,
    );
  for (let at = 100; at < 108; at += 1) await bookHonestly(at);
  const emailsToStranger = () => {
    const all = mail.mails.filter((one) => [one.to].flat()[0]?.text?.includes(STRANGER));
    const links = all.filter(({ subject }) => subject?.startsWith('The link'));
    const advertising = all.filter(({ subject, text, html }) =>
      `${subject}${text}${html}`.includes('zorblax'),
    );
    return {
      'emails to the stranger, without lists of links': all.length - links.length,
      'lists of links to the stranger': links.length,
      'emails to the stranger with words of the attackers': advertising.length,
    };
  };
  const countWaiting = () =>
    club.database(
      (db) =>
        db
          .query<{ n: number }, []>(
            `SELECT count(*) AS n FROM outbox WHERE state = 'queued' AND recipient = '${STRANGER}'`,
          )
          .get()?.n ?? 0,
    );

  let mostHeld = 0;
  for (let minute = 0; minute < MINUTES; minute += 1) {
    clock.set(EVENING + minute * MINUTE, club.dataDir);
    for (let at = 0; at < ATTACKERS.length; at += 1) {
      // The second attacker writes to a stranger with every other request.
      if (at < 10 || minute % 2 === 0) await fillEvening(at);
      else await writeToStranger(at, minute);
    }
    if (minute % 12 === 11)
      for (const at of [0, 10]) await turnIntoOffers(at + (Math.floor(minute / 12) % 10));
    if (minute % 3 === 0) await bookHonestly(minute / 3);
    mostHeld = Math.max(mostHeld, countHeld());
    await sendPause();
  }
  return {
    'requests of the attackers to book': attempts,
    'honest customers': daysAhead.length,
    'honest customers refused': refused,
    'days to the first free evening, at most': Math.max(...daysAhead),
    'half-hours held without money': mostHeld,
    ...emailsToStranger(),
    'emails to the stranger that wait': countWaiting(),
  };
}

test('two attackers refuse no customer, hold at most what the limits allow and write to a stranger at most ten times, in none of their words', async () => {
  const { COMPARE_EXECUTABLE } = process.env;
  const before = COMPARE_EXECUTABLE ? await liveTheHour(COMPARE_EXECUTABLE) : null;
  const now = await liveTheHour(EXECUTABLE);
  console.table(before ? { before, now } : { now });
  expect(now['honest customers refused']).toBe(0);
  expect(now['honest customers']).toBe(28);
  expect(now['half-hours held without money']).toBeLessThanOrEqual(MOST_HELD);
  expect(now['emails to the stranger, without lists of links']).toBeLessThanOrEqual(MOST_EMAILS);
  expect(now['lists of links to the stranger']).toBeLessThanOrEqual(MOST_LISTS_OF_LINKS);
  expect(now['emails to the stranger with words of the attackers']).toBe(0);
  expect(now['emails to the stranger that wait']).toBe(0);
});
