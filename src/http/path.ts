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
