/**
 * The path of a request as the client sent it, without its query. `URL` is not used, because it throws for
 * the address of a request whose Host header is not a valid host.
 */
export function pathOf(request: Request): string {
  const { url } = request;
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start < 0) return '/';
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}

/** The query of a request as the client sent it, for any Host header; empty without one. */
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
