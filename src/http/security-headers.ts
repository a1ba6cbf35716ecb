const SCRIPT_SRC = "script-src 'self'";
const STYLE_SRC = "style-src 'self'";

/** Sent with every response. `pixel` allows the advertising pixel in the content security policy. */
export function securityHeaders(options: { https: boolean; pixel: boolean }): Record<string, string> {
  const pixelScript = options.pixel ? ' https://connect.facebook.net' : '';
  const pixelImage = options.pixel ? ' https://www.facebook.com' : '';
  const policy = [
    "default-src 'none'",
    `${SCRIPT_SRC}${pixelScript}`,
    STYLE_SRC,
    `img-src 'self' data: blob:${pixelImage}`,
    "font-src 'self'",
    `connect-src 'self'${pixelImage}${pixelScript}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(options.https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/** Hashes of what is inlined in a page's HTML. */
export interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

/** The headers of a page that contains these inline scripts and style sheets. */
export function withInlineHashes(
  headers: Record<string, string>,
  { scripts, styles }: InlineHashes,
): Record<string, string> {
  const withHashes = (source: string, hashes: readonly string[]) =>
    [source, ...hashes.map((hash) => `'${hash}'`)].join(' ');
  const policy = (headers['content-security-policy'] ?? '')
    .replace(SCRIPT_SRC, withHashes(SCRIPT_SRC, scripts))
    .replace(STYLE_SRC, withHashes(STYLE_SRC, styles));
  return { ...headers, 'content-security-policy': policy };
}
