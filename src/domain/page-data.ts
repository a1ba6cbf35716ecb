import type { AddOn } from './add-on.ts';
import type { Match } from './api/match-routes.ts';
import type { ShownTournament } from './api/tournament-routes.ts';
import type { PaymentMethod } from './booking.ts';
import type { Calendar } from './calendar.ts';
import type { Club, QrImage } from './club.ts';
import type { Court } from './court.ts';
import type { HeldSlots } from './day-plan.ts';
import type { OpenDiscount } from './promo-code.ts';
import type { ProviderName } from './sign-in-providers.ts';

/** A business day of which a page's HTML has the slots. */
export interface PageDay {
  date: string;
  /** When the current half-hour began, in epoch milliseconds: earlier slots are past. */
  at: number;
  /** The court that the page's address names; null without one. */
  court_id: number | null;
  /** The page's address names the court or the date, as a link that customers share. */
  linked: boolean;
  /** For each active court the slots that cannot be booked, and those of them that the waiting list holds. */
  courts: { id: number; taken: number[]; held: HeldSlots[] }[];
}

/** What the landing page says about now; see `tonight.ts`. */
export interface Tonight {
  /** `Open now, until 4 AM`, `Opens 7 AM` */
  opening: string;
  /** `Free tonight` or `Tonight is full`; empty when the club does not open in the evening. */
  free: string;
  /** The next starts of a free hour, an hour apart; `time` is `HH:MM`. */
  starts: { court_id: number; date: string; time: string }[];
}

/** An hour that a customer can book to open a match. */
export interface MatchStart {
  court_id: number;
  date: string;
  /** `HH:MM` */
  time: string;
}

/** The booking whose payment stopped, as an address names it; the values are unchecked. */
export interface StoppedBooking {
  court?: string;
  date?: string;
  time?: string;
}

/**
 * What the HTML of some pages has beside the club: the landing page, the wizard, the list of matches, one match, a payment
 * that stopped.
 */
export type PageContent = 'tonight' | 'day' | 'matches' | 'match' | 'stopped' | 'tournament';

/** Data in the HTML of every page, so that the page renders without a request. */
export interface PageData {
  club: Club;
  /** Hours and prices; absent while the club has the default calendar, which the browser knows. */
  calendar?: Calendar;
  /** The business day of the page, which decides what of the calendar is in force; beside `calendar`. */
  today?: string;
  /** PKR an hour that a booking saves at most, by its start; in the week in which the page was made. */
  largest_discount: number;
  /** Active courts. */
  courts: Court[];
  /** Absent while the club has no add-ons, no codes and no members' price. */
  extras?: Extras;
  /** The club sells plans or has sold some, so a member's page asks for theirs. */
  plans?: true;
  /** The payment methods that the wizard offers. */
  payment_methods: readonly PaymentMethod[];
  /** Null when no file is set or the file is missing. */
  bank_qr_image: QrImage | null;
  /** The providers whose buttons the login page shows. */
  sign_in: readonly ProviderName[];
  /** The day that the wizard shows first; only in the HTML of the wizard. */
  day?: PageDay;
  /** Only in the HTML of the page after a payment that stopped, where its address names a booking. */
  stopped?: StoppedBooking;
  /** Only in the HTML of the landing page. */
  tonight?: Tonight;
  /** Customers can open matches. */
  open_matches?: true;
  /** The coming public matches; only in the HTML of their list, and of the landing page when there are some. */
  matches?: Match[];
  /** For each of the coming days an hour for a new match; only beside the list. */
  match_starts?: MatchStart[];
  /** Only in the HTML of the page of one match; null when there is none at its address. */
  match?: Match | null;
  /** Only in the HTML of a tournament's screen; null before it has started. */
  tournament?: ShownTournament | null;
  /** The request had no session, so the page need not ask for the signed-in user. */
  guest?: boolean;
  /** The business day whose courts the dashboard shows first; only in its HTML for an admin. */
  desk?: string;
}

/** What a booking can cost beside its court. */
export interface Extras {
  add_ons: AddOn[];
  /** There are codes to type. */
  codes: boolean;
  /** What is taken off without a code today. */
  discounts: OpenDiscount[];
}
