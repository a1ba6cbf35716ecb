import type { UserStore } from '../accounts/user-store.ts';
import type { ClubCalendar } from '../calendar/club-calendar.ts';
import type { CourtStore } from '../courts/store.ts';
import type { AddOnStore } from '../extras/add-on-store.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { StaffGrants } from '../ledger/staff-grants.ts';
import type { Settings } from '../settings/settings.ts';
import type { BookingItems } from './booking-items.ts';
import type { BookingStore } from './store.ts';
import type { UnpaidHolds } from './unpaid-holds.ts';

/** Everything the booking rules depend on; each function picks what it needs. */
export interface BookingServices {
  settings: Settings;
  calendar: ClubCalendar;
  courts: CourtStore;
  users: UserStore;
  ledger: LedgerStore;
  grants: StaffGrants;
  addOns: AddOnStore;
  bookings: BookingStore;
  items: BookingItems;
  holds: UnpaidHolds;
}
