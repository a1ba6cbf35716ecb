import type { AddOn } from './api/add-on-routes.ts';
import type { ClubEventView } from './api/event-routes.ts';
import type { Match } from './api/match-routes.ts';
import type { ShownTournament } from './api/tournament-routes.ts';
import type { PaymentMethod } from './booking.ts';
import type { Calendar } from './calendar.ts';
import type { Club, QrImage } from './club.ts';
import type { Court } from './court.ts';
import type { HeldSlots } from './day-plan.ts';
import type { OpenDiscount } from './promo-code.ts';
import type { ProviderName } from './sign-in-providers.ts';

/** A business day whose slots are in a page's HTML. */
export interface PageDay {
  date: string;
  /** Start of the current half-hour in epoch milliseconds; earlier slots are past. */
  at: number;
  /** The court in the page's address; null if there is none. */
  court_id: number | null;
  /** The address names the court or date, as shared links do. */
  linked: boolean;
  /**
   * For each active court, the slots that can't be booked, which of them are held for the waiting list, and what the
   * reception has closed.
   */
  courts: { id: number; taken: number[]; held: HeldSlots[]; closed?: string }[];
}

/** The landing page's live status; see `tonight.ts`. */
export interface Tonight {
  /** `Open now, until 4 AM`, `Opens 7 AM` */
  opening: string;
  /** `Free tonight`, `Tonight is full` or `Courts closed tonight: Rain`; empty if the club does not open in the evening. */
  free: string;
  /** The next starts with a free hour, an hour apart; `time` is `HH:MM`. */
  starts: { court_id: number; date: string; time: string }[];
}

/** An hour that a customer can book to open a match. */
export interface MatchStart {
  court_id: number;
  date: string;
  /** `HH:MM` */
  time: string;
}

/** A booking whose payment was interrupted, taken unchecked from the address. */
export interface StoppedBooking {
  court?: string;
  date?: string;
  time?: string;
}

/** What some pages' HTML carries besides the club. */
export type PageContent =
  | 'tonight'
  | 'day'
  | 'matches'
  | 'match'
  | 'events'
  | 'event'
  | 'stopped'
  | 'tournament';

/** Included in every page's HTML, so that it renders without a request. */
export interface PageData {
  club: Club;
  /** Hours and prices; absent while the club has the default calendar, which the browser knows. */
  calendar?: Calendar;
  /** The page's business day, which decides which part of `calendar` is in force; present only with it. */
  today?: string;
  /** The least PKR of an hour on any court, in the week when the page was made; null without courts. */
  lowest_price: number | null;
  courts: Court[];
  /** Absent while the club has no add-ons, no codes and no members' price. */
  extras?: Extras;
  /** The club sells plans or used to, so a member's page asks for theirs. */
  plans?: true;
  payment_methods: readonly PaymentMethod[];
  /** Null when no file is set or the file is missing. */
  bank_qr_image: QrImage | null;
  /** Providers with a button on the login page. */
  sign_in: readonly ProviderName[];
  /** The first day shown; only in the wizard's HTML. */
  day?: PageDay;
  /** Only in the HTML shown after an interrupted payment, if its address names a booking. */
  stopped?: StoppedBooking;
  /** Only in the landing page's HTML. */
  tonight?: Tonight;
  open_matches?: true;
  /** Upcoming public matches; only in the HTML of their list and, if there are any, of the landing page. */
  matches?: Match[];
  /** An hour for a new match on each of the coming days; only with the list. */
  match_starts?: MatchStart[];
  /** Only in the HTML of a match's page; null if there is none at its address. */
  match?: Match | null;
  /** The club has public events. */
  has_events?: true;
  /** The coming public events; only in the HTML of their list, and the next ones in that of the landing page. */
  events?: ClubEventView[];
  /** Only in the HTML of the page of one event; null when there is none at its address. */
  event?: ClubEventView | null;
  /** Only in the HTML of a tournament's screen, null before it has started, and of its event once it has. */
  tournament?: ShownTournament | null;
  /** The request had no session, so the page need not ask for the signed-in user. */
  guest?: boolean;
  /** The first business day on the dashboard; only in its HTML for an admin. */
  desk?: string;
}

/** What a booking can cost on top of its court. */
export interface Extras {
  add_ons: AddOn[];
  /** Codes exist that a customer can type. */
  codes: boolean;
  /** Discounts in force today without a code. */
  discounts: OpenDiscount[];
}
