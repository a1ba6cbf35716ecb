import type { Accounts } from '../accounts/module.ts';
import type { Base } from '../http/base.ts';
import type { Settings } from '../settings/settings.ts';
import { LedgerStore } from './ledger-store.ts';
import { ledgerRoutes } from './routes.ts';

/** Money: payments, refunds, credit and cash shifts. Only this module adds to the ledger. */
export function createLedger(base: Base, { settings, accounts }: { settings: Settings; accounts: Accounts }) {
  const store = new LedgerStore(base.club.db, settings);
  return { store, routes: ledgerRoutes(base, store, accounts.users) };
}

export type Ledger = ReturnType<typeof createLedger>;
