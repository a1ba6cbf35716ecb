const STYLE_SRC = "style-src 'self'";

/** The headers of every response. `pixel` allows the advertising pixel in the content security policy. */
export function securityHeaders(options: { https: boolean; pixel: boolean }): Record<string, string> {
  const pixelScript = options.pixel ? ' https://connect.facebook.net' : '';
  const pixelImage = options.pixel ? ' https://www.facebook.com' : '';
  const policy = [
    "default-src 'none'",
    `script-src 'self'${pixelScript}`,
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

/** The headers of a page with inline style sheets of these hashes. */
export function withStyleHashes(
  headers: Record<string, string>,
  hashes: readonly string[],
): Record<string, string> {
  const styleSrc = [STYLE_SRC, ...hashes.map((hash) => `'${hash}'`)].join(' ');
  const policy = headers['content-security-policy']?.replace(STYLE_SRC, styleSrc) ?? '';
  return { ...headers, 'content-security-policy': policy };
}
