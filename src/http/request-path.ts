/**
 * The path of a request as it was sent, without its query. Reading it must not fail: a Host header that is
 * no host makes an address that `URL` refuses.
 */
export function pathOf(request: Request): string {
  const { url } = request;
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start < 0) return '/';
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}

/** Steps back from the end: a regular expression would look at every slash of a long row of them again and again. */
export function trimTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
