import type { Bookings } from '../bookings/module.ts';
import type { Alarm } from '../domain/api/inbox-routes.ts';
import type { PaidFrom } from '../domain/api/ledger-answers.ts';
import { ASK_AFTER_DAYS } from '../domain/bank.ts';
import { payerIban } from '../domain/payee.ts';
import type { Base } from '../http/base.ts';
import type { Ledger } from '../ledger/module.ts';
import type { Settings } from '../settings/settings.ts';
import { MissingTransfers } from './missing.ts';
import { bankRoutes } from './routes.ts';
import { Statements } from './statements.ts';
import { BankStore } from './store.ts';

/** Bank statements: incoming money is matched with what bookings are waiting for. */
export function createBank(
  base: Base,
  { settings, ledger, bookings }: { settings: Settings; ledger: Ledger; bookings: Bookings },
) {
  const { club } = base;
  const store = new BankStore(club.db);
  const statements = new Statements(club, store, {
    settings,
    ledger: ledger.store,
    payments: bookings.payments,
    now: base.now,
  });
  const missing = new MissingTransfers(store, settings);
  const alarms = (): Alarm[] => {
    const late = missing.countLate();
    const taken = store.countTakenBack();
    const what = late === 1 ? 'A transfer is' : `${late} transfers are`;
    const which = taken === 1 ? 'A transfer in use was' : `${taken} transfers in use were`;
    const texts = [
      ...(taken > 0 ? [`${which} taken back by the bank.`] : []),
      ...(late > 0 ? [`${what} missing from the bank statement after ${ASK_AFTER_DAYS} banking days.`] : []),
    ];
    return texts.map((text) => ({ kind: 'bank', text }));
  };
  /** Where a booking's transfers came from; a refund goes back there first. */
  const listPaidFrom = (bookingId: number): PaidFrom[] =>
    store
      .listPaidFrom(bookingId)
      .map((line) => ({ ...line, iban: payerIban(line.text, settings.facts().bank.iban) }));
  return { alarms, listPaidFrom, routes: bankRoutes(base, store, statements, missing) };
}

export type Bank = ReturnType<typeof createBank>;
