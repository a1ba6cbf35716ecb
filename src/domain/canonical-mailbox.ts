/** Mail providers that ignore dots before the @. */
const DOTLESS_DOMAINS = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an address reaches: lower-cased, without a `+tag`, and without dots where the provider ignores
 * them. Limits count mailboxes; everything else keeps the address as typed.
 */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  const base = name.replace(/(?<=.)\+.*$/, '');
  return DOTLESS_DOMAINS.has(domain) ? `${base.replaceAll('.', '')}@gmail.com` : `${base}@${domain}`;
}
