/** Returns the path if it stays on this site; `//evil.example` and `/\evil.example` do not. */
export function safeRedirectPath(path: string | null | undefined): string | null {
  if (!path || path.length > 300 || !/^\/[\w\-.~%!$&'()*+,;=:@/?#]*$/.test(path)) return null;
  if (path.includes('//') || /^\/+(?:api|login|register)(?:[/?#]|$)/.test(path)) return null;
  return path;
}
