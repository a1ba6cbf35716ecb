import { describe, expect, test } from 'bun:test';
import client from '#client';
import type { PageData } from '../../../src/domain/page-data.ts';
import { PageServer } from '../../../src/http/page-server.ts';
import { clubForEachTest, createTestClub } from '../../support/test-club.ts';
import { visibleText } from '../../support/visible-text.ts';

const SITEMAP_PATHS = [
  '/',
  '/booking',
  '/matches',
  '/contact',
  '/privacy-policy',
  '/terms-conditions',
  '/return-refund-policy',
  '/service-policy',
];
const OTHER_PATHS = [
  '/book',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/verify',
  '/join',
  '/my-data',
  '/account',
  '/admin',
  '/success',
  '/receipt',
  '/failed',
  '/cancel',
];
/** Pages that may be indexed but are not in the sitemap. */
const INDEXABLE_PATHS = ['/book', '/login', '/register'];

const club = clubForEachTest({ env: { PUBLIC_URL: 'https://club.example' } });

test.each([
  ...SITEMAP_PATHS,
  '/login',
  '/robots.txt',
  '/sitemap.xml',
  '/api/courts',
  '/api/health',
  '/api/slots?date=2026-11-22&courtId=1',
])('HEAD %s has the status and the headers of GET, and no body', async (path) => {
  const [head, get] = await Promise.all(
    ['HEAD', 'GET'].map((method) => club.app.handle(new Request(`http://localhost${path}`, { method }))),
  );
  expect([head?.status, await head?.text()]).toEqual([get?.status as number, '']);
  for (const name of ['content-type', 'cache-control', 'content-security-policy', 'etag'])
    expect([name, head?.headers.get(name)]).toEqual([name, get?.headers.get(name)]);
  expect(get?.status).toBe(200);
});

/** The code that a page fetches once what it shows first has come. */
function preloadedCode(html: string): string[] {
  return firstMatch(html, /<script data-modules="([^"]*)"/).split(' ');
}

function firstMatch(html: string, pattern: RegExp): string {
  return pattern.exec(html)?.[1] ?? '';
}

describe('every listed page', () => {
  for (const path of SITEMAP_PATHS) {
    test(`${path} is complete HTML with title, description, canonical and Open Graph`, async () => {
      const { status, text, headers } = await club.get(path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(firstMatch(text, /<title>([^<]*)<\/title>/)).toEndWith('· Padel Club Faisalabad');
      expect(firstMatch(text, /<meta name="description" content="([^"]*)"/).length).toBeGreaterThan(20);
      expect(firstMatch(text, /<link rel="canonical" href="([^"]*)"/)).toBe(`https://club.example${path}`);
      expect(firstMatch(text, /<meta property="og:url" content="([^"]*)"/)).toBe(
        `https://club.example${path}`,
      );
      const image = firstMatch(text, /<meta property="og:image" content="https:\/\/club\.example([^"]*)"/);
      expect((await club.get(image)).headers.get('content-type')).toBe('image/jpeg');
      expect(text.match(/<h1[ >]/g)?.length).toBe(1);
      expect(text).not.toMatch(/ style="/);
      expect(text).not.toContain('name="robots"');
    });
  }
});

test('Personal pages are neither indexed nor in the sitemap', async () => {
  const sitemap = await club.get('/sitemap.xml');
  expect(sitemap.headers.get('content-type')).toStartWith('application/xml');
  const listed = [...sitemap.text.matchAll(/<loc>https:\/\/club\.example([^<]*)<\/loc>/g)].map(
    (hit) => hit[1],
  );
  expect(listed).toEqual(SITEMAP_PATHS);
  for (const path of [...OTHER_PATHS.filter((one) => !INDEXABLE_PATHS.includes(one)), '/offline']) {
    expect((await club.get(path)).text).toContain('<meta name="robots" content="noindex">');
  }
  expect((await club.get('/robots.txt')).text).toContain('Sitemap: https://club.example/sitemap.xml');
});

test('An indexed page names its canonical address, and an alias names that of its page', async () => {
  for (const path of INDEXABLE_PATHS) {
    const { text } = await club.get(path);
    expect(text).not.toContain('name="robots"');
    expect(firstMatch(text, /<link rel="canonical" href="([^"]*)"/)).toBe(
      `https://club.example${path === '/book' ? '/booking' : path}`,
    );
  }
});

test('A page has the style sheets that it needs, and its content security policy allows only those and its script', async () => {
  for (const path of [...SITEMAP_PATHS, ...OTHER_PATHS, '/nowhere']) {
    const { text, headers } = await club.get(path);
    const hashesOf = (element: RegExp) =>
      [...text.matchAll(element)].map(
        ([, inside = '']) => `'sha256-${new Bun.CryptoHasher('sha256').update(inside).digest('base64')}'`,
      );
    const scripts = hashesOf(/<script data-modules[^>]*>(.*?)<\/script>/gs);
    expect([path, scripts.length]).toEqual([path, 1]);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain(["script-src 'self'", ...scripts].join(' '));
    expect(policy).toContain(`style-src 'self' ${hashesOf(/<style[^>]*>(.*?)<\/style>/gs).join(' ')};`);
    expect([path, text.includes('.admin-')]).toEqual([path, path === '/admin']);
  }
  expect((await club.get('/api/courts')).headers.get('content-security-policy')).toContain(
    "style-src 'self';",
  );
});

test('The Link header names the heading font', async () => {
  const { headers, text } = await club.get('/');
  const link = headers.get('link') ?? '';
  expect(link).toEndWith('rel=preload; as=font; type="font/woff2"; crossorigin');
  expect(text).toContain(firstMatch(link, /<([^>]*)>/));
});

test('Only the page of an admin asks for the desk, and not while the screen is locked', async () => {
  const local = await createTestClub();
  const owner = await local.signIn({ email: 'owner@example.com', role: 'owner' });
  const staff = await local.signIn({ email: 'desk@example.com', role: 'staff' });
  const member = await local.signIn({ email: 'member@example.com' });
  const asked = async (path: string, headers?: Record<string, string>) => {
    const { headers: answer, text } = await local.get(path, headers);
    const answers = answer.get('link')?.match(/<\/api[^>]*>/g) ?? [];
    return { answers: answers.length, code: preloadedCode(text).length };
  };
  const desk = await asked('/admin', staff.headers);
  expect(desk.answers).toBe(2);
  expect(await asked('/admin', owner.headers)).toEqual(desk);
  const link = (await local.get('/admin', staff.headers)).headers.get('link') ?? '';
  const day = await local.get(firstMatch(link, /<(\/api\/admin\/day[^>]*)>/), staff.headers);
  expect([day.status, day.json.data.date]).toEqual([200, day.json.data.today]);
  const plain = await asked('/admin');
  expect(plain).toEqual({ answers: 0, code: plain.code });
  expect(plain.code).toBeLessThan(desk.code);
  for (const [path, headers] of [
    ['/admin', member.headers],
    ['/admin?tab=money', staff.headers],
    ['/booking', staff.headers],
  ] as const)
    expect([path, (await asked(path, headers)).answers]).toEqual([path, 0]);
  await local.put('/api/auth/pin', { pin: '2468' }, staff.headers);
  await local.post('/api/auth/lock', {}, staff.headers);
  expect(await asked('/admin', staff.headers)).toEqual(plain);
  await local.close();
});

test('The landing page shows name, address, hours and prices without a script', async () => {
  const text = visibleText((await club.get('/')).text);
  for (const fact of [
    'Padel Club Faisalabad',
    'Sport. Sip. Social.',
    'PKR 4,000 an hour',
    'Every day, 7 AM – 4 AM',
    'Canal Road, Faisalabad, Pakistan',
    'Book a Court',
    'Contact Us',
    'Court 1 - Premium Panoramic',
    'Court 2 - Tournament Grade',
    'Panoramic glass',
    'Climate control',
    'PKR 5,000 an hour',
    'Food & Drink',
    'Events & Clinics',
    'Coming Soon',
    '© 2025',
  ]) {
    expect(text).toContain(fact);
  }
});

test('The map is that of the typed address, and only social pages that an owner entered have a link', async () => {
  const SOCIAL = /href="https:\/\/www\.(instagram|facebook)\.com/;
  expect((await club.get('/')).text).not.toMatch(SOCIAL);
  let version = 0;
  const set = (key: string, value: string) =>
    club.db.run('INSERT INTO setting (key, value, version) VALUES (?, ?, ?)', [
      key,
      JSON.stringify(value),
      ++version,
    ]);
  set('club.name', 'Smash');
  set('club.address', 'Mall Road 5, Lahore');
  const { text } = await club.get('/');
  const map = 'https://www.google.com/maps/search/?api=1&amp;query=Smash%2C%20Mall%20Road%205%2C%20Lahore';
  expect(text.split(`href="${map}"`).length).toBeGreaterThan(2);
  set('club.map_url', 'https://maps.example/smash');
  set('club.instagram_url', 'https://www.instagram.com/smash');
  const own = (await club.get('/')).text;
  expect(own).toContain('href="https://maps.example/smash"');
  expect(own).not.toContain('google.com/maps');
  expect(SOCIAL.exec(own)?.[1]).toBe('instagram');
});

test('On a phone the menu leads to the open matches, unless the club has none', async () => {
  const menuOf = async () => firstMatch((await club.get('/')).text, /id="mobile-menu"(.*?)<\/header>/s);
  expect(await menuOf()).toContain('href="/matches"');
  club.db.run(`INSERT INTO setting (key, value, version) VALUES ('matches.allowed', 'false', 1)`);
  expect(await menuOf()).not.toContain('href="/matches"');
});

test('The first step of the wizard says where to ask for a regular slot', async () => {
  expect(visibleText((await club.get('/booking')).text)).toContain('Every week? Ask for a regular slot');
});

test('The structured data is a SportsActivityLocation that closes after midnight', async () => {
  const { text } = await club.get('/');
  const data = JSON.parse(firstMatch(text, /<script type="application\/ld\+json">(.*?)<\/script>/s));
  expect(data).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'SportsActivityLocation',
    name: 'Padel Club Faisalabad',
    telephone: '+92 300 0000000',
    address: { '@type': 'PostalAddress', addressLocality: 'Faisalabad', addressCountry: 'PK' },
    hasMap:
      'https://www.google.com/maps/search/?api=1&query=Padel%20Club%20Faisalabad%2C%20Canal%20Road%2C%20Faisalabad%2C%20Pakistan',
    sameAs: [],
    openingHoursSpecification: [{ opens: '07:00', closes: '04:00' }],
    priceRange: 'PKR 4,000 – PKR 5,000',
  });
  expect(data).not.toHaveProperty('geo');
  expect(data.openingHoursSpecification[0].dayOfWeek).toHaveLength(7);
  expect(data.makesOffer).toHaveLength(2);
});

test.each(['/nothing-here', '/booking/nothing', '/constructor', '/__proto__', '/pictures/none.avif'])(
  '%s answers 404 with the page that says so',
  async (path) => {
    const { status, text } = await club.get(path);
    expect(status).toBe(404);
    expect(visibleText(text)).toContain('404 Page Not Found');
    expect(text).toContain('noindex');
  },
);

test('A page keeps its ETag, and the server answers 304 for it', async () => {
  const first = await club.get('/');
  const second = await club.get('/');
  const tag = first.headers.get('etag') ?? '';
  expect(tag).not.toBe('');
  expect(second.headers.get('etag')).toBe(tag);
  expect((await club.get('/', { 'if-none-match': tag })).status).toBe(304);
});

test.each([
  ['br;q=0', null],
  ['gzip, br;q=0.0', null],
  ['*;q=0', null],
  ['br;q=0.1, identity', null],
  ['gzip', null],
  ['xbr', null],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5', 'br'],
  ['*', 'br'],
])('Accept-Encoding: %s is answered with the encoding %p', async (accepted, encoding) => {
  for (let time = 0; time < 2; time += 1) {
    const page = await club.get('/', { 'accept-encoding': accepted });
    expect([page.status, page.headers.get('content-encoding')]).toEqual([200, encoding]);
  }
});

test('The manifest makes the site installable with existing icons', async () => {
  const { json, headers } = await club.get('/manifest.webmanifest');
  expect(headers.get('content-type')).toBe('application/manifest+json');
  expect(json).toMatchObject({ name: 'Padel Club Faisalabad', start_url: '/', display: 'standalone' });
  expect(json.icons.map((icon: { purpose: string }) => icon.purpose)).toContain('maskable');
  for (const icon of json.icons) expect((await club.get(icon.src)).status).toBe(200);
  expect((await club.get('/favicon.ico')).headers.get('content-type')).toBe('image/x-icon');
});

test('The service worker caches one page with phone and hours, its styles, and nothing of the API', async () => {
  const worker = await club.get('/sw.js');
  expect(worker.headers.get('content-type')).toStartWith('text/javascript');
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  const kept = JSON.parse(firstMatch(worker.text, /^const PRECACHE = (.*);$/m));
  expect(kept.page).toBe('/offline');
  for (const file of kept.files) expect((await club.get(file)).status).toBe(200);
  const page = await club.get('/offline');
  expect(visibleText(page.text)).toContain('+92 300 0000000');
  expect(visibleText(page.text)).toContain('Every day, 7 AM – 4 AM');
  expect(page.text).not.toContain('<script');
});

test('Every screen names its script, and the page preloads it', async () => {
  for (const path of [...SITEMAP_PATHS, ...OTHER_PATHS]) {
    const { text } = await club.get(path);
    const code = preloadedCode(text);
    expect([path, code.length > 1]).toEqual([path, true]);
    for (const url of code) expect(Object.keys(client.assets)).toContain(url);
  }
});

test('The page of a booking asks for the booking and the code that shows it at once', async () => {
  const { text, headers } = await club.get('/manage');
  const files = await Promise.all(preloadedCode(text).map(async (url) => (await club.get(url)).text));
  expect(files.some((file) => file.includes('How do you want to pay?'))).toBe(true);
  for (const url of preloadedCode(text)) expect(headers.get('link')).toContain(`<${url}>; rel=modulepreload`);
  expect(text).toContain(' data-at-once="">');
  const contact = await club.get('/contact');
  expect(contact.headers.get('link')).not.toContain('modulepreload');
  expect(contact.text).not.toMatch(/data-at-once/);
  expect(visibleText(text)).toContain('Managing your booking needs JavaScript');
});

test('Code that is loaded later is asked for together with the files that it imports', async () => {
  const first = preloadedCode((await club.get('/')).text);
  const files = new Map<string, string>();
  for (const url of Object.keys(client.assets).filter((name) => name.endsWith('.js')))
    files.set(url.replace('/assets/', ''), (await club.get(url)).text);
  const namesIn = (file: string, pattern: RegExp) =>
    [...(files.get(file) ?? '').matchAll(pattern)].map(([, name = '']) => name);
  const importsOf = (file: string) => namesIn(file, /(?:from|import)"\.\/([^"]+)"/g);
  for (const [file, text] of files) {
    if (first.includes(`/assets/${file}`)) continue;
    for (const [, group = ''] of text.matchAll(/((?:import\("[^"]+"\),)*import\("[^"]+"\))/g)) {
      const asked = [...group.matchAll(/import\("\.\/([^"]+)"\)/g)].map(([, name = '']) => name);
      const missing = importsOf(asked.at(-1) ?? '').filter(
        (name) => ![...asked, ...importsOf(file), file].includes(name) && !name.startsWith('main-'),
      );
      expect([file, asked.at(-1), missing]).toEqual([file, asked.at(-1), []]);
    }
  }
});

test('The first route needs at most 98 KB of compressed JavaScript', async () => {
  const { text } = await club.get('/');
  let size = 0;
  for (const url of preloadedCode(text)) size += Bun.gzipSync((await club.get(url)).text).byteLength;
  expect(size).toBeGreaterThan(30_000);
  expect(size).toBeLessThanOrEqual(98 * 1024);
});

test('The first code of the landing page and of the wizard stays small, in few files', async () => {
  // Kilobytes as they travel: those of the build before the calendar, and in the wizard what keeps a translated page
  // current, the server's time, the first free day of a full evening, and the price with a member's plan.
  for (const [path, kilobytes] of [
    ['/', 70.7],
    ['/booking', 86.7],
  ] as const) {
    const code = preloadedCode((await club.get(path)).text);
    expect([path, code.length <= 8]).toEqual([path, true]);
    let size = 0;
    for (const url of code) size += Bun.file(client.assets[url]?.file ?? '').size;
    expect(size).toBeGreaterThan(30_000);
    expect([path, size / 1024 <= kilobytes ? 'small' : size]).toEqual([path, 'small']);
  }
});

test('The content security policy allows the pixel only when the owner has set one', async () => {
  expect((await club.get('/')).headers.get('content-security-policy')).not.toContain('facebook');
  const withPixel = await createTestClub({ env: { META_PIXEL_ID: '123456789' } });
  const policy = (await withPixel.get('/')).headers.get('content-security-policy');
  withPixel.close();
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']*' https:\/\/connect\.facebook\.net;/);
  expect(policy).toContain('https://www.facebook.com');
});

test('The policy pages hold the specified rules', async () => {
  const promises: Record<string, string[]> = {
    '/return-refund-policy': [
      '24 hours or more before the start 100%',
      '12 to 24 hours before the start 50%',
      'Less than 12 hours before the start No refund',
      'Credit or debit card 3–7 business days',
      'Bank transfer 2–5 business days',
      '1–3 business days',
      'Immediately, at the reception',
      'rescheduled once, free of charge, up to 24 hours before',
      'Three or more courts',
      'within 48 hours',
    ],
    '/service-policy': [
      'confirmation email is sent within 5 minutes',
      'SMS',
      '48 hours',
      'Within 4 hours',
      'Within 24 hours',
      '99%',
      '20 m × 10 m',
      '5 minutes before',
      '7 AM – 10 AM',
      '10 AM – 6 PM',
      '6 PM – 2 AM',
      '2 AM – 4 AM',
      'prices include taxes',
      'Payment is required in advance',
      'Confirmation is instant on successful payment',
    ],
    '/terms-conditions': ['60 minutes', '15 minutes early'],
    '/privacy-policy': ['no advertising or tracking cookies'],
  };
  for (const [path, sentences] of Object.entries(promises)) {
    const text = visibleText((await club.get(path)).text);
    expect(text).toContain('Last updated January 2025');
    for (const sentence of sentences)
      expect([path, sentence, text.includes(sentence)]).toEqual([path, sentence, true]);
  }
});

describe('the page after a payment that stopped', () => {
  const ADDRESS = '/cancel?court=2&date=2026-11-21&time=18:30';

  test('has its booking and the link to book it again in the HTML, where the address is well-formed', async () => {
    const { text } = await club.get(ADDRESS);
    const html = text.slice(0, text.indexOf('id="page-data"'));
    for (const words of ['Court 2 - Tournament Grade', 'Saturday, November 21, 2026', '6:30 PM'])
      expect(html).toContain(words);
    expect(html).toMatch(/href="\/booking\?[^"]*court=2[^"]*"[^>]*>(?:(?!<\/a>).)*Book Again/s);
    for (const query of [
      '',
      '?court=Win+a+car&date=2026-11-21&time=18:30',
      '?court=2&date=2026-02-30&time=18:30',
    ]) {
      const other = await club.get(`/cancel${query}`);
      expect([query, other.status, /November|6:30 PM|Win a car/.test(other.text)]).toEqual([
        query,
        200,
        false,
      ]);
    }
  });

  test('takes the place of no other drawing, whoever makes addresses up', async () => {
    let drawings = 0;
    const pages = createPageServer(() => (drawings += 1));
    const open = async (path: string) =>
      pages.respond(new Request(`http://localhost${path}`), path.split('?')[0] ?? path);
    for (const path of ['/', '/booking']) await open(path);
    for (let at = 0; at < 300; at += 1) await open(`/cancel?at=${at}`);
    expect(drawings).toBe(302);
    // A crowd at once shares one drawing beside the one for an answer.
    await Promise.all(Array.from({ length: 50 }, (_, at) => open(`/cancel?crowd=${at}`)));
    expect(drawings).toBe(304);
    for (const path of ['/', '/booking']) await open(path);
    expect(drawings).toBe(304);
  });
});

test('addresses that differ in what a page does not read share one answer, and its data is read once', async () => {
  let [drawings, reads] = [0, 0];
  const pages = createPageServer(
    () => (drawings += 1),
    () => (reads += 1),
  );
  const open = (path: string) =>
    pages.respond(new Request(`http://localhost${path}`), path.split('?')[0] ?? path);
  const first = await open('/contact?key=one');
  for (let at = 0; at < 300; at += 1) expect(await open(`/contact?x=${at}&key=one&y`)).toBe(first);
  expect([drawings, reads]).toEqual([1, 1]);
  await open('/contact?key=two');
  expect([drawings, reads]).toEqual([2, 2]);
});

test.each(['/', '/booking?court=2', '/matches', '/events', '/events/1', '/matches/1', '/nowhere', '/cancel'])(
  '%s answers the same for any other parameter',
  async (path) => {
    const etagOf = async (query: string) =>
      (await club.get(`${path}${path.includes('?') ? '&' : '?'}${query}`)).headers.get('etag');
    const first = await etagOf('');
    expect(first).toBeString();
    expect([await etagOf('x=1'), await etagOf('fbclid=A&utm_source=B')]).toEqual([first, first]);
  },
);

test('both names of the booking page share their drawings', async () => {
  for (const query of ['', '?court=2'])
    expect((await club.get(`/book${query}`)).headers.get('etag')).toBe(
      (await club.get(`/booking${query}`)).headers.get('etag'),
    );
  expect(await client.resolvePage('/book')).toEqual(await client.resolvePage('/booking'));
});

/** A page server whose addresses below `/cancel` have a drawing each. */
function createPageServer(onDraw: () => void, onRead = () => {}): PageServer {
  const fresh = new Map();
  const headers = {};
  return new PageServer({
    client: {
      assets: {},
      resolvePage: async (path) => ({
        path,
        content: path === '/cancel' ? 'stopped' : path === '/contact' ? 'event' : null,
      }),
      async renderPage(path, data) {
        onDraw();
        const text = `${path} ${JSON.stringify(data)}`;
        return { status: 200, text, type: 'text/html', inlineHashes: { scripts: [], styles: [] }, link: '' };
      },
    },
    pageData: () => ({}) as PageData,
    contentOf: (content, _path, query) => {
      const stopped = Object.fromEntries(query);
      if (content === 'stopped') return { variant: '', data: () => ({ stopped }), kept: false };
      const data = () => {
        onRead();
        return {};
      };
      return { variant: query.get('key') ?? '', data };
    },
    fresh: () => fresh,
    viewerOf: () => ({ variant: 'guest', data: () => ({}) }),
    headers: () => headers,
  });
}
