/**
 * What the club must be, as plain data: a step copies it, changes the copy and compares it with the club. The rules
 * stand in the files beside this one, each written from the specification and not from the server's code.
 */
export type Status = 'pending' | 'paid' | 'cancelled';
export type Method = 'cash' | 'bank_transfer' | 'card' | 'credit';

/** Where and when is played: half-hours of the day, 14 is 07:00, in playing order. */
export interface Place {
  court: number;
  date: string;
  slots: number[];
}

export interface Extras {
  rackets: number;
  code: boolean;
  member: boolean;
}

/** A payment page at the provider. */
export interface Checkout {
  /** The provider's name for it; empty until the customer has seen it. */
  tracker: string;
  amount: number;
  at: number;
  state: 'open' | 'paid' | 'released';
}

export interface Booking extends Place {
  id: number;
  /** The person who plays; null for a guest of the reception without an address. */
  person: string | null;
  /** A member's own booking. */
  isMembers: boolean;
  email: string;
  method: Method;
  status: Status;
  extras: Extras;
  /** PKR: the price while it stands, and what is kept of it after a cancellation. */
  price: number;
  charge: number;
  payBy: number | null;
  remindAt: number | null;
  hasReceipt: boolean;
  hadReceipt: boolean;
  createdAt: number;
  series: number | null;
  attendance: 'arrived' | 'no_show' | null;
  isMoved: boolean;
  isCorrected: boolean;
  /** The system ended it, so that late card money may bring it back. */
  endedBySystem: boolean;
  checkouts: Checkout[];
}

/** Money that came (+) or went (−), in PKR. */
export interface Entry {
  booking: number | null;
  person: string | null;
  kind: 'payment' | 'refund' | 'correction' | 'top_up';
  method: Method;
  amount: number;
  /** What it does to the member's credit. */
  credit: number;
  state: 'counted' | 'undone' | 'reversal';
}

export interface Waiting {
  id: number;
  person: string;
  date: string;
  /** Null for any court. */
  court: number | null;
  /** The half-hours between which the customer wants to play, and how many of them. */
  window: number[];
  length: number;
  isOpen: boolean;
  /** A guest has to confirm by the link of the email. */
  isUnconfirmed: boolean;
  offered: { court: number; slots: number[] }[];
  /** What its customer let pass. */
  passed: { court: number; slots: number[] }[];
}

export interface Offer extends Place {
  id: number;
  waiting: number;
  person: string;
  expiresAt: number;
}

/** A message that the club owes: its kind, and the booking or waitlist entry it is about. */
export interface Told {
  kind: string;
  about: number;
}

export interface State {
  bookings: Booking[];
  closures: (Place & { id: number })[];
  entries: Entry[];
  waiting: Waiting[];
  offers: Offer[];
  /** What customers gave up themselves is not offered to them again. */
  givenUp: (Place & { email: string })[];
  /** What must be told, since the beginning, and what may be. */
  told: Told[];
  maybeTold: Told[];
  /** The numbers that the next rows get. */
  nextBooking: number;
  nextClosure: number;
  nextSeries: number;
  nextWaiting: number;
  /** The cash of the open drawer, or what the last count left in it. */
  drawer: number;
  isDrawerOpen: boolean;
  shifts: number;
}

/** The status of an answer, and the slots that a conflict names. */
export interface Expected {
  status: number;
  slots?: string[];
}

export const OK: Expected = { status: 200 };
export const CREATED: Expected = { status: 201 };
export const NOT_FOUND: Expected = { status: 404 };
export const CONFLICT: Expected = { status: 409 };
export const INVALID: Expected = { status: 422 };

export function newState(): State {
  return {
    bookings: [],
    closures: [],
    entries: [],
    waiting: [],
    offers: [],
    givenUp: [],
    told: [],
    maybeTold: [],
    nextBooking: 1,
    nextClosure: 1,
    nextSeries: 1,
    nextWaiting: 1,
    drawer: 0,
    isDrawerOpen: false,
    shifts: 0,
  };
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
