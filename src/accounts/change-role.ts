import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { UserRow } from '../db/user-row.ts';
import type { Role } from '../domain/account.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { UserStore } from './user-store.ts';

export interface RoleTarget {
  users: UserStore;
  outbox: Outbox;
}

/** Somebody else gives a user a role or takes it away, and the user hears it by email. */
export function changeRole(
  tx: Transaction,
  { users, outbox }: RoleTarget,
  { id: user_id, email, name }: UserRow,
  role: Role | null,
  actor: Actor,
): void {
  users.setRole(tx, user_id, role);
  if (role) recordAuditEntry(tx, actor, 'promoted', 'user', user_id, { role });
  else recordAuditEntry(tx, actor, 'demoted', 'user', user_id);
  const changed_by = actor.user_id === null ? '' : (users.find(actor.user_id)?.name ?? '');
  outbox.enqueueAccountMessage(tx, { kind: 'role_changed', user_id, email, name, role, changed_by });
}
