/** The service worker serves these pages from this cache while offline. */
const CACHE_NAME = 'booking-pages';
const PAGES = ['/success', '/manage'];

/** Stores a booking's pages on this phone, with the files they have loaded; nothing from the API. */
export async function keepForOffline(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && /\.(js|css|woff2)$/.test(pathname))
    .map(({ pathname }) => pathname);
  const cache = await caches.open(CACHE_NAME);
  const kept = await Promise.all([...PAGES, ...files].map((path) => cache.match(path)));
  if (kept.every(Boolean)) return;
  // A different build, whose pages need its own files.
  for (const old of await cache.keys()) await cache.delete(old);
  await cache.addAll([...PAGES, ...new Set(files)]);
}
