import type { Transaction } from '../db/club-db.ts';
import type { AccountMessage } from '../domain/account-message.ts';
import type { Outbox } from './outbox.ts';

/** Queues an email to a person about their account. */
export function queueAccountMessage(outbox: Outbox, tx: Transaction, message: AccountMessage): void {
  const { kind, user_id, email, ...details } = message;
  outbox.enqueue(tx, {
    // Every request is a new message, so the key is random.
    key: `${kind}:${user_id}:${Bun.randomUUIDv7()}`,
    kind,
    channel: 'email',
    audience: 'account',
    ...(user_id === null ? {} : { user_id }),
    recipient: email,
    details,
  });
}
