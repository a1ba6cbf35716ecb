// While offline or without an answer, shows the booking pages kept on this phone (keep-for-offline.ts), otherwise the
// offline page with the club's phone and hours; for the reception, the list of the day that the dashboard keeps. The
// server writes `PRECACHE` ({ version, page, files }) above this. Nothing from the API is cached.
const PATIENCE_MS = 8000;
const CACHE_NAME = `precache-${PRECACHE.version}`;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE_NAME)
      .then((cache) =>
        cache.addAll(
          [PRECACHE.page, ...PRECACHE.files].map((url) => new Request(url, { cache: 'no-cache' })),
        ),
      ),
  );
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const isOutdated = (name) => /^(precache|kept)-/.test(name) && name !== CACHE_NAME;
  event.waitUntil(
    Promise.all([
      // The browser requests a page while this worker starts, which takes long on a phone.
      self.registration.navigationPreload?.enable(),
      caches.keys().then((names) => Promise.all(names.filter(isOutdated).map((name) => caches.delete(name)))),
    ]),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') {
    event.respondWith(answerNavigation(event, url));
  } else if (PRECACHE.files.includes(url.pathname)) {
    event.respondWith(caches.match(url.pathname).then((cached) => cached ?? fetch(request)));
  } else if (!navigator.onLine) {
    event.respondWith(keptFile(url).then((kept) => kept ?? fetch(request)));
  }
});

/**
 * A proxy answers for a club that is off; only what this phone has kept is better than its page. A network that takes
 * requests and never answers, such as a Wi-Fi without its line, would keep both back for minutes.
 */
async function answerNavigation(event, url) {
  const answer = fetchPage(event).catch(() => null);
  const kept = await keptFile(url);
  const list = url.pathname === '/admin' ? await caches.match('/day-list') : undefined;
  const silence = new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  const response = await (kept || list ? Promise.race([answer, silence]) : answer);
  if (response !== null && ![502, 503, 504].includes(response.status)) return response;
  if (kept) return kept;
  return response !== null && !list ? response : offlinePage(list);
}

/** The cache has one copy of a page for every address; its script reads which booking it is. */
const keptFile = ({ pathname }) => caches.open('booking-pages').then((cache) => cache.match(pathname));

/** Says whether the browser is offline or the server doesn't answer. */
async function offlinePage(list) {
  const page = await caches.match(PRECACHE.page);
  if (!list && !navigator.onLine) return page;
  let html = await page.text();
  if (navigator.onLine) html = html.replace('data-unreachable="network"', 'data-unreachable="server"');
  if (list) html = html.replace('</main>', `${await list.text()}</main>`);
  const headers = new Headers(page.headers);
  // The text is no longer compressed.
  headers.delete('content-encoding');
  headers.delete('content-length');
  return new Response(html, { headers });
}

async function fetchPage({ preloadResponse, request }) {
  return (await preloadResponse) ?? fetch(request);
}
