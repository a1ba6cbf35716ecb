import type { Transaction } from '../db/club-db.ts';
import type { AccountMessage } from '../domain/account-message.ts';

/** Queues an email about an account in the transaction of the change. */
export type Notify = (tx: Transaction, message: AccountMessage) => void;
