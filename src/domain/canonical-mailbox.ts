/** Mail providers that ignore dots in the name before the @. */
const DOTLESS_DOMAINS = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an email address reaches: in lower case, without a `+tag`, and without dots where the provider
 * ignores them. Limits count mailboxes; everything else keeps the address as typed.
 */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  const base = name.replace(/(?<=.)\+.*$/, '');
  return DOTLESS_DOMAINS.has(domain) ? `${base.replaceAll('.', '')}@gmail.com` : `${base}@${domain}`;
}
