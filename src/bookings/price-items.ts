import type { Database } from 'bun:sqlite';
import type { ChosenAddOn } from '../domain/add-on.ts';
import type { PricedPlay, PriceItem } from '../domain/booking-line.ts';

/** The customer; each of the fields finds their earlier bookings. */
export interface Customer {
  user_id: number | null;
  email: string;
  phone: string;
}

/** What a customer chose beside the court. */
export interface ItemRequest {
  add_ons?: readonly ChosenAddOn[] | undefined;
  code?: string | undefined;
  customer: Customer;
  /** The customer gets the members' price. */
  isMember: boolean;
  /** The network or the member whose wrong codes are counted; null for admins. */
  guesser: string | null;
}

/** What the modules of add-ons and codes decide about a booking. */
export interface BookingItemSource {
  /** Throws `invalid` for an add-on that customers cannot choose. */
  chooseAddOns: (chosen: readonly ChosenAddOn[]) => PriceItem[];
  /** Throws `invalid` for a code that cannot be used. */
  discountsFor: (request: Omit<ItemRequest, 'add_ons'> & { play: PricedPlay }) => PriceItem[];
}

/** The add-ons and discounts of a booking, once its play is known. */
export function itemsOf(source: BookingItemSource, { add_ons = [], ...request }: ItemRequest) {
  return (play: PricedPlay): PriceItem[] => [
    ...source.discountsFor({ ...request, play }),
    ...source.chooseAddOns(add_ons),
  ];
}

/**
 * Whether a customer has a booking that was not cancelled, by account, email or phone. The search index finds a
 * phone, which each booking would otherwise have to write into an index of its own; it is seconds behind.
 */
export function hasBooked(db: Database, { user_id, email, phone }: Customer): boolean {
  const digits = phone.replace(/\D/g, '');
  // An empty phrase is no query; no word has this character.
  const ftsQuery = digits ? `"${digits}"` : '"\u2400"';
  const row = db
    .query<{ found: number }, [number | null, string, string, string]>(
      `SELECT EXISTS (
         SELECT 1 FROM booking WHERE user_id = ?1 AND status <> 'cancelled'
         UNION ALL SELECT 1 FROM booking WHERE email = ?2 AND ?2 <> '' AND status <> 'cancelled'
         UNION ALL SELECT 1 FROM booking_search JOIN booking ON booking.id = booking_search.rowid
           WHERE booking_search MATCH ?3 AND booking.phone = ?4 AND booking.status <> 'cancelled') AS found`,
    )
    .get(user_id, email, ftsQuery, phone);
  return row?.found === 1;
}
