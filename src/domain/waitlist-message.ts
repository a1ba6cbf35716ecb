import type { OfferForCustomer, WaitlistEntry } from './api/waitlist-routes.ts';
import type { WaitlistState } from './waitlist.ts';

/** What messages about a waitlist entry say; `url` confirms or leaves. */
export interface WaitlistEntryMessage extends WaitlistEntry {
  /** Null for any court. */
  court_name: string | null;
  name: string;
  phone: string;
  url: string;
}

/** What messages about an offer say; `url` books it, `entry_url` leaves the waiting list. */
export interface OfferMessage extends OfferForCustomer {
  url: string;
  entry_url: string;
  entry_state: WaitlistState;
  /** The customer has another offer now. */
  has_next: boolean;
}
