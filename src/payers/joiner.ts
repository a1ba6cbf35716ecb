import type { User } from '../domain/api/account-answers.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import type { Club } from '../domain/club.ts';
import { type Consents, giveConsents } from '../domain/consent.ts';
import { normalizePhone } from '../domain/phone.ts';

interface Typed {
  email: string;
  phone?: string | undefined;
  updates_by?: readonly string[];
}

interface Joiner {
  email: string;
  /** Empty without one. */
  phone: string;
  /** The account behind it; null for a guest, and for any address but the account's own, confirmed one. */
  user_id: number | null;
  consents: Consents;
}

/** Who takes a place or a share, from what they typed. */
export function joinerOf(
  { email, phone, updates_by = [] }: Typed,
  user: Pick<User, 'id' | 'email' | 'email_verified'> | null,
  club: Pick<Club, 'name' | 'channels'>,
  now: number,
): Joiner {
  const isOwn = user?.email_verified === true && mailboxOf(user.email) === mailboxOf(email);
  return {
    email,
    phone: phone ? normalizePhone(phone) : '',
    user_id: isOwn ? user.id : null,
    consents: phone ? giveConsents({ updates_by }, club, now, 'place') : {},
  };
}
