import { bookingUrl, parseManageFragment } from './stored-booking-keys.ts';

declare global {
  /** The server's answer about the link that opened this page, requested before the page's code has arrived. */
  var openedLink: { url: string; response: Promise<Response> } | undefined;
}

/** Requests what the link in the fragment opens; null if there is none. */
export function askForOpenedLink(): Promise<Response> | null {
  const link = parseManageFragment(location.hash);
  if (!link) return null;
  const url = bookingUrl(link.ref);
  const headers = { accept: 'application/json', 'x-booking-key': link.key };
  const response = fetch(url, { credentials: 'include', headers });
  response.catch(() => {});
  globalThis.openedLink = { url, response };
  return response;
}

/** The answer, if `url` was requested; undefined from the second call on. */
export function takeOpenedLink(url: string): Promise<Response> | undefined {
  const { openedLink } = globalThis;
  if (openedLink?.url !== url) return undefined;
  globalThis.openedLink = undefined;
  return openedLink.response;
}
