import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright';
import { checkScreen, findAxeViolations } from '../support/axe.ts';
import { DESKTOP, PHONE, pageOpener, settle } from '../support/browser-pages-and-waits.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';
import { startServerProcess } from '../support/server-process.ts';

const club = serverForTestFile();

const open = pageOpener();

async function visit(path: string) {
  const page = await open();
  await page.goto(club.url + path);
  await settle(page);
  return page;
}

describe('the landing page', () => {
  test('on a phone its first screen has what matters, nothing shifts, and the courts and footer have their links', async () => {
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
    // `6 PM – 2 AM` is one line.
    const bands = await page.locator('.bands th[scope="row"] > span').all();
    expect(bands.length).toBeGreaterThan(0);
    for (const band of bands) expect((await band.boundingBox())?.height).toBeLessThan(30);
    const shift = await page.evaluate(async () => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
      return sum;
    });
    expect(shift).toBeLessThan(0.1);
    const links = await page
      .locator('#courts a', { hasText: 'Book Now' })
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(['/booking?court=1', '/booking?court=2']);
    for (const section of ['#food-drink', '#events']) {
      expect(await page.locator(section).getByRole('button', { name: 'Coming Soon' }).isDisabled()).toBe(
        true,
      );
    }
    const foot = page.getByRole('contentinfo');
    const hrefs = await foot
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual(
      expect.arrayContaining([
        'tel:+923000000000',
        'mailto:hello@padelclub.example',
        '/privacy-policy',
        '/terms-conditions',
        '/return-refund-policy',
        '/service-policy',
      ]),
    );
    // Nobody has entered accounts yet, and the front pages of those sites help nobody.
    expect(hrefs.filter((href) => /instagram|facebook/.test(href ?? ''))).toEqual([]);
    expect(await foot.textContent()).toContain('© 2025 Padel Club Faisalabad');
    await checkScreen(page, 'page-');
    expect(page.errors).toEqual([]);
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
    expect(await findAxeViolations(page)).toEqual([]);
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
    const picture = page.locator('header .header-picture img');
    expect(await picture.evaluate((img: HTMLImageElement) => img.currentSrc)).toContain('bg-contact');
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
    const page = await open();
    await page.setViewportSize(DESKTOP);
    await page.goto(`${club.url}/#courts`);
    await settle(page);
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
      ['/account', 'bg-account'],
      ['/', null],
      ['/privacy-policy', null],
    ] as const) {
      const html = await (await fetch(club.url + path)).text();
      const header = html.slice(html.indexOf('<header'), html.indexOf('</header>'));
      const backgrounds = [...new Set(header.match(/bg-[a-z]+/g))];
      expect([path, backgrounds]).toEqual([path, name ? [name] : []]);
      // The purple overlay on the picture.
      expect(html).toMatch(/\.header-picture:after\{[^}]*linear-gradient\(/);
    }
  });
});

describe('the contact form', () => {
  const send = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click();

  async function fill(page: Page, values: Record<string, string>) {
    for (const [label, value] of Object.entries(values)) {
      const field = page.getByRole('main').getByLabel(label, { exact: true });
      if (label === 'Subject') await field.selectOption(value);
      else await field.fill(value);
    }
  }

  test('errors come in the specified order, in a toast, the summary and at the fields, and then it is sent', async () => {
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
    await checkScreen(page, 'contact-errors');
    await page.getByRole('link', { name: 'Name must be at least 2 characters' }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
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
    await page.locator('[data-sonner-toast]', { hasText: 'Message Sent!' }).waitFor();
    const saved = club.database((db) =>
      db.query('SELECT name, email, subject, message FROM contact_message').values(),
    );
    expect(saved).toEqual([['Ayesha Khan', 'ayesha@example.com', 'food', 'Is the kitchen open on Sundays?']]);
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
    [
      '?court=2&date=2026-11-21',
      ['Court 2 - Tournament Grade', 'Saturday, November 21, 2026', 'N/A'],
      '/booking?court=2&date=2026-11-21',
    ],
    [
      '?court=3&date=2026-02-30&time=00:00',
      ['Court 3 - Social & Lessons', 'N/A', '12 AM'],
      '/booking?court=3&date=2026-02-30&time=00%3A00',
    ],
    ['?court=7&time=25:99', ['Court 7', 'N/A', 'N/A'], '/booking?court=7&time=25%3A99'],
  ];

  test('shows what its address names, and without parameters no details card', async () => {
    const page = await open();
    for (const [query, facts, bookAgainUrl] of CASES) {
      await page.goto(`${club.url}/cancel${query}`);
      await settle(page);
      const card = page.getByRole('region', { name: 'Attempted Booking Details' });
      expect([query, await card.locator('dd').allTextContents()]).toEqual([query, [...facts, 'PKR 5,000']]);
      const bookAgain = page.getByRole('link', { name: 'Book Again' });
      expect([query, await bookAgain.getAttribute('href')]).toEqual([query, bookAgainUrl]);
    }
    await checkScreen(page, 'page-cancel');
    expect(page.errors).toEqual([]);

    await page.goto(`${club.url}/cancel`);
    await settle(page);
    expect(await page.getByText('Attempted Booking Details').count()).toBe(0);
    const main = page.getByRole('main');
    const href = (name: string) => main.getByRole('link', { name }).getAttribute('href');
    expect(await href('Book Again')).toBe('/booking');
    expect(await href('Different Payment')).toBe('/booking');
    expect(await href('Contact Us')).toBe('/contact');
    expect(await href('Back to Home')).toBe('/');
  });
});

test("a returning visitor sees phone and hours without a network, and reads when the website doesn't answer", async () => {
  const stopped = await startServerProcess();
  try {
    const page = await open({ serviceWorkers: 'allow' });
    await page.goto(stopped.url);
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
    await page.goto(`${stopped.url}/booking`);
    expect(await page.getByRole('heading', { name: 'You’re offline' }).isVisible()).toBe(true);
    expect(await page.getByRole('main').getByText('+92 300 0000000').isVisible()).toBe(true);
    expect(await page.getByRole('main').getByText('Every day, 7 AM – 4 AM').isVisible()).toBe(true);
    await page.context().setOffline(false);
    await stopped.stop();
    await page.goto(`${stopped.url}/booking`);
    await page.getByRole('heading', { name: 'Our website isn’t answering' }).waitFor();
    expect(await page.getByRole('heading', { name: 'You’re offline' }).isVisible()).toBe(false);
    expect(await page.getByRole('main').getByText('+92 300 0000000').isVisible()).toBe(true);
    await checkScreen(page, 'page-offline');
  } finally {
    await stopped.close();
  }
});

test('without a pixel no request goes to a third party, and one warning is logged', async () => {
  // A blocked service worker would log a warning of its own.
  const page = await open({ serviceWorkers: 'allow' });
  const thirdPartyUrls: string[] = [];
  const warnings: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (new URL(url).origin !== club.url && !url.startsWith('data:')) thirdPartyUrls.push(url);
  });
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await page.goto(club.url);
  await settle(page);
  for (const name of ['Privacy Policy', 'Contact Us', 'Book a Court']) {
    await page.getByRole('contentinfo').getByRole('link', { name }).click();
    await settle(page);
  }
  expect(thirdPartyUrls).toEqual([]);
  expect(warnings).toEqual(['The advertising pixel has no id, so nothing is tracked.']);
});

test('a toast is in the region Notification, F8 focuses it, and a swipe of 50 px dismisses it', async () => {
  const page = await visit('/contact');
  await page.setViewportSize(DESKTOP);
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

test('axe finds nothing, and nothing scrolls sideways, on the pages of text', async () => {
  const page = await open();
  for (const path of [
    '/return-refund-policy',
    '/privacy-policy',
    '/terms-conditions',
    '/service-policy',
    '/no-such-page',
  ]) {
    await page.goto(club.url + path);
    await settle(page);
    await checkScreen(page, `page-${path.replaceAll(/\W+/g, '-')}`);
  }
});
