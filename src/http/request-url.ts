/**
 * The request's path as the client sent it, without the query. `URL` would throw for a request with an invalid Host
 * header.
 */
export function pathOf(request: Request): string {
  const address = addressOf(request);
  const end = address.search(/[?#]/);
  return end < 0 ? address : address.slice(0, end);
}

/** The path with the query, as the client sent them. */
export function addressOf({ url }: Request): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  return start < 0 ? '/' : url.slice(start);
}

/** The query as the client sent it, whatever the Host header; empty if there is none. */
export function searchOf({ url }: Request): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start).replace(/#.*$/, '');
}

export function queryOf(request: Request): URLSearchParams {
  return new URLSearchParams(searchOf(request));
}

/** Walks back from the end, because a regular expression takes quadratic time for many slashes. */
export function trimTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
