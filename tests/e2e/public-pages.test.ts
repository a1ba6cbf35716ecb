import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright';
import { checkScreen, findAxeViolations } from '../support/axe.ts';
import { DESKTOP, openPage, PHONE, pageOpener, settle } from '../support/browser-pages-and-waits.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { startServerProcess } from '../support/server-process.ts';

const club = serverForTestFile();

const open = pageOpener();

async function visit(path: string, options?: BrowserContextOptions) {
  const page = await open(options);
  await page.goto(club.url + path);
  await settle(page);
  return page;
}

const PUBLIC_PATHS = [
  '/',
  '/contact',
  '/cancel?court=2&date=2026-11-20&time=18:30',
  '/return-refund-policy',
  '/privacy-policy',
  '/terms-conditions',
  '/service-policy',
  '/no-such-page',
  '/offline',
];

describe('the first screen', () => {
  test('on a phone it shows name, city, price, hours, Book a Court and Contact Us without scrolling', async () => {
    const page = await visit('/');
    const hero = page.locator('.hero');
    for (const text of [
      'Padel Club Faisalabad',
      'PKR 4,000 an hour',
      'Every day, 7 AM – 4 AM',
      'Book a Court',
      'Contact Us',
      'Canal Road, Faisalabad',
    ]) {
      const box = await hero.getByText(text).first().boundingBox();
      expect([text, box !== null && box.y >= 0 && box.y + box.height <= PHONE.height]).toEqual([text, true]);
    }
    expect(page.errors).toEqual([]);
  });

  test('the layout does not shift while the page loads', async () => {
    const page = await openPage({ viewport: PHONE });
    await page.addInitScript(() => {
      const seen = { shift: 0 };
      Object.assign(globalThis, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${club.url}/`);
    await settle(page);
    const shift = await page.evaluate(
      () => (globalThis as unknown as { seen: { shift: number } }).seen.shift,
    );
    expect(shift).toBeLessThan(0.1);
  });

  test('each court links to the wizard with its id, and the Coming Soon buttons are disabled', async () => {
    const page = await visit('/');
    const links = await page
      .locator('#courts a', { hasText: 'Book Now' })
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(['/booking?court=1', '/booking?court=2']);
    for (const section of ['#food-drink', '#events']) {
      expect(await page.locator(section).getByRole('button', { name: 'Coming Soon' }).isDisabled()).toBe(
        true,
      );
    }
  });
});

describe('the navigation bar', () => {
  const bar = (page: Page) => page.getByRole('banner');
  const toggle = (page: Page) => bar(page).getByRole('button', { name: /Menu|Close/ });

  test('the menu keeps the focus, and Escape closes it and returns the focus to its button', async () => {
    const page = await visit('/');
    await toggle(page).click();
    expect(await toggle(page).getAttribute('aria-expanded')).toBe('true');
    expect(await page.locator('main').getAttribute('inert')).not.toBeNull();
    const seen = new Set<string>();
    for (let press = 0; press < 24; press++) {
      await page.keyboard.press('Tab');
      seen.add(
        await page.evaluate(() =>
          document.activeElement?.closest('header') ? (document.activeElement.textContent ?? '') : 'OUTSIDE',
        ),
      );
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(['Courts', 'Food & Drink', 'Events & Clinics', 'Login', 'Sign Up', 'Book Now']),
    );
    expect(seen.has('OUTSIDE')).toBe(false);
    await page.keyboard.press('Escape');
    expect(await toggle(page).getAttribute('aria-expanded')).toBe('false');
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('menu-toggle');
    expect(await page.locator('main').getAttribute('inert')).toBeNull();
  });

  test('any link closes the menu, and an anchor works from another page', async () => {
    const page = await visit('/contact');
    await toggle(page).click();
    await bar(page).getByRole('link', { name: 'Food & Drink' }).click();
    await page.waitForURL(/#food-drink$/);
    expect(await toggle(page).getAttribute('aria-expanded')).toBe('false');
    await page.waitForFunction(() => {
      const top = document.getElementById('food-drink')?.getBoundingClientRect().top ?? -999;
      return top >= -10 && top < 200;
    });
  });

  test('an anchor works again after scrolling away, and from the URL', async () => {
    const page = await visit('/#courts', { viewport: DESKTOP });
    const top = (id: string) =>
      page.evaluate((name) => document.getElementById(name)?.getBoundingClientRect().top ?? 0, id);
    expect(await top('courts')).toBeLessThan(200);
    await page.evaluate(() => scrollTo(0, 0));
    await bar(page).getByRole('link', { name: 'Courts' }).click();
    await page.waitForFunction(
      () => (document.getElementById('courts')?.getBoundingClientRect().top ?? 999) < 200,
    );
    expect(await top('courts')).toBeGreaterThanOrEqual(0);
  });

  test('has the background of its page', async () => {
    for (const [path, name] of [
      ['/booking', 'bg-booking'],
      ['/contact', 'bg-contact'],
      ['/login', 'bg-login'],
      ['/register', 'bg-login'],
      ['/', null],
      ['/privacy-policy', null],
    ] as const) {
      const html = await (await fetch(club.url + path)).text();
      const header = html.slice(html.indexOf('<header'), html.indexOf('</header>'));
      const backgrounds = [...new Set(header.match(/bg-[a-z]+/g))];
      expect([path, backgrounds]).toEqual([path, name ? [name] : []]);
    }
    const page = await visit('/contact');
    const picture = page.locator('header .header-picture img');
    expect(await picture.evaluate((img: HTMLImageElement) => img.currentSrc)).toContain('bg-contact');
  });

  test('the footer has everything that the specification names', async () => {
    const page = await visit('/');
    const foot = page.getByRole('contentinfo');
    const hrefs = await foot
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual(
      expect.arrayContaining([
        'https://www.instagram.com/',
        'https://www.facebook.com/',
        'tel:+923000000000',
        'mailto:hello@padelclub.example',
        '/privacy-policy',
        '/terms-conditions',
        '/return-refund-policy',
        '/service-policy',
      ]),
    );
    expect(await foot.textContent()).toContain('© 2025 Padel Club Faisalabad');
  });
});

describe('the contact form', () => {
  const send = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click();
  const toast = (page: Page) => page.locator('[data-sonner-toast][data-mounted="true"]').first();

  async function fill(page: Page, values: Record<string, string>) {
    for (const [label, value] of Object.entries(values)) {
      const field = page.getByRole('main').getByLabel(label, { exact: true });
      if (label === 'Subject') await field.selectOption(value);
      else await field.fill(value);
    }
  }

  test('the errors come in the specified order, in a toast, the summary and beside the fields', async () => {
    const page = await visit('/contact');
    const cases: [Record<string, string>, string, string][] = [
      [{}, 'Missing Information', 'Please enter your name.'],
      [{ Name: 'A' }, 'Missing Information', 'Please enter your email address.'],
      [{ Email: 'a@' }, 'Invalid Email', 'Please enter a valid email address.'],
      [{ Email: 'a@example.com' }, 'Missing Information', 'Please select a subject.'],
      [{ Subject: 'lessons' }, 'Missing Information', 'Please enter your message.'],
      [
        { Message: '  short    ' },
        'Missing Information',
        'Please enter a more detailed message (at least 10 characters).',
      ],
      [
        { Message: 'Long enough to be read' },
        'Invalid Form Data',
        'Please check your information and try again.',
      ],
    ];
    expect(await page.locator('.error-summary').count()).toBe(0);
    for (const [values, title, sentence] of cases) {
      await fill(page, values);
      await send(page);
      await page.locator('[data-sonner-toast]', { hasText: sentence }).first().waitFor();
      expect(
        await page.locator('[data-sonner-toast]', { hasText: sentence }).first().textContent(),
      ).toContain(title);
      expect(await page.evaluate(() => document.activeElement?.className)).toContain('error-summary');
    }
    const name = page.getByLabel('Name', { exact: true });
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('link', { name: 'Name must be at least 2 characters' }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  });

  test('a valid message is sent, and Send Another Message shows an empty form', async () => {
    const page = await visit('/contact');
    await fill(page, {
      Name: 'Ayesha Khan',
      Email: 'ayesha@example.com',
      Subject: 'food',
      Message: 'Is the kitchen open on Sundays?',
    });
    await send(page);
    await page.getByRole('heading', { name: 'Message Sent!' }).waitFor();
    await page
      .getByRole('main')
      .getByText("Thank you for reaching out. We'll get back to you within 24 hours.")
      .waitFor();
    expect(await toast(page).textContent()).toContain('Message Sent!');
    const db = new Database(join(club.dataDir, 'club.db'), { readonly: true });
    expect(db.query('SELECT name, email, subject, message FROM contact_message').all()).toEqual([
      {
        name: 'Ayesha Khan',
        email: 'ayesha@example.com',
        subject: 'food',
        message: 'Is the kitchen open on Sundays?',
      },
    ]);
    db.close();
    await page.getByRole('button', { name: 'Send Another Message' }).click();
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('');
    expect(page.errors).toEqual([]);
  });
});

describe('the page of a cancelled payment', () => {
  const CASES: [query: string, facts: string[], bookAgainUrl: string][] = [
    [
      '?court=1&date=2026-11-20&time=18:30',
      ['Court 1 - Premium Panoramic', 'Friday, November 20, 2026', '6:30 PM'],
      '/booking?court=1&date=2026-11-20&time=18%3A30',
    ],
    ['?court=2&time=00:00', ['Court 2 - Tournament Grade', 'N/A', '12 AM'], '/booking?court=2&time=00%3A00'],
    [
      '?court=3&date=2026-02-30&time=12:00',
      ['Court 3 - Social & Lessons', 'N/A', '12 PM'],
      '/booking?court=3&date=2026-02-30&time=12%3A00',
    ],
    ['?court=7', ['Court 7', 'N/A', 'N/A'], '/booking?court=7'],
    ['?date=2026-11-21', ['N/A', 'Saturday, November 21, 2026', 'N/A'], '/booking?date=2026-11-21'],
    ['?time=25:99', ['N/A', 'N/A', 'N/A'], '/booking?time=25%3A99'],
  ];

  test('shows what its address names', async () => {
    const page = await open();
    for (const [query, facts, bookAgainUrl] of CASES) {
      await page.goto(`${club.url}/cancel${query}`);
      await settle(page);
      const card = page.getByRole('region', { name: 'Attempted Booking Details' });
      expect([query, await card.locator('dd').allTextContents()]).toEqual([query, [...facts, 'PKR 5,000']]);
      const bookAgain = page.getByRole('link', { name: 'Book Again' });
      expect([query, await bookAgain.getAttribute('href')]).toEqual([query, bookAgainUrl]);
    }
    expect(page.errors).toEqual([]);
  });

  test('without parameters there is no details card, and every link is there', async () => {
    const page = await visit('/cancel');
    expect(await page.getByText('Attempted Booking Details').count()).toBe(0);
    const main = page.getByRole('main');
    for (const text of [
      'Booking Cancelled',
      'Your payment was cancelled or interrupted. No charges have been made.',
      'Payment Not Completed',
      'No Charges Made',
      'Court Not Reserved',
    ]) {
      expect(await main.getByText(text).count()).toBeGreaterThan(0);
    }
    const href = (name: string) => main.getByRole('link', { name }).getAttribute('href');
    expect(await href('Book Again')).toBe('/booking');
    expect(await href('Different Payment')).toBe('/booking');
    expect(await href('Contact Us')).toBe('/contact');
    expect(await href('Back to Home')).toBe('/');
  });
});

describe('without JavaScript or network', () => {
  test('a returning visitor sees phone and opening hours without a network', async () => {
    const page = await visit('/', { serviceWorkers: 'allow' });
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.reload({ waitUntil: 'networkidle' });
    const cachedPaths = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map((request) => new URL(request.url).pathname);
    });
    // A page must not wait until the worker has started.
    expect(
      await page.evaluate(async () => {
        const { navigationPreload } = await navigator.serviceWorker.ready;
        return (await navigationPreload.getState()).enabled;
      }),
    ).toBe(true);
    expect(cachedPaths).toContain('/offline');
    expect(cachedPaths.filter((path) => path.startsWith('/api/'))).toEqual([]);
    await page.context().setOffline(true);
    await page.goto(`${club.url}/booking`);
    expect(await page.getByRole('heading', { name: 'You are offline' }).isVisible()).toBe(true);
    expect(await page.getByRole('main').getByText('+92 300 0000000').isVisible()).toBe(true);
    expect(await page.getByRole('main').getByText('Every day, 7 AM – 4 AM').isVisible()).toBe(true);
  });
});

test('a returning visitor who is online reads that the website does not answer', async () => {
  const stopped = await startServerProcess();
  try {
    const page = await open({ serviceWorkers: 'allow' });
    await page.goto(stopped.url);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.reload({ waitUntil: 'networkidle' });
    await stopped.stop();
    await page.goto(`${stopped.url}/booking`);
    await page.getByRole('heading', { name: 'Our website does not answer' }).waitFor();
    expect(await page.getByRole('heading', { name: 'You are offline' }).isVisible()).toBe(false);
    expect(await page.getByRole('main').getByText('+92 300 0000000').isVisible()).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
  } finally {
    await stopped.close();
  }
});

test('a toast stands in the region Notification, F8 focuses it, and a swipe of 50 px dismisses it', async () => {
  const page = await visit('/contact', { viewport: DESKTOP });
  await page.getByRole('button', { name: 'Send Message' }).click();
  const toast = page.locator('[data-sonner-toast]');
  await toast.waitFor();
  const region = page.getByRole('region', { name: 'Notification', exact: true });
  await region.waitFor({ state: 'attached' });
  await page.keyboard.press('F8');
  expect(await region.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  const swipe = async (pixels: number) => {
    const box = await toast.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + pixels / 2, y);
    await page.mouse.move(x + pixels, y);
    await page.mouse.up();
  };
  await swipe(48);
  expect(await toast.getAttribute('data-swipe-out')).toBe('false');
  await swipe(52);
  await toast.waitFor({ state: 'detached' });
});

describe('axe finds nothing and nothing scrolls sideways', () => {
  test('on each page', async () => {
    const page = await open();
    for (const path of PUBLIC_PATHS) {
      await page.goto(club.url + path);
      await settle(page);
      await checkScreen(page, `page-${path.replaceAll(/\W+/g, '-')}`);
    }
  });

  test('with errors showing and with the menu open', async () => {
    const page = await visit('/contact');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.locator('.error-summary').waitFor();
    await page.locator('[data-sonner-toast][data-mounted="true"]').waitFor();
    await checkScreen(page, 'contact-errors');
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});
