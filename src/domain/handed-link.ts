import * as v from 'valibot';
import type { Club } from './club.ts';
import type { SelfServiceBlock } from './self-service.ts';

/** What stands behind `#` in a link that the reception hands over: `h7.123.KEY`. */
const HANDED_LINK = /^h(\d{1,15})\.(\d{1,15})\.([\w-]{20,60})$/;

export const handedLinkSchema = v.strictObject({
  link: v.pipe(v.string(), v.regex(HANDED_LINK, 'This is not a link from the reception.')),
});

export function parseHandedLink(link: string): { payer_id: number; entry: number; key: string } {
  const [, payer, entry, key = ''] = HANDED_LINK.exec(link) ?? [];
  return { payer_id: Number(payer), entry: Number(entry), key };
}

/** Why the reception can't hand over a payer's link; null when it can. Whom an email reaches gets it by email. */
export function handedLinkBlock(
  { email }: { email: string },
  { no_mail }: Pick<Club, 'no_mail'>,
): SelfServiceBlock | null {
  if (no_mail || email === '') return null;
  return { title: 'An email reaches this customer', text: 'Please resend the email with the link.' };
}
