import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { NewLedgerEntry } from '../domain/ledger.ts';
import type { IdempotencyStore } from '../http/idempotency.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { LedgerList } from './ledger-list.ts';
import { LedgerStore } from './ledger-store.ts';
import { type BookingAccess, BookingPayments } from './payments-and-refunds.ts';
import { ledgerPersonalData } from './personal-data.ts';
import { ledgerRoutes } from './routes.ts';
import { ShiftStore } from './shift-store.ts';

/** Money: payments, refunds, credit and cash shifts. Only this module adds to the ledger. */
export function createLedgerModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  idempotency: IdempotencyStore;
  bookings: BookingAccess;
  /** PKR that a staff member may give back for one booking. */
  staffRefundLimit: () => number;
  /** The business day that the club sells now. */
  today: () => string;
}) {
  const { guard, club, idempotency, today } = deps;
  const ledger = new LedgerStore(club.db, deps.staffRefundLimit);
  const jobs: Job[] = [];
  return {
    routes: ledgerRoutes({
      ...{ guard, club, idempotency, ledger, today },
      list: new LedgerList(club.db),
      shifts: new ShiftStore(club.db),
      money: new BookingPayments(ledger, deps.bookings),
    }),
    jobs,
    api: {
      addLedgerEntry: (tx: Transaction, actor: Actor, entry: NewLedgerEntry) => ledger.add(tx, actor, entry),
      listEntries: (bookingId: number) => ledger.listByBooking(bookingId),
      creditOf: (userId: number) => ledger.creditOf(userId),
      personalData: ledgerPersonalData(club.db),
    },
  };
}
