import { emailOf, findPerson } from '../people.ts';
import { isTooLateToOffer, OFFER_NOTICE, offeredUntil } from './deadlines.ts';
import { DAY_SLOTS, instantOf, isTaken } from './slots.ts';
import {
  CONFLICT,
  CREATED,
  type Expected,
  INVALID,
  type Offer,
  OK,
  type State,
  type Waiting,
} from './state.ts';

const MOST_OPEN = 5;
const MOST_OFFERS = 3;
const COURTS = [1, 2];

type Block = { court: number; slots: number[] };

/** The blocks that a customer is waiting for and that nobody has. */
function freeBlocks(state: State, entry: Omit<Waiting, 'id'>, earliest: number): Block[] {
  const courts = entry.court === null ? COURTS : [entry.court];
  return courts.flatMap((court) => {
    const taken = isTaken(state, court, entry.date);
    const isFree = (slot: number) => {
      return !taken.has(slot) && instantOf(entry.date, slot) >= earliest;
    };
    return entry.window
      .map((_, at) => entry.window.slice(at, at + entry.length))
      .filter((slots) => slots.length === entry.length && slots.every(isFree))
      .map((slots) => ({ court, slots }));
  });
}

const meets = (one: Block, other: Block): boolean =>
  one.court === other.court && one.slots.some((slot) => other.slots.includes(slot));

/** Somebody joins; a time that is free is booked, not waited for. */
export function join(state: State, entry: Omit<Waiting, 'id'>, now: number): Expected {
  if (entry.window.length < entry.length) return INVALID;
  const nobody = { ...state, bookings: [], closures: [], offers: [], events: [] };
  if (freeBlocks(nobody, entry, now + 1).length === 0) return INVALID;
  if (freeBlocks(state, entry, now + 1).length > 0) return CONFLICT;
  const open = state.waiting.filter(({ person, isOpen }) => isOpen && person === entry.person);
  if (open.length >= MOST_OPEN) return { status: 429 };
  state.waiting.push({ ...entry, id: state.nextWaiting });
  state.nextWaiting += 1;
  return CREATED;
}

export function confirm(state: State, id: number): Expected {
  const entry = state.waiting.find((one) => one.id === id);
  if (!entry?.isUnconfirmed) return OK;
  const open = state.waiting.filter(({ person, isOpen }) => isOpen && person === entry.person);
  if (open.length >= MOST_OPEN) return CONFLICT;
  entry.isUnconfirmed = false;
  entry.isOpen = true;
  return OK;
}

export function leave(state: State, id: number): Expected {
  const entry = state.waiting.find((one) => one.id === id);
  if (entry) {
    entry.isOpen = false;
    entry.isUnconfirmed = false;
    entry.passed.push(...state.offers.filter((offer) => offer.waiting === id));
  }
  state.offers = state.offers.filter((offer) => offer.waiting !== id);
  return OK;
}

/**
 * What isn't offered again: what the entry was offered, what its person let pass, and what the person gave up. A
 * guest is known only by email.
 */
function refused(state: State, entry: Waiting): Block[] {
  const isMember = findPerson(entry.person).role === 'member';
  const own = state.waiting.filter(({ person, date }) => person === entry.person && date === entry.date);
  const givenUp = state.givenUp.filter(
    ({ email, person, date }) =>
      (email === emailOf(entry.person) || (isMember && person === entry.person)) && date === entry.date,
  );
  return [...entry.offered, ...own.flatMap(({ passed }) => passed), ...givenUp];
}

export interface OfferRow {
  id: number;
  waitlist_entry_id: number;
  court_id: number;
  date: string;
  from_position: number;
  slots: number;
  expires_at: number;
}

/** Position 0 of the business day is 06:00, an hour before the club opens. */
const slotsAt = ({ from_position, slots }: OfferRow) =>
  DAY_SLOTS.slice(from_position - 2, from_position - 2 + slots);

/**
 * The club chooses whom it offers what; this takes over its open offers and returns every rule that one breaks, and
 * everybody who is waiting for something free without being offered it.
 */
export function judgeOffers(state: State, rows: readonly OfferRow[], now: number): string[] {
  const faults: string[] = [];
  const known = new Map(state.offers.map((offer) => [offer.id, offer]));
  const open = new Set(rows.map(({ id }) => id));
  const ended = state.offers.filter(({ id }) => !open.has(id));
  for (const offer of ended) {
    const entry = state.waiting.find(({ id }) => id === offer.waiting);
    if (!entry) continue;
    if (offer.expiresAt <= now) entry.passed.push(offer);
    // Somebody who let three offers pass no longer waits.
    if (entry.offered.length >= MOST_OFFERS) entry.isOpen = false;
  }
  state.offers = [];
  for (const row of rows) {
    const before = known.get(row.id);
    if (before && before.expiresAt <= now) faults.push(`offer ${row.id} is over and still open`);
    if (before) state.offers.push(before);
    else faults.push(...judgeOffer(state, row, ended, now));
  }
  return [...faults, ...listForgotten(state, now)];
}

function judgeOffer(state: State, row: OfferRow, ended: readonly Offer[], now: number): string[] {
  const entry = state.waiting.find(({ id }) => id === row.waitlist_entry_id);
  if (!entry?.isOpen) return [`offer ${row.id} goes to nobody who waits`];
  const { court_id: court, date, expires_at: expiresAt } = row;
  const offer: Offer = {
    id: row.id,
    waiting: entry.id,
    person: entry.person,
    court,
    date,
    slots: slotsAt(row),
    expiresAt,
  };
  const { slots } = offer;
  const isElsewhere = entry.date !== date || (entry.court !== null && entry.court !== court);
  const isAnotherTime = slots.length !== entry.length || slots.some((slot) => !entry.window.includes(slot));
  const taken = isTaken(state, court, date);
  const broken: [string, boolean][] = [
    ['is for another place', isElsewhere],
    ['is for a different time', isAnotherTime],
    ['is for taken slots', slots.some((slot) => taken.has(slot))],
    ['comes too late', isTooLateToOffer(offer, now)],
    ['ends at another time', expiresAt !== offeredUntil(offer, now)],
    ['is a second one of a person', state.offers.some(({ person }) => person === entry.person)],
    ['was made before', refused(state, entry).some((block) => meets(block, offer))],
    ['was another’s turn', isOthersTurn(state, entry, offer, ended, now)],
  ];
  entry.offered.push({ court, slots });
  state.offers.push(offer);
  return broken.flatMap(([fault, isBroken]) => (isBroken ? [`offer ${row.id} ${fault}`] : []));
}

/**
 * Whoever had the fewest offers comes first, then whoever has waited longest; a person whose offer ends now may come
 * too late.
 */
function isOthersTurn(
  state: State,
  { id, date, offered }: Waiting,
  { court, slots }: Offer,
  ended: readonly Offer[],
  now: number,
): boolean {
  const busy = new Set([...state.offers, ...ended].map(({ person }) => person));
  return state.waiting.some((other) => {
    const isEarlier = other.offered.length - offered.length || other.id - id;
    if (isEarlier >= 0 || !other.isOpen || other.date !== date || busy.has(other.person)) return false;
    const within = freeBlocks(state, other, now + OFFER_NOTICE).filter(
      (block) => block.court === court && block.slots.every((slot) => slots.includes(slot)),
    );
    const passed = refused(state, other);
    return within.some((block) => !passed.some((one) => meets(one, block)));
  });
}

function listForgotten(state: State, now: number): string[] {
  const busy = new Set(state.offers.map(({ person }) => person));
  return state.waiting
    .filter((entry) => entry.isOpen && !busy.has(entry.person))
    .filter((entry) => {
      const blocks = freeBlocks(state, entry, now + OFFER_NOTICE);
      const passed = refused(state, entry);
      return blocks.some((block) => !passed.some((other) => meets(other, block)));
    })
    .map(({ id }) => `nobody offered waitlist entry ${id} what is free`);
}
