import type { Accounts } from '../accounts/module.ts';
import { accountPersonalData } from '../accounts/personal-data.ts';
import { bankPersonalData } from '../bank/personal-data.ts';
import { contactBlockPersonalData } from '../bookings/contact-blocks.ts';
import type { Bookings } from '../bookings/module.ts';
import { bookingPersonalData, DELETED_CUSTOMER } from '../bookings/personal-data.ts';
import { contactPersonalData } from '../contact/personal-data.ts';
import { customerPersonalData } from '../customers/personal-data.ts';
import { eventPersonalData } from '../events/personal-data.ts';
import type { Base } from '../http/base.ts';
import type { Job } from '../jobs.ts';
import { ledgerPersonalData } from '../ledger/personal-data.ts';
import type { OutboxModule } from '../outbox/module.ts';
import { outboxPersonalData } from '../outbox/personal-data.ts';
import { payerPersonalData } from '../payers/personal-data.ts';
import type { Receipts } from '../receipts/module.ts';
import { receiptPersonalData } from '../receipts/personal-data.ts';
import { seriesPersonalData } from '../series/personal-data.ts';
import type { Waitlist } from '../waitlist/module.ts';
import { waitlistPersonalData } from '../waitlist/personal-data.ts';
import { PersonalDataService } from './personal-data.ts';
import { personalDataRoutes } from './routes.ts';

/** What the club knows about a person, to download or delete. */
export function createPersonalData(
  base: Base,
  below: {
    outbox: OutboxModule;
    accounts: Accounts;
    bookings: Bookings;
    receipts: Receipts;
    waitlist: Waitlist;
  },
) {
  const { club, idempotency } = base;
  const { outbox, accounts, bookings, receipts, waitlist } = below;
  const personalData = new PersonalDataService({
    base,
    outbox: outbox.store,
    accounts,
    bookings,
    sources: [
      accountPersonalData(club.db),
      // Last, because its messages are found through rows that the others erase.
      outboxPersonalData(club.db, outbox.folder),
      payerPersonalData(club.db, DELETED_CUSTOMER),
      eventPersonalData(club.db),
      bookingPersonalData(club.db, idempotency),
      seriesPersonalData(club.db),
      receiptPersonalData(club.db, receipts.files),
      ledgerPersonalData(club.db),
      bankPersonalData(club.db),
      customerPersonalData(club.db),
      contactBlockPersonalData(club.db),
      contactPersonalData(club.db),
      waitlistPersonalData(club.db, waitlist.store, waitlist.offers, bookings.origins),
    ],
  });
  const jobs: Job[] = [
    {
      name: 'personal-data links',
      minutes: 60,
      clock: 'confirmed',
      run: () => club.write((tx) => personalData.deleteExpiredLinks(tx)),
    },
  ];
  return { jobs, routes: personalDataRoutes(base, accounts, personalData) };
}
