import type { Accounts } from '../accounts/module.ts';
import type { Base } from '../http/base.ts';
import type { Settings } from '../settings/settings.ts';
import { LedgerStore } from './ledger-store.ts';
import { ledgerRoutes } from './routes.ts';
import { ShiftStore } from './shift-store.ts';
import { StaffGrants } from './staff-grants.ts';

/** Money: payments, refunds, credit, cash shifts and what staff give away. Only this module adds to the ledger. */
export function createLedger(base: Base, { settings, accounts }: { settings: Settings; accounts: Accounts }) {
  const { club } = base;
  const grants = new StaffGrants(club, settings);
  const shifts = new ShiftStore(club.db, grants);
  const store = new LedgerStore(club.db, grants, shifts);
  return { store, grants, routes: ledgerRoutes(base, { ledger: store, shifts, grants }, accounts.users) };
}

export type Ledger = ReturnType<typeof createLedger>;
