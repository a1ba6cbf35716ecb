import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { SignInMethods } from '../domain/account.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import type { AccountNotice } from '../domain/notice.ts';
import { PROVIDER_LABELS, type ProviderName } from '../domain/sign-in.ts';
import { isEmail, nameSchema } from '../domain/text.ts';
import { validate } from '../domain/validate.ts';
import { SignInRefused, type Vouched } from './provider.ts';

/** What this room needs of the members' one. */
export interface Members {
  findByEmail(email: string): { id: number; email: string; name: string; email_verified: number } | null;
  create(
    tx: Transaction,
    user: {
      email: string;
      name: string;
      phone: null;
      password_hash: null;
      email_verified: boolean;
      oauth: {
        provider: string;
        id: string;
        first_name: string | null;
        last_name: string | null;
        picture: string | null;
      };
    },
  ): { id: number };
  /** Takes the provider's name off the account. */
  forgetProvider(tx: Transaction, userId: number, provider: string): void;
  notify(tx: Transaction, notice: AccountNotice): void;
}

/**
 * The member a provider vouches for: known by issuer and subject, else by an email that both the provider
 * and this site have verified, else a new one. Throws `SignInRefused` when none of these holds.
 */
export function memberFor(
  tx: Transaction,
  members: Members,
  provider: ProviderName,
  vouched: Vouched,
): number {
  const known = tx.db
    .query<{ user_id: number }, [string, string]>(
      'SELECT user_id FROM identity WHERE issuer = ? AND subject = ?',
    )
    .get(vouched.issuer, vouched.subject);
  if (known) return known.user_id;

  const { email } = vouched;
  if (!email || !isEmail(email)) throw new SignInRefused('no_email');
  if (!vouched.email_verified) throw new SignInRefused('unverified_email');
  const holder = members.findByEmail(email);
  if (!holder) return register(tx, members, provider, vouched, email);
  // Somebody else may have registered with this address and be waiting for its owner.
  if (!holder.email_verified) throw new SignInRefused('email_taken');
  remember(tx, holder.id, provider, vouched);
  recordAuditEntry(tx, { kind: 'member', user_id: holder.id }, 'sign_in_method', 'user', holder.id, {
    provider,
  });
  members.notify(tx, {
    kind: 'sign_in_method_added',
    user_id: holder.id,
    email: holder.email,
    name: holder.name,
    provider: PROVIDER_LABELS[provider],
  });
  return holder.id;
}

/** The providers that open a member's account, the first one first. */
export function listMethods(db: Database, userId: number): SignInMethods['providers'] {
  return db
    .query<{ provider: ProviderName; added: number }, [number]>(
      'SELECT provider, min(created_at) AS added FROM identity WHERE user_id = ? GROUP BY provider ORDER BY added, provider',
    )
    .all(userId)
    .map(({ provider, added }) => ({ provider, added_at: clubTimestamp(added) }));
}

/** Parts a member from a provider and tells them by mail; `wrong_state` when nothing would open the account any more. */
export function removeMethod(
  tx: Transaction,
  members: Pick<Members, 'forgetProvider' | 'notify'>,
  member: { id: number; email: string; name: string; has_password: boolean },
  provider: ProviderName,
  working: ReadonlySet<ProviderName>,
): void {
  const linked = listMethods(tx.db, member.id).map((method) => method.provider);
  if (!linked.includes(provider)) {
    throw new Failure('not_found', `${PROVIDER_LABELS[provider]} does not open your account any more.`);
  }
  const others = linked.filter((name) => name !== provider && working.has(name));
  if (!member.has_password && others.length === 0) {
    throw new Failure(
      'wrong_state',
      `${PROVIDER_LABELS[provider]} is your only way in. Choose a password first, then you can remove it.`,
    );
  }
  tx.db.query('DELETE FROM identity WHERE user_id = ? AND provider = ?').run(member.id, provider);
  members.forgetProvider(tx, member.id, provider);
  recordAuditEntry(tx, { kind: 'member', user_id: member.id }, 'sign_in_method_removed', 'user', member.id, {
    provider,
  });
  members.notify(tx, {
    kind: 'sign_in_method_removed',
    user_id: member.id,
    email: member.email,
    name: member.name,
    provider: PROVIDER_LABELS[provider],
  });
}

function register(
  tx: Transaction,
  members: Members,
  provider: ProviderName,
  vouched: Vouched,
  email: string,
): number {
  const { first_name, last_name } = vouched;
  const { id } = members.create(tx, {
    email,
    name: nameFrom(vouched, email),
    phone: null,
    password_hash: null,
    email_verified: true,
    oauth: {
      provider,
      id: `${vouched.issuer} ${vouched.subject}`,
      first_name: first_name?.slice(0, 100) ?? null,
      last_name: last_name?.slice(0, 100) ?? null,
      picture: vouched.picture && /^https:\/\/\S{1,480}$/.test(vouched.picture) ? vouched.picture : null,
    },
  });
  remember(tx, id, provider, vouched);
  recordAuditEntry(tx, { kind: 'member', user_id: id }, 'register', 'user', id, { provider });
  return id;
}

function remember(tx: Transaction, userId: number, provider: ProviderName, vouched: Vouched): void {
  tx.db
    .query('INSERT INTO identity (issuer, subject, user_id, provider, created_at) VALUES (?, ?, ?, ?, ?)')
    .run(vouched.issuer, vouched.subject, userId, provider, tx.now);
}

/** A name the club can use, whatever the provider sent. */
function nameFrom(vouched: Vouched, email: string): string {
  for (const text of [vouched.name.slice(0, 100), email.split('@')[0] ?? '']) {
    const result = validate(nameSchema, text);
    if (result.ok) return result.value;
  }
  return 'Member';
}
