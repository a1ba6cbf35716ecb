import { PLANS } from './plan-terms.ts';

/**
 * What the club must be, as plain data: a step copies it, changes the copy and compares it with the club. The rules
 * are in the neighbouring files, each written from the specification and not from the server's code.
 */
export type Status = 'pending' | 'paid' | 'cancelled';
export type Method = 'cash' | 'bank_transfer' | 'card' | 'credit';

/** Where and when people play: half-hours of the day, 14 is 07:00, in playing order. */
export interface Place {
  court: number;
  date: string;
  slots: number[];
}

export interface Extras {
  rackets: number;
  code: boolean;
  member: boolean;
  /** What plans and packages take off, as they were when the booking was made. */
  lines: PlanLine[];
  /** How many hours before play a cancellation refunds everything. */
  freeHours: number;
}

/** The half-hours that a plan is for. */
export interface Scope {
  band: 'quiet' | 'peak' | null;
  court: number | null;
  onlyWeekends: boolean;
}

/** What a plan or package gives. */
export interface Terms {
  price: number;
  /** A plan's period is in months, a package's in days. */
  months: number | null;
  days: number | null;
  /** Half-hours in the period. */
  slots: number;
  slotsFor: Scope;
  discount: ({ percent: number } | { off: number }) & { for: Scope };
  cancelHours: number | null;
  withCodes: boolean;
  eventsPercent: number;
  friends: number;
}

/** A plan on sale: its newest version is sold. */
export interface Plan {
  name: string;
  isSold: boolean;
  version: number;
}

/** Included hours, or the discount of a plan, in a booking's price. */
export interface PlanLine {
  purchase: number;
  from: string;
  to: string;
  gives: { slots: number; for: Scope } | Terms['discount'];
}

export interface Purchase {
  id: number;
  person: string;
  plan: number;
  version: number;
  state: 'waiting' | 'active' | 'ended';
  startsOn: string | null;
  endsOn: string | null;
  pausedOn: string | null;
  pausedDays: number;
  friends: string[];
  /** How often it was changed. */
  changes: number;
}

/** Half-hours that a booking takes from a purchase, or has lost of it. */
export interface HeldHours {
  purchase: number;
  slots: number;
}

/** A payment page at the provider. */
export interface Checkout {
  payer: number;
  /** The provider's name for it; empty until the customer has seen it. */
  tracker: string;
  amount: number;
  at: number;
  state: 'open' | 'paid' | 'released';
}

export interface Booking extends Place {
  id: number;
  /** Who owes for it, its customer first. */
  payers: [Payer, ...Payer[]];
  status: Status;
  /** Cancelled because nobody paid in time; the reception still has to decide on late money. */
  isReleased: boolean;
  extras: Extras;
  payBy: number | null;
  /** The deadline that the customer was reminded of; nobody is reminded of the same one twice. */
  remindedOf?: number | null;
  /** When that reminder's text arrives, and whether a receipt withdrew it first. */
  reminderTextAt?: number;
  isTextTakenBack?: boolean;
  createdAt: number;
  series: number | null;
  attendance: 'arrived' | 'no_show' | null;
  isMoved: boolean;
  isCorrected: boolean;
  /** The system ended it, so late card money may restore it. */
  endedBySystem: boolean;
  checkouts: Checkout[];
  /** Who gets whatever nobody paid in time. */
  rest: 'host' | 'open';
  /** The deadline for the parts has passed. */
  isClosed: boolean;
  /** The amounts that the host was told were open at the deadline for the parts. */
  closedAt: number[];
  match: Match | null;
  hours: HeldHours[];
}

/** What one person alone owes for. */
export interface Item extends Payer {
  /** One of the two. */
  purchase: number | null;
  event: number | null;
  /** Who is responsible for a child, and with whom a friend came. */
  guardian: string;
  friendOf: number | null;
  /** Whose browser took the place. */
  joinedBy: string | null;
  checkouts: Checkout[];
  createdAt: number;
  /** When its payer was last told of each kind of message. */
  toldAt: Record<string, number>;
}

/** A date of an event with its courts; `came` says who did, as far as somebody has checked. */
export interface Session {
  id: number;
  courts: number[];
  date: string;
  slots: number[];
  isCancelled: boolean;
  came: Map<number, boolean>;
}

export interface ClubEvent {
  id: number;
  kind: 'class' | 'social' | 'tournament';
  title: string;
  hasCoach: boolean;
  isForChildren: boolean;
  least: number;
  most: number;
  /** PKR for all dates. */
  price: number;
  joinUntil: number;
  leaveHours: number;
  mayMakeUp: boolean;
  state: 'draft' | 'published' | 'cancelled';
  /** It was checked for its least number. */
  isDecided: boolean;
  sessions: Session[];
  /** How often it was changed. */
  changes: number;
}

/** A round of a tournament: four players to a game, two against two, and who rests. */
export interface TournamentRound {
  number: number;
  games: TournamentGame[];
  byes: number[];
}

export interface TournamentGame {
  court: number;
  players: number[];
  score: [number, number] | null;
  /** Null after a change, until the club's number is known. */
  version: number | null;
}

export interface Tournament {
  event: number;
  format: 'americano' | 'mexicano' | 'round_robin';
  /** Both sides of a game together. */
  points: number;
  rounds: number;
  courts: number[];
  /** In the order in which they were added; `payer` null without a place. */
  players: { id: number; payer: number | null; plays: boolean }[];
  isFinished: boolean;
  /** Somebody left or came later, so not everybody has played as often. */
  isChanged: boolean;
  version: number;
  /** When the round on court was called, and who was. */
  calledAt: number;
  called: string;
  /** As last read. */
  plan: TournamentRound[];
  /** How many of its rounds the club may not change; infinite while it may change none. */
  settled: number;
}

/** A missed date and the one that makes up for it. */
export interface MakeUp {
  payer: number;
  missed: number;
  session: number;
}

/** Who owes part of a booking's price. The customer's part is whatever the others leave. */
export interface Payer {
  id: number;
  /** 1 for the booking's customer, the host. */
  position: number;
  state: 'invited' | 'joined' | 'waiting' | 'left';
  /** Null until a person takes the place, and for a reception guest without an address. */
  person: string | null;
  name: string;
  email: string;
  /** The part belongs to the person's account. */
  isMembers: boolean;
  /** PKR: the part while the booking stands, and how much of it is owed or kept. */
  price: number;
  charge: number;
  method: Method | null;
  receiptWaits: boolean;
  /** The newest one wasn't rejected. */
  hasReceipt: boolean;
  /** How many arrived. */
  receipts: number;
  receiptAt: number | null;
  isTakenOff: boolean;
  remindAt: number | null;
  /** How long an open match's place waits for its money. */
  holdUntil: number | null;
  /** The open match's place is taken by money, a receipt or a promise. */
  isConfirmed: boolean;
  /** Joined a match, with an account or as a guest. */
  joinedAs: 'member' | 'guest' | null;
  /** Entered a contact, and with it the wish for updates by WhatsApp of those who have it; null for a customer. */
  enteredAt: number | null;
  /** Who gave back the place that this payer is to take. */
  replaces: number | null;
}

/** A booking whose host is looking for players. */
export interface Match {
  id: number;
  isOpen: boolean;
  isPublic: boolean;
  /** Players in addition to the host. */
  capacity: number;
  decideAt: number | null;
  isAsked: boolean;
  isFull: boolean;
}

/** Money received (+) or paid out (−), in PKR. */
export interface Entry {
  booking: number | null;
  /** Null for a top-up. */
  payer: number | null;
  person: string | null;
  kind: 'payment' | 'refund' | 'correction' | 'top_up';
  method: Method;
  amount: number;
  /** How it changes the member's credit. */
  credit: number;
  state: 'counted' | 'undone' | 'reversal';
  at: number;
  /** A line of the bank's statement shows it. */
  isProven: boolean;
  line: number | null;
}

/** Money received in the club's account, and what it was really for. */
export interface Transfer {
  at: number;
  amount: number;
  text: string;
  /** Null for an item. */
  booking: number | null;
  payer: number;
  how: 'honest' | 'short' | 'wrong number' | 'by a friend';
  /** It was in a statement that the reception dropped. */
  isListed: boolean;
  isUsed: boolean;
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
  /** A guest has to confirm with the link in the email. */
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

/** A message that the club owes: its kind, the booking it is about, and a customer's address. */
export interface Told {
  kind: string;
  about: number;
  to?: string;
}

export interface State {
  /**
   * Settings that change while the club runs: how long a card page holds the slots, and how long a transfer may take.
   */
  rules: { cardMinutes: number; transferHours: number };
  bookings: Booking[];
  plans: Plan[];
  /** By version, from 1. */
  terms: Terms[];
  purchases: Purchase[];
  items: Item[];
  events: ClubEvent[];
  makeUps: MakeUp[];
  tournaments: Tournament[];
  /** The coach's other hours. */
  busy: { id: number; date: string; slots: number[] }[];
  closures: (Place & { id: number })[];
  entries: Entry[];
  waiting: Waiting[];
  offers: Offer[];
  /** What customers gave up themselves is not offered to them again, by phone even under another email. */
  givenUp: (Place & { email: string; person: string | null })[];
  /** What must have been told since the beginning, and what may be. */
  told: Told[];
  maybeTold: Told[];
  /** When somebody last wrote STOP. */
  stopped: Record<string, number>;
  /**
   * Reminders of the end of a purchase, by payer, last day and how many days before it; since when each is due, and
   * whether it may be left out.
   */
  reminders: { key: string; since: number; isNeedless: boolean }[];
  transfers: Transfer[];
  /** The days covered by the statements. */
  covered: { from: string; until: string } | null;
  /** The time of the step. */
  now: number;
  /** The ids of the next rows. */
  nextBooking: number;
  nextClosure: number;
  nextSeries: number;
  nextWaiting: number;
  nextMatch: number;
  nextPayer: number;
  nextPurchase: number;
  nextEvent: number;
  nextSession: number;
  /** Of tournaments. */
  nextPlayer: number;
  nextBusy: number;
  /** The cash in the open drawer, or what the last count left in it. */
  drawer: number;
  isDrawerOpen: boolean;
  shifts: number;
}

/** An answer's status, and what a conflict names: the slots, or the amount now due. */
export interface Expected {
  status: number;
  slots?: string[];
  amount?: number;
}

export const OK: Expected = { status: 200 };
export const CREATED: Expected = { status: 201 };
export const FORBIDDEN: Expected = { status: 403 };
export const NOT_FOUND: Expected = { status: 404 };
export const CONFLICT: Expected = { status: 409 };
export const INVALID: Expected = { status: 422 };
export const TOO_MANY: Expected = { status: 429 };

export function newState(now: number): State {
  return {
    rules: { cardMinutes: 5, transferHours: 12 },
    bookings: [],
    plans: PLANS.map(({ name }, at) => ({ name, isSold: true, version: at + 1 })),
    terms: PLANS.map(({ terms }) => terms),
    purchases: [],
    items: [],
    events: [],
    makeUps: [],
    tournaments: [],
    busy: [],
    closures: [],
    entries: [],
    waiting: [],
    offers: [],
    givenUp: [],
    told: [],
    maybeTold: [],
    stopped: {},
    reminders: [],
    transfers: [],
    covered: null,
    now,
    nextBooking: 1,
    nextClosure: 1,
    nextSeries: 1,
    nextWaiting: 1,
    nextMatch: 1,
    nextPayer: 1,
    nextPurchase: 1,
    nextEvent: 1,
    nextSession: 1,
    nextPlayer: 1,
    nextBusy: 1,
    drawer: 0,
    isDrawerOpen: false,
    shifts: 0,
  };
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
