import { parseKeyLink } from './key-link.ts';

declare global {
  /** The server's answer about the link that opened this page; asked for before the page's code has come. */
  var openedLink: Promise<Response> | undefined;
}

/** Asks at `path` for what the fragment's link opens; `header` carries its key. */
export function askForOpenedLink(path: string, header: string): void {
  const link = parseKeyLink(location.hash.slice(1));
  if (!link) return;
  globalThis.openedLink = fetch(`${path}/${link.id}`, { headers: { [header]: link.key } });
  globalThis.openedLink.catch(() => {});
}

/** What was asked for; undefined from the second call on. */
export function takeOpenedLink(): Promise<Response> | undefined {
  const { openedLink } = globalThis;
  globalThis.openedLink = undefined;
  return openedLink;
}
