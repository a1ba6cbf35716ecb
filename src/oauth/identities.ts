import type { Database } from 'bun:sqlite';
import type { UserStore } from '../accounts/user-store.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { SignInMethods } from '../domain/api/account-answers.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import { PROVIDER_LABELS, type ProviderName } from '../domain/sign-in-providers.ts';
import { isEmail, nameSchema } from '../domain/text-schemas.ts';
import { validate } from '../domain/validate.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { type ProviderProfile, SignInError } from './provider.ts';

export interface IdentityDeps {
  users: UserStore;
  outbox: Outbox;
}

/**
 * Finds the user of a provider's profile: by issuer and subject, else by an email address that both the provider and
 * this site have verified, else creates one. Otherwise throws `SignInError`.
 */
export function resolveUser(
  tx: Transaction,
  { users, outbox }: IdentityDeps,
  provider: ProviderName,
  profile: ProviderProfile,
): number {
  const identity = tx.db
    .query<{ user_id: number }, [string, string]>(
      'SELECT user_id FROM identity WHERE issuer = ? AND subject = ?',
    )
    .get(profile.issuer, profile.subject);
  if (identity) return identity.user_id;

  const { email } = profile;
  if (!email || !isEmail(email)) throw new SignInError('no_email');
  if (!profile.email_verified) throw new SignInError('unverified_email');
  const existingUser = users.findByEmail(email);
  if (!existingUser) return registerUser(tx, users, provider, profile, email);
  // A stranger may have registered with this address to take over its owner's sign-in.
  if (!existingUser.email_verified) throw new SignInError('email_taken');
  linkIdentity(tx, existingUser.id, provider, profile);
  const actor = { kind: 'member', user_id: existingUser.id } as const;
  recordAuditEntry(tx, actor, 'sign_in_method', 'user', existingUser.id, { provider });
  outbox.enqueueAccountMessage(tx, {
    kind: 'sign_in_method_added',
    user_id: existingUser.id,
    email: existingUser.email,
    name: existingUser.name,
    provider: PROVIDER_LABELS[provider],
  });
  return existingUser.id;
}

/** The providers linked to a user, oldest first. */
export function listLinkedProviders(db: Database, userId: number): SignInMethods['providers'] {
  return db
    .query<{ provider: ProviderName; added: number }, [number]>(
      'SELECT provider, min(created_at) AS added FROM identity WHERE user_id = ? GROUP BY provider ORDER BY added, provider',
    )
    .all(userId)
    .map(({ provider, added }) => ({ provider, added_at: clubTimestamp(added) }));
}

/** Unlinks a provider and emails the user; throws `wrong_state` for the last sign-in method. */
export function unlinkProvider(
  tx: Transaction,
  { users, outbox }: IdentityDeps,
  user: { id: number; email: string; name: string; has_password: boolean },
  provider: ProviderName,
  availableProviders: ReadonlySet<ProviderName>,
): void {
  const linked = listLinkedProviders(tx.db, user.id).map((method) => method.provider);
  if (!linked.includes(provider)) {
    throw new Failure('not_found', `${PROVIDER_LABELS[provider]} is not linked to your account.`);
  }
  const remainingProviders = linked.filter((name) => name !== provider && availableProviders.has(name));
  if (!user.has_password && remainingProviders.length === 0) {
    throw new Failure(
      'wrong_state',
      `${PROVIDER_LABELS[provider]} is your only login method. Set a password first; then you can remove it.`,
    );
  }
  tx.db.query('DELETE FROM identity WHERE user_id = ? AND provider = ?').run(user.id, provider);
  users.clearOAuthProvider(tx, user.id, provider);
  recordAuditEntry(tx, { kind: 'member', user_id: user.id }, 'sign_in_method_removed', 'user', user.id, {
    provider,
  });
  outbox.enqueueAccountMessage(tx, {
    kind: 'sign_in_method_removed',
    user_id: user.id,
    email: user.email,
    name: user.name,
    provider: PROVIDER_LABELS[provider],
  });
}

function registerUser(
  tx: Transaction,
  users: UserStore,
  provider: ProviderName,
  profile: ProviderProfile,
  email: string,
): number {
  const { first_name, last_name } = profile;
  const { id } = users.create(tx, {
    email,
    name: displayNameFrom(profile, email),
    phone: null,
    password_hash: null,
    email_verified: true,
    oauth: {
      provider,
      id: `${profile.issuer} ${profile.subject}`,
      first_name: first_name?.slice(0, 100) ?? null,
      last_name: last_name?.slice(0, 100) ?? null,
      picture: profile.picture && /^https:\/\/\S{1,480}$/.test(profile.picture) ? profile.picture : null,
    },
  });
  linkIdentity(tx, id, provider, profile);
  recordAuditEntry(tx, { kind: 'member', user_id: id }, 'register', 'user', id, { provider });
  return id;
}

function linkIdentity(
  tx: Transaction,
  userId: number,
  provider: ProviderName,
  profile: ProviderProfile,
): void {
  tx.db
    .query('INSERT INTO identity (issuer, subject, user_id, provider, created_at) VALUES (?, ?, ?, ?, ?)')
    .run(profile.issuer, profile.subject, userId, provider, tx.now);
}

/** The profile's name if valid, otherwise the local part of the email, otherwise `Member`. */
function displayNameFrom(profile: ProviderProfile, email: string): string {
  for (const candidate of [profile.name.slice(0, 100), email.split('@')[0] ?? '']) {
    const result = validate(nameSchema, candidate);
    if (result.ok) return result.value;
  }
  return 'Member';
}
