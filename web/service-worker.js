// What the site does without a network: the club's phone and hours instead of the browser's error. The
// server writes `KEPT` ({ version, page, files }) above this. Nothing else is kept, least of all the API.
const NAME = `kept-${KEPT.version}`;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) =>
        cache.addAll([KEPT.page, ...KEPT.files].map((url) => new Request(url, { cache: 'no-cache' }))),
      ),
  );
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('kept-') && name !== NAME;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match(KEPT.page)));
  } else if (KEPT.files.includes(url.pathname)) {
    event.respondWith(caches.match(url.pathname).then((kept) => kept ?? fetch(request)));
  }
});
