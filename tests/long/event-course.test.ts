/** A course of six dates that eight people join, each in a browser or at the reception, to the last rupee. */
import { expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { startInstantOf } from '../../src/domain/slot.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { DESKTOP, openPage, PHONE, settle } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { createMovableClock } from '../support/faketime-environment.ts';
import { startMailServer } from '../support/message-servers.ts';
import { startSafepayServer } from '../support/safepay-server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { waitUntil } from '../support/wait-until.ts';

const HOUR_MS = 3_600_000;
const FIRST = addDays(clubToday(), 9);
const DATES = [0, 1, 2, 3, 4, 5, 6].map((week) => addDays(FIRST, 7 * week));
/** The months whose hours the coach is paid for. */
const MONTHS = [...new Set(DATES.map((date) => date.slice(0, 7)))];
const CLOSED = DATES[3] as string;
/** 7 PM, as the form proposes. */
const startOf = (date: string) => startInstantOf(date, 38);
const TITLE = 'Beginners’ class';
const PRICE = 6000;

test('joins, a waiting list, a child, a make-up, leaving in time and late: page, email, ledger and desk agree', async () => {
  const clock = await createMovableClock();
  const [safepay, mail] = [startSafepayServer(), await startMailServer()];
  clock.set(startOf(FIRST) - 80 * HOUR_MS);
  const env = { ...clock.env, ...safepay.env, SMTP_URL: mail.url, TRUST_PROXY: 'true' };
  const club = await startServerProcess({ publicHost: 'localhost', env });
  const pages: (Page & { errors: string[] })[] = [];
  const open = async (path: string, options: Parameters<typeof openPage>[0] = {}) => {
    const from = { 'x-forwarded-for': `203.0.113.${pages.length + 1}` };
    const page = await openPage({ viewport: PHONE, extraHTTPHeaders: from, ...options });
    pages.push(page);
    await go(page, path);
    return page;
  };
  const go = async (page: Page, path: string) => {
    await page.goto(path.startsWith('http') ? path : club.url + path);
    await settle(page);
  };
  const moveClock = (instant: number) => {
    clock.set(instant, club.dataDir);
    club.database((db) => db.run('UPDATE session SET expire = ?', [clock.now() + 90 * 24 * HOUR_MS]));
  };
  const counts: Record<string, number> = {};
  let presses = 0;
  const press = async (target: Locator) => {
    presses += 1;
    await target.click();
  };
  const choose = async (field: Locator, value: string | { label: string }) => {
    presses += 2;
    await field.selectOption(value);
  };
  const done = (task: string, most: number) => {
    counts[task] = presses;
    expect([task, presses <= most, presses]).toEqual([task, true, presses]);
    presses = 0;
  };
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const heading = (page: Page, name: string | RegExp) =>
    page.getByRole('heading', { name }).first().waitFor();
  const textsOf = (to: string) =>
    mail.mails
      .filter((one) => [one.to].flat()[0]?.text === `${to}@example.com`)
      .map(({ text }) => (text ?? '').replaceAll('\u00a0', ' '));
  const emailTo = (to: string, words: string) =>
    waitUntil(() => textsOf(to).find((text) => text.includes(words)));
  const linkIn = (text: string) => /https?:\S+\/manage#p\S+/.exec(text)?.[0] ?? '';

  try {
    const desk = await open('/', { viewport: DESKTOP });
    await signInAsAdmin(desk, club, 'owner', clock.now() - Date.now());
    const call = async (method: string, path: string, body?: object) => {
      const options = { method, headers: { origin: club.url }, ...(body ? { data: body } : {}) };
      const answer = await desk.context().request.fetch(club.url + path, options);
      const text = await answer.text();
      expect([path, answer.status() < 300, text.slice(0, 200)]).toEqual([path, true, text.slice(0, 200)]);
      // biome-ignore lint/suspicious/noExplicitAny: answers of the API
      return (text.startsWith('{') ? JSON.parse(text) : text) as any;
    };
    await call('POST', '/api/admin/coaches', { name: 'Sana Malik', email: 'coach@example.com' });
    const closure = { court_id: 1, date: CLOSED, slots: ['19:00', '19:30'], reason: 'New turf' };
    await call('POST', '/api/admin/closures', closure);

    await go(desk, '/admin');
    const sections = desk.getByRole('navigation', { name: 'Admin sections' });
    await press(sections.getByRole('link', { name: 'Club' }));
    await press(desk.getByRole('tab', { name: 'Events' }));
    await press(button(desk, 'New event'));
    const form = desk.getByRole('dialog');
    for (const [label, text] of [
      ['Title', TITLE],
      ['First date', FIRST],
      ['Weeks', '7'],
      ['Price of a place', String(PRICE)],
      ['Most players', '6'],
    ] as const)
      await form.getByLabel(label).fill(text);
    await choose(form.getByLabel('Coach'), { label: 'Sana Malik' });
    await press(form.getByLabel('Court 1'));
    await press(form.getByText('Text, level, rules'));
    await press(form.getByLabel('Missed dates can be made up'));
    await press(form.getByRole('button', { name: 'Publish' }));
    await desk.getByText('is left out: Court 1 is closed: New turf').waitFor();
    await press(button(desk, 'Publish the other dates'));
    await desk.getByText('0 of 6 places').waitFor();
    done('publish a weekly class', 12);
    const course = (await call('GET', '/api/admin/events')).data.events[0];
    expect(course.sessions.map(({ date }: { date: string }) => date)).toEqual(
      DATES.filter((date) => date !== CLOSED),
    );
    const details = async () => (await call('GET', `/api/admin/events/${course.id}`)).data;
    type Place = {
      payer_id: number;
      name: string;
      charge: number;
      received: number;
      balance: number;
      state: string;
    };
    const placeOf = async (name: string): Promise<Place> => {
      const { places } = await details();
      return places.find((place: Place) => place.name.startsWith(name));
    };

    // Ayesha promises to pay at the club, and the desk takes her money.
    const ayesha = await open('/');
    await press(ayesha.locator('#events').getByRole('link', { name: new RegExp(TITLE) }));
    await heading(ayesha, 'Join');
    await ayesha.getByLabel('Full Name').fill('Ayesha Khan');
    await ayesha.getByLabel('Email').fill('ayesha@example.com');
    await press(ayesha.getByLabel('Cash Payment'));
    await press(button(ayesha, 'Join for PKR 6,000'));
    await heading(ayesha, 'You have a place');
    done('join and promise', 6);
    await emailTo('ayesha', 'Please pay PKR 6,000 at the reception');
    await go(desk, `/admin?tab=events&event=${course.id}`);
    await desk.getByRole('link', { name: /Ayesha Khan/ }).click();
    await button(desk, 'Take PKR 6,000').click();
    await desk.getByText('Settled').first().waitFor();
    await emailTo('ayesha', 'Your place is confirmed');

    // A guardian joins for a child, and pays by card.
    const joinForm = async (name: string, { path = `/events/${course.id}` } = {}) => {
      const page = await open(path);
      await heading(page, /^(Join|Wait for a place)$/);
      await page.getByLabel('Full Name').fill(`${name} Siddiqui`);
      await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`);
      return page;
    };
    const payPage = async (page: Page, amount: string) => {
      await heading(page, /^Pay order/);
      await button(page, 'Pay').click();
      await page.getByText(amount).first().waitFor();
    };
    const amna = await joinForm('Amna');
    presses += 2;
    await amna.getByLabel('My child').check();
    await amna.getByLabel('Child’s name').fill('Ali Siddiqui');
    await amna.getByLabel('Phone').fill('0300 1234567');
    await press(amna.getByLabel(/Card/));
    await press(button(amna, 'Join for PKR 6,000'));
    await heading(amna, /^Pay order/);
    await press(button(amna, 'Pay'));
    await heading(amna, 'Ali has a place');
    await amna.getByText('Settled').first().waitFor();
    done('join for a child and pay', 6);
    const greeted = await emailTo('amna', 'Ali’s place is confirmed');
    expect(greeted).toContain('Hello Amna Siddiqui,');

    // Bilal pays by one card for himself and Daud.
    const bilal = await joinForm('Bilal');
    await bilal.getByLabel('Me and a friend').check();
    await bilal.getByLabel('Friend’s name').fill('Daud Shah');
    await bilal.getByLabel(/Card/).check();
    await button(bilal, 'Join for PKR 12,000').click();
    await payPage(bilal, 'Settled');
    await waitUntil(async () => (await placeOf('Daud')).balance === 0);

    for (const name of ['Ehsan', 'Farah']) {
      const page = await joinForm(name);
      await page.getByLabel('Cash Payment').check();
      await button(page, 'Join for PKR 6,000').click();
      await heading(page, 'You have a place');
      await call('POST', `/api/admin/payers/${(await placeOf(name)).payer_id}/payments`, {
        amount: PRICE,
        method: 'cash',
      });
    }
    // Full: two wait.
    const waiting = [];
    for (const name of ['Gul', 'Hina']) {
      const page = await joinForm(name);
      await button(page, 'Wait for a place').click();
      await heading(page, 'You’re on the waiting list');
      expect(await page.getByText('PKR').count()).toBe(0);
      waiting.push(page);
    }

    // Ehsan leaves in time: all of it goes back, and Gul gets the place.
    const ehsan = pages[4] as Page;
    await ehsan.reload();
    await settle(ehsan);
    await button(ehsan, 'I can’t make it').click();
    await ehsan.getByText('You’ll get PKR 6,000 back.').waitFor();
    await button(ehsan, 'Give my place back').click();
    await heading(ehsan, 'You no longer have a place');
    await ehsan.getByText('PKR 6,000 to be refunded').first().waitFor();
    await emailTo('ehsan', 'You’ll get PKR 6,000 back');
    const payOffered = async (page: Page, name: string) => {
      await go(page, linkIn(await emailTo(name.toLowerCase(), 'A place is free for you')));
      await heading(page, /^Pay by .* to keep your place$/);
      await button(page, 'Pay by card or wallet').click();
      await payPage(page, 'Settled');
      await heading(page, 'You have a place');
    };
    await payOffered(waiting[0] as Page, 'Gul');
    await go(desk, '/admin?tab=money');
    await desk.getByText('Ehsan Siddiqui').first().click();
    await button(desk, 'Give back PKR 6,000').click();
    await emailTo('ehsan', 'We’ve refunded you PKR 6,000');

    // The reception allows more players, so Hina need not wait, and two more call.
    const edit = async (over: object) => {
      const { event } = await details();
      const { title, text, level_from, level_to, least, most, price, join_hours, leave_hours, make_ups } =
        event;
      const own = { title, text, level_from, level_to, for: event.for, least, most, price, join_hours };
      const body = {
        ...own,
        leave_hours,
        make_ups,
        public: true,
        coach_id: event.coach_id,
        version: event.version,
      };
      await call('PUT', `/api/admin/events/${course.id}`, { ...body, ...over });
    };
    await edit({ most: 8 });
    await payOffered(waiting[1] as Page, 'Hina');

    // Bilal leaves late: the price is kept, Daud stays.
    moveClock(startOf(FIRST) - 10 * HOUR_MS);
    await go(bilal, '/manage?payer_id=3');
    await button(bilal, 'I can’t make it').click();
    await bilal.getByText('You’ll get PKR 0 back.').waitFor();
    await button(bilal, 'Give my place back').click();
    await heading(bilal, 'You no longer have a place');
    await emailTo('bilal', 'You gave your place back');
    expect(await placeOf('Bilal')).toMatchObject({ state: 'left', charge: PRICE, balance: 0 });
    for (const name of ['Iqra Butt', 'Junaid Rana'])
      await call('POST', `/api/admin/events/${course.id}/places`, { name });

    // The first evening: eight are expected, Ayesha does not come.
    moveClock(startOf(FIRST) + 10 * 60_000);
    await go(desk, `/admin?tab=events&event=${course.id}`);
    await press(button(desk, 'Everyone came'));
    const name = (text: string) => button(desk, text).waitFor();
    await name('Junaid Rana: ✓ Came');
    await press(button(desk, 'Ayesha Khan: ✓ Came'));
    await name('Ayesha Khan: ✗ Missed');
    const { attendance } = await details();
    expect(attendance[0].players).toHaveLength(8);
    expect(attendance[0].players.filter(({ came }: { came: boolean }) => came)).toHaveLength(7);
    done('attendance of eight', 8);

    // She makes it up alone, in another class.
    const other = await call('POST', '/api/admin/events', {
      ...{
        kind: 'class',
        title: 'Late class',
        least: 1,
        most: 4,
        price: 1000,
        join_hours: 1,
        make_ups: true,
      },
      sessions: [{ date: addDays(FIRST, 3), start_time: '20:00', duration: 60, court_ids: [2] }],
      publish: true,
    });
    await go(ayesha, '/manage?payer_id=1');
    await ayesha.getByLabel('Make it up on').selectOption({ index: 1 });
    await button(ayesha, 'Take this date').click();
    await ayesha.getByText('you come to').waitFor();
    await ayesha.getByText('Make-up:').waitFor();
    const guests = (await call('GET', `/api/admin/events/${other.data.event.id}`)).data.attendance[0].players;
    expect(guests).toEqual([expect.objectContaining({ name: 'Ayesha Khan', makes_up: true })]);

    // The fifth date is cancelled, so every place costs a sixth less.
    moveClock(startOf(DATES[2] as string) + 3 * HOUR_MS);
    await go(desk, `/admin?tab=events&event=${course.id}`);
    await button(desk, /^Cancel \w{3}, /)
      .nth(1)
      .click();
    await desk.getByLabel('Reason').fill('The coach is ill');
    await button(desk, 'Cancel the date').click();
    await emailTo('gul', 'The dates have changed');
    for (const [page, text] of [
      [amna, 'PKR 1,000 to be refunded'],
      [waiting[1], 'PKR 1,000 to be refunded'],
    ] as const) {
      await page?.reload();
      await page?.getByText(text).first().waitFor();
    }
    const money = async () => {
      const { places } = await details();
      return Object.fromEntries(
        places.map((place: Place) => [
          place.name.split(' ')[0],
          [place.charge, place.received, place.balance],
        ]),
      );
    };
    const PAID = [5000, 6000, -1000];
    expect(await money()).toEqual({
      Ayesha: PAID,
      Ali: PAID,
      Bilal: [6000, 6000, 0],
      Daud: PAID,
      Ehsan: [0, 0, 0],
      Farah: PAID,
      Gul: PAID,
      Hina: PAID,
      Iqra: [5000, 0, 5000],
      Junaid: [5000, 0, 5000],
    });
    const open_ = (await call('GET', '/api/admin/payers/open')).data;
    const sums = open_
      .map(({ balance }: { balance: number }) => balance)
      .sort((a: number, b: number) => a - b);
    expect(sums).toEqual([-1000, -1000, -1000, -1000, -1000, -1000, 5000, 5000]);
    await go(desk, '/admin?tab=money');
    for (const who of [
      'Ayesha Khan',
      'Ali Siddiqui',
      'Daud Shah',
      'Farah Siddiqui',
      'Gul Siddiqui',
      'Hina Siddiqui',
    ]) {
      await desk.getByText(who).first().click();
      await button(desk, 'Give back PKR 1,000').click();
      await desk.getByText('Settled').first().waitFor();
      await desk.keyboard.press('Escape');
      await desk.getByRole('dialog').waitFor({ state: 'detached' });
    }
    for (const who of ['Iqra Butt', 'Junaid Rana']) {
      await desk.getByText(who).first().click();
      await button(desk, 'Take PKR 5,000').click();
      await desk.getByText('Settled').first().waitFor();
      await desk.keyboard.press('Escape');
      await desk.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect((await call('GET', '/api/admin/payers/open')).data).toEqual([]);
    await emailTo('amna', 'We’ve refunded you PKR 1,000');
    await amna.reload();
    await amna.getByText('PKR 5,000').first().waitFor();
    await amna.getByText('Settled').first().waitFor();

    // All is over: the coach is paid for five hours, and the books say what the places say.
    moveClock(startOf(DATES.at(-1) as string) + 3 * HOUR_MS);
    const hours = [];
    for (const month of MONTHS) {
      const csv: string = await call('GET', `/api/admin/coaches/hours.csv?month=${month}`);
      hours.push(...csv.split('\r\n').filter((line) => line.includes(TITLE)));
    }
    expect(hours).toHaveLength(5);
    const players = hours.map((line) => Number(line.split(',').at(-1)));
    expect(players[0]).toBe(7);
    // What was closed or cancelled isn't paid.
    expect(hours.map((line) => line.split(',').slice(2, 5))).toEqual(
      DATES.filter((_, at) => at !== 3 && at !== 5).map((date) => [
        date,
        expect.stringMatching(/^19:00/),
        '1',
      ]),
    );
    const rows = club.database((db) =>
      db
        .query<{ name: string; method: string; sum: number }, []>(
          `SELECT payer.name, method, sum(amount) AS sum FROM ledger_entry JOIN payer ON payer.id = payer_id
           WHERE event_id = ${course.id} GROUP BY 1, 2 HAVING sum(amount) <> 0 ORDER BY payer.id`,
        )
        .all(),
    );
    expect(rows).toEqual([
      { name: 'Ayesha Khan', method: 'cash', sum: 5000 },
      { name: 'Ali Siddiqui', method: 'card', sum: 5000 },
      { name: 'Bilal Siddiqui', method: 'card', sum: 6000 },
      { name: 'Daud Shah', method: 'card', sum: 5000 },
      { name: 'Farah Siddiqui', method: 'cash', sum: 5000 },
      { name: 'Gul Siddiqui', method: 'card', sum: 5000 },
      { name: 'Hina Siddiqui', method: 'card', sum: 5000 },
      { name: 'Iqra Butt', method: 'cash', sum: 5000 },
      { name: 'Junaid Rana', method: 'cash', sum: 5000 },
    ]);
    console.log(counts);
    expect(pages.flatMap(({ errors }) => errors).filter((line) => !/401/.test(line))).toEqual([]);
  } finally {
    await club.close();
    await mail.close();
    await safepay.stop();
  }
}, 600_000);
