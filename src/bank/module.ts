import type { Bookings } from '../bookings/module.ts';
import type { Alarm } from '../domain/api/inbox-routes.ts';
import { businessDayOf } from '../domain/business-day.ts';
import type { Base } from '../http/base.ts';
import type { Ledger } from '../ledger/module.ts';
import type { Settings } from '../settings/settings.ts';
import { listMissing } from './missing.ts';
import { bankRoutes } from './routes.ts';
import { Statements } from './statements.ts';
import { BankStore } from './store.ts';

/** Banking days after which a transfer that the bank does not show is an alarm. */
const ALARM_DAYS = 3;

/** The bank's statements: what came in is matched with what bookings wait for. */
export function createBank(
  base: Base,
  { settings, ledger, bookings }: { settings: Settings; ledger: Ledger; bookings: Bookings },
) {
  const { club, now } = base;
  const store = new BankStore(club.db);
  const statements = new Statements(club, store, {
    settings,
    ledger: ledger.store,
    payments: bookings.payments,
  });
  const missing = () => {
    const { iban, statement_days, weekend } = settings.current().bank;
    const covered = store.coverage(iban);
    if (!covered) return [];
    const rules = { days: statement_days, weekend };
    return listMissing(store.listCandidates(businessDayOf(now())), covered, rules);
  };
  const alarms = (): Alarm[] => {
    const late = missing().filter(({ banking_days }) => banking_days >= ALARM_DAYS).length;
    if (late === 0) return [];
    const what = late === 1 ? 'A transfer is' : `${late} transfers are`;
    return [{ kind: 'bank', text: `${what} not in the bank's statement after ${ALARM_DAYS} banking days.` }];
  };
  return { alarms, missing, routes: bankRoutes(base, store, statements, missing) };
}

export type Bank = ReturnType<typeof createBank>;
