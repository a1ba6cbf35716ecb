/** A Friday evening that four share, each in a browser of their own, to the last rupee given back. */
import { expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright';
import { addDays } from '../../src/domain/business-day.ts';
import { DEFAULT_CALENDAR, DEFAULT_DAY } from '../../src/domain/default-calendar.ts';
import { startInstantOf } from '../../src/domain/slot.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { openPage, PHONE, settle } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { createMovableClock } from '../support/faketime-environment.ts';
import { insertUserSession } from '../support/insert-user-session.ts';
import { startMailServer } from '../support/message-servers.ts';
import { startSafepayServer } from '../support/safepay-server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { createPng } from '../support/test-images.ts';
import { waitUntil } from '../support/wait-until.ts';

const HOUR_MS = 3_600_000;
/** The first Friday that is at least four days away. */
const FRIDAY = Array.from({ length: 7 }, (_, days) => addDays(clubToday(), days + 4)).find(
  (date) => new Date(`${date}T12:00:00Z`).getUTCDay() === 5,
) as string;
/** From 10 PM the court costs PKR 1,000 an hour more. */
const CALENDAR = {
  ...DEFAULT_CALENDAR,
  week: {
    ...DEFAULT_CALENDAR.week,
    friday: {
      ...DEFAULT_DAY,
      bands: DEFAULT_DAY.bands.flatMap((band) =>
        band.from === '18:00'
          ? [
              { ...band, until: '22:00' },
              { ...band, from: '22:00', discount: -1000 },
            ]
          : [band],
      ),
    },
  },
};

test('four pay in four ways, one is replaced, and a cancellation refunds each half on page, email, ledger and desk', async () => {
  const clock = await createMovableClock();
  const [safepay, mail] = [startSafepayServer(), await startMailServer()];
  clock.set(startInstantOf(FRIDAY, 42) - 52 * HOUR_MS);
  const env = { ...clock.env, ...safepay.env, SMTP_URL: mail.url };
  const club = await startServerProcess({ publicHost: 'localhost', env });
  const pages: (Page & { errors: string[] })[] = [];
  const open = async (path = '') => {
    const page = await openPage({ viewport: PHONE, hasTouch: true });
    pages.push(page);
    await page.clock.setFixedTime(clock.now());
    if (path) await go(page, path);
    return page;
  };
  const go = async (page: Page, path: string) => {
    await page.goto(path.startsWith('http') ? path : club.url + path);
    await settle(page);
  };
  /** All clocks go to so many hours before `start`. */
  const moveClock = async (start: number, hours: number) => {
    clock.set(start - hours * HOUR_MS, club.dataDir);
    club.database((db) => db.run('UPDATE session SET expire = ?', [clock.now() + 90 * 24 * HOUR_MS]));
    for (const page of pages) await page.clock.setFixedTime(clock.now());
  };
  const counts: Record<string, number> = {};
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };
  const type = async (field: Locator, text: string) => {
    taps += 1;
    await field.fill(text);
  };
  const done = (task: string, most: number) => {
    counts[task] = taps;
    expect([task, taps <= most, taps]).toEqual([task, true, taps]);
    taps = 0;
  };
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const heading = (page: Page, name: string | RegExp) =>
    page.getByRole('heading', { name }).first().waitFor();
  const textsOf = (to: string) =>
    mail.mails
      .filter((one) => [one.to].flat()[0]?.text === to)
      .map(({ text }) => (text ?? '').replaceAll('\u00a0', ' '));
  /** Waits for an email with `words` to `to`, and returns its text. */
  const emailTo = (to: string, words: string) =>
    waitUntil(() => textsOf(`${to}@example.com`).find((text) => text.includes(words)));
  const linkIn = (text: string) => /https?:\S+\/manage#p\S+/.exec(text)?.[0] ?? '';

  try {
    const desk = await open();
    await signInAsAdmin(desk, club, 'owner', clock.now() - Date.now());
    const omarCookie = insertUserSession(
      club.dataDir,
      { email: 'omar@example.com', name: 'Omar Shah' },
      clock.now() - Date.now(),
    );
    await go(desk, '/admin?tab=money');
    const call = (method: string, path: string, body: object) =>
      desk.evaluate(
        async ([verb, url, json]) => {
          const headers = { 'content-type': 'application/json' };
          const answer = await fetch(url as string, {
            method: verb as string,
            headers,
            body: json as string,
          });
          return answer.status;
        },
        [method, path, JSON.stringify(body)],
      );
    expect(await call('PUT', '/api/admin/calendar', { calendar: CALENDAR, version: 0 })).toBe(200);
    const omarId = club.database(
      (db) => db.query<{ id: number }, []>("SELECT id FROM user WHERE email = 'omar@example.com'").get()?.id,
    );
    const topUp = { paid: 3000, credit: 3000, method: 'cash' };
    expect(await call('POST', `/api/admin/users/${omarId}/credit`, topUp)).toBe(201);

    // The host books two hours from 9 PM.
    const host = await open(`/booking?court=1&date=${FRIDAY}`);
    await button(host, 'Choose half-hours').tap();
    for (const hour of [42, 43, 44, 45]) await host.locator(`.slots [data-hour="${hour}"]`).tap();
    await host.getByRole('button', { name: 'Next', exact: true }).click();
    await host.getByLabel('Full Name').fill('Ayesha Khan');
    await host.getByLabel('Email').fill('ayesha@example.com');
    await host.getByLabel('Phone').fill('0300 1234567');
    await host.getByRole('button', { name: 'Next', exact: true }).click();
    await host.getByRole('radio', { name: 'Cash Payment' }).check();
    await button(host, 'Complete Booking').tap();
    await heading(host, 'Held for you');
    await host.getByText('PKR 10,000').first().waitFor();
    const id = Number(new URL(host.url()).searchParams.get('booking_id'));
    await tap(host.getByText('Split the price'));
    await tap(host.getByRole('button', { name: 'Split', exact: true }));
    const chat = host.getByRole('link', { name: /^Send by WhatsApp/ });
    await chat.first().waitFor();
    const links = (await chat.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))).map(
      (href) => linkIn(new URL(href).searchParams.get('text') ?? ''),
    );
    expect(links).toHaveLength(3);
    const popup = host.waitForEvent('popup');
    await tap(chat.first());
    await (await popup).close();
    done('split and send', 4);

    const visit = async (name: string, link: string) => {
      const page = await open(link);
      await heading(page, 'You’re invited to play');
      await page.getByText('PKR 2,500').first().waitFor();
      if (name) await type(page.getByLabel('Full Name'), `${name} Shah`);
      await type(page.getByLabel('Email'), `${(name || 'omar').toLowerCase()}@example.com`);
      return page;
    };
    const bilal = await visit('Bilal', links[0] ?? '');
    await tap(button(bilal, 'Pay by card or wallet'));
    await heading(bilal, /^Pay order/);
    await tap(button(bilal, 'Pay'));
    await heading(bilal, 'You’re in');
    await bilal.getByText('Settled').first().waitFor();
    done('pay a share by card', 5);

    const sana = await visit('Sana', links[1] ?? '');
    await tap(button(sana, 'Pay by bank transfer'));
    await heading(sana, 'Upload your receipt');
    // Opens the phone's pictures, and chooses one.
    taps += 2;
    const file = { name: 'receipt.png', mimeType: 'image/png', buffer: Buffer.from(createPng(300, 400)) };
    await sana.getByLabel(/Choose a picture/).setInputFiles(file);
    await sana.getByText('Payment under review').first().waitFor();
    done('pay a share by transfer', 5);
    await go(desk, '/admin?tab=todo');
    await button(desk, /^Approve the payment of Sana/).tap();
    await emailTo('sana', 'PKR 2,500');

    const omar = await open();
    await omar.context().addCookies([{ name: 'sid', value: omarCookie.slice('sid='.length), url: club.url }]);
    await go(omar, links[2] ?? '');
    await button(omar, /^Pay with credit/).waitFor();
    if ((await omar.getByLabel('Full Name').inputValue()) === '')
      await type(omar.getByLabel('Full Name'), 'Omar Shah');
    await tap(button(omar, /^Pay with credit/));
    await heading(omar, 'You’re in');
    await omar.getByText('Settled').first().waitFor();
    done('pay a share with credit', 5);

    const drawer = desk.getByRole('dialog', { name: `Booking #${id}` });
    const takeAll = async (from: string) => {
      await go(desk, `/admin?booking=${id}`);
      await drawer
        .getByRole('button', { name: new RegExp(`from ${from}`) })
        .last()
        .tap();
      await desk
        .getByRole('button', { name: /^Take PKR/ })
        .last()
        .tap();
      await drawer.getByText('Settled', { exact: true }).first().waitFor();
    };
    await takeAll('Ayesha Khan');

    // From 10 PM the two hours cost PKR 12,000, and the difference is the host's.
    await go(host, `/manage?booking_id=${id}`);
    await host.getByRole('button', { name: 'Move', exact: true }).tap();
    await host.locator('.starts [data-start="44"]').tap();
    await host.getByText('The new time costs PKR 2,000 more.').waitFor();
    await button(host, 'Move my booking').tap();
    await host.getByText('Your booking has a new time').waitFor();
    await host.getByText('PKR 4,500').first().waitFor();
    await takeAll('Ayesha Khan');

    const start = startInstantOf(FRIDAY, 44);
    await moveClock(start, 20);
    await sana.reload();
    await sana.getByText('PKR 2,500, bank transfer').first().waitFor();
    await button(sana, 'I can’t make it').tap();
    await sana
      .getByText('You get PKR 1,250 back, and all of it as soon as another player has paid for your place.')
      .waitFor();
    await button(sana, 'Give my place back').tap();
    await heading(sana, 'You are no longer in this booking');
    await sana.getByText('PKR 1,250').first().waitFor();

    // The host opens the place; one takes it before another, who waits and gets it.
    await go(host, `/manage?booking_id=${id}`);
    await host.getByText('Find players').first().tap();
    await host.getByRole('button', { name: 'Find players', exact: true }).tap();
    await host.getByText('1 place free').first().waitFor();
    const join = async (name: string, submit: string) => {
      const page = await open('/matches');
      await page.getByRole('link', { name: /10 PM/ }).first().tap();
      await page.getByLabel('Full Name').fill(`${name} Shah`);
      await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`);
      await button(page, submit).tap();
      return page;
    };
    const yusuf = await join('Yusuf', 'Take a place');
    await heading(yusuf, /^Held for you until/);
    const zara = await join('Zara', 'Wait for a place');
    await heading(zara, 'You’re on the waiting list');
    await button(yusuf, 'I can’t make it').tap();
    await button(yusuf, 'Give my place back').tap();
    await heading(yusuf, 'You are no longer in this booking');
    await go(zara, linkIn(await emailTo('zara', 'place is free')));
    await heading(zara, /^Held for you until/);
    await button(zara, 'Pay at the club').tap();
    await heading(zara, 'You’re in');
    await go(desk, `/admin?booking=${id}`);
    await drawer.getByRole('button', { name: 'Take payment from Zara' }).tap();
    await desk.getByRole('button', { name: 'Take PKR 3,000' }).last().tap();
    await emailTo('sana', 'Another player has paid for your place');

    await moveClock(start, 13);
    await go(host, `/manage?booking_id=${id}`);
    await host.getByRole('button', { name: 'Cancel', exact: true }).tap();
    // Half of the own PKR 4,000, and PKR 500 that Zara's share took off it.
    await button(host, 'Cancel and get PKR 2,500 back').tap();
    await host.getByText('Your booking is cancelled. You get PKR 2,500 back.').waitFor();

    /** What each gets back: half of the own share, and Sana all of it. */
    const back = { Ayesha: 2500, Bilal: 1250, Zara: 1500, Sana: 2500 };
    const rupees = (amount: number) => `PKR ${amount.toLocaleString('en')}`;
    for (const [page, name] of [
      [bilal, 'Bilal'],
      [zara, 'Zara'],
      [sana, 'Sana'],
    ] as const) {
      await page.reload();
      await page
        .getByText(`${rupees(back[name])} to be refunded`)
        .first()
        .waitFor();
      await emailTo(name.toLowerCase(), `We refund: ${rupees(back[name])}`);
    }
    // Of PKR 4,500 that the host paid.
    await emailTo('ayesha', `Refund (56%): ${rupees(back.Ayesha)}`);
    await omar.reload();
    await omar.getByText('Settled').first().waitFor();
    await emailTo('omar', 'Settled');

    await go(desk, '/admin?tab=money');
    const due = desk.getByRole('list', { name: 'Refunds due' }).getByRole('listitem');
    await due.nth(3).waitFor();
    const dueTexts = async () => (await due.allTextContents()).map((text) => text.replaceAll('\u00a0', ' '));
    for (const [name, amount] of Object.entries(back))
      expect(
        (await dueTexts()).find((text) => text.includes(name === 'Ayesha' ? 'Ayesha' : `share of ${name}`)),
      ).toContain(rupees(amount));
    for (const name of ['Sana Shah', 'Bilal Shah', 'Zara Shah', 'Ayesha Khan']) {
      await button(desk, `Give back to ${name}`).tap();
      // The way that the money came is proposed.
      await desk
        .getByRole('button', { name: /^Give back PKR/ })
        .last()
        .tap();
      await button(desk, `Give back to ${name}`).waitFor({ state: 'detached' });
    }
    await desk.getByText('No refunds due.').waitFor();
    for (const name of ['bilal', 'zara', 'sana']) await emailTo(name, 'We’ve refunded you');
    await go(desk, '/admin?tab=ledger&dates=last7');
    const line = desk.locator('.money-line');
    await line.first().waitFor();
    const lines = (await line.allTextContents()).map((text) => text.replaceAll('\u00a0', ' '));
    for (const [name, amount] of Object.entries({ ...back, Omar: 1250 }))
      expect(lines.filter((text) => text.includes(`#${id} ${name}`)).join()).toContain(rupees(-amount));
    const rows = club.database((db) =>
      db
        .query<{ who: string | null; method: string; sum: number }, [number]>(
          `SELECT payer.name AS who, method, sum(amount) AS sum FROM ledger_entry
           LEFT JOIN payer ON payer.id = ledger_entry.payer_id WHERE ledger_entry.booking_id = ?
           GROUP BY 1, 2 ORDER BY 1`,
        )
        .all(id),
    );
    expect(rows).toEqual([
      { who: null, method: 'cash', sum: 2000 },
      { who: 'Bilal Shah', method: 'card', sum: 1250 },
      { who: 'Omar Shah', method: 'credit', sum: 1250 },
      { who: 'Sana Shah', method: 'bank_transfer', sum: 0 },
      { who: 'Zara Shah', method: 'cash', sum: 1500 },
    ]);
    console.log(counts);
    expect(pages.flatMap(({ errors }) => errors).filter((line) => !/401/.test(line))).toEqual([]);
  } finally {
    await club.close();
    await mail.close();
    await safepay.stop();
  }
}, 240_000);
