import type { ClubDb, Transaction } from '../db/club-db.ts';
import { readSecret } from '../db/stored-secret.ts';
import { addDays, businessDayOf } from '../domain/business-day.ts';
import type { Calendar } from '../domain/calendar.ts';
import type { Club } from '../domain/club.ts';
import type { Court } from '../domain/court.ts';
import type { ClientIpResolver } from '../http/client-ip.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { findOfferMessage, findWishMessage } from './message-data.ts';
import { type OfferClaims, Offers } from './offers.ts';
import { waitingListPersonalData } from './personal-data.ts';
import { waitingListRoutes } from './routes.ts';
import { toOffer, WaitingListStore } from './store.ts';
import { WaitingListKeys } from './waitlist-keys.ts';

/** How long a wish is kept after its day. */
const RETENTION_DAYS = 30;

/** What customers wait for, and the slots that are offered to them. */
export function createWaitingListModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  clubFacts: () => Club;
  calendar: () => Calendar;
  getClientIp: ClientIpResolver;
  listActiveCourts: () => Court[];
  claims: OfferClaims;
  now: () => number;
}) {
  const { guard, club, clubFacts, calendar, getClientIp, listActiveCourts, claims, now } = deps;
  const store = new WaitingListStore(club.db);
  const keys = new WaitingListKeys(readSecret(club.db, 'cookie'), clubFacts().public_url);
  const offers = new Offers({ club, store, keys, claims, calendar, listActiveCourts });
  const jobs: Job[] = [
    {
      name: 'waiting-list-cleanup',
      minutes: 60,
      run: () => club.write((tx) => store.deleteBefore(tx, addDays(businessDayOf(tx.now), -RETENTION_DAYS))),
    },
  ];
  return {
    routes: waitingListRoutes({
      ...{ guard, clubDb: club, store, keys, offers, calendar, listActiveCourts, getClientIp, now },
      takenSlotIndexes: claims.takenSlotIndexes,
      club: clubFacts,
    }),
    jobs,
    api: {
      /** Ends what is due; the job that releases unpaid bookings calls it. */
      runOffers: () => offers.run(now()),
      nextOfferEnd: () => store.nextOfferEnd(),
      acceptOffer: (tx: Transaction, link: string, booking: Parameters<Offers['accept']>[2]) =>
        offers.accept(tx, link, booking),
      takeOverOffers: (tx: Transaction, ids: readonly number[], booking: Parameters<Offers['takeOver']>[2]) =>
        offers.takeOver(tx, ids, booking),
      listOpenOffers: (courtId: number, date: string) => store.listOpenOffers(courtId, date).map(toOffer),
      findWishMessage: (id: number) => findWishMessage(store, keys, listActiveCourts, id),
      findOfferMessage: (id: number) => findOfferMessage(store, keys, id),
      personalData: waitingListPersonalData(club.db, store, offers),
    },
  };
}

export type WaitingListModule = ReturnType<typeof createWaitingListModule>;
