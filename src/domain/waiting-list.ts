/** What customers wait for on a full day, and what may be offered to them and when. */
import * as v from 'valibot';
import { clubInstant, clubTimestamp } from './business-day.ts';
import { type DayPlan, endPositionOf } from './day-plan.ts';
import type { FieldErrors } from './failure.ts';
import {
  BUSINESS_DAY_SLOTS,
  MINIMUM_SLOTS,
  positionOf,
  SLOT_MINUTES,
  slotIndexOf,
  startInstantOf,
  startTimeOf,
  timeLabel,
} from './slot.ts';
import { EMAIL_MESSAGE, emailSchema, nameSchema, PHONE_MESSAGE, phoneSchema } from './text-schemas.ts';

/** How long an offer is held for one customer alone. */
export const OFFER_MINUTES = 15;
/** Play that starts sooner is not offered. */
export const OFFER_NOTICE_MINUTES = 45;
/** A wish that let so many offers pass ends, because each one kept a court from the other customers. */
export const MAX_OFFERS = 3;
/** Wishes that one person may have open at a time. */
export const MAX_OPEN_WISHES = 5;
export const MAX_WISH_SLOTS = 8;
/** From midnight to this hour the server sends no offer of play after noon. */
const MORNING_HOUR = 9;
const NOON_HOUR = 12;
const MINUTE_MS = 60_000;

/** The header that carries the key of a wish or an offer. */
export const WAITING_KEY_HEADER = 'X-Waiting-Key';

export const WISH_STATES = ['unconfirmed', 'open', 'booked', 'passed', 'left'] as const;
export type WishState = (typeof WISH_STATES)[number];
export const OFFER_STATES = ['open', 'accepted', 'passed', 'ended'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** What a customer waits for. */
export interface Wish {
  id: number;
  /** The business day. */
  date: string;
  /** Start times: the earliest start and the latest end. */
  from: string;
  until: string;
  /** Minutes. */
  duration: number;
  /** Null for any court. */
  court_id: number | null;
  state: WishState;
}

/** Slots that are held for one wish. */
export interface Offer {
  id: number;
  court_id: number;
  court_name: string;
  date: string;
  /** Start times in playing order. */
  slots: string[];
  state: OfferState;
  expires_at: string;
}

/** An offer as the holder of its link sees it; the contact fills in the wizard. */
export interface OfferForCustomer extends Offer {
  name: string;
  email: string;
  phone: string;
  sms_updates: boolean;
}

/** What messages about a wish say; `url` confirms or leaves. */
export interface WishMessage extends Wish {
  /** Null for any court. */
  court_name: string | null;
  name: string;
  email: string;
  phone: string;
  url: string;
}

/** What messages about an offer say; `url` books it, `wish_url` leaves the waiting list. */
export interface OfferMessage extends OfferForCustomer {
  url: string;
  wish_url: string;
  wish_state: WishState;
  /** The customer has another offer now. */
  has_next: boolean;
}

/** A wish as the reception sees it. */
export interface AdminWish extends Wish {
  name: string;
  email: string;
  phone: string;
  created_at: string;
  /** The offer that is held for it now. */
  offer: Offer | null;
  /** How many offers it had. */
  offers: number;
}

export const wishSchema = v.pipe(
  v.strictObject({
    date: v.pipe(v.string('Date is required'), v.nonEmpty('Date is required')),
    from: v.string('Please choose the earliest start.'),
    until: v.string('Please choose the latest end.'),
    duration: v.pipe(
      v.number('Please choose how long you want to play.'),
      v.multipleOf(SLOT_MINUTES, 'Duration must be in 30-minute increments'),
      v.minValue(MINIMUM_SLOTS * SLOT_MINUTES, 'Please choose at least one hour.'),
      v.maxValue(MAX_WISH_SLOTS * SLOT_MINUTES, 'Please choose at most four hours.'),
    ),
    court_id: v.optional(v.nullable(v.pipe(v.number('Please choose a court.'), v.integer())), null),
    name: nameSchema,
    email: v.optional(v.union([v.literal(''), emailSchema], EMAIL_MESSAGE), ''),
    phone: v.optional(v.union([v.literal(''), phoneSchema], PHONE_MESSAGE), ''),
    sms_updates: v.optional(v.boolean(), false),
  }),
  v.forward(
    v.partialCheck(
      [['email'], ['phone']],
      ({ email, phone }) => email !== '' || phone !== '',
      'Please enter an email or a phone number.',
    ),
    ['email'],
  ),
);
export type WishInput = v.InferOutput<typeof wishSchema>;

/** Consecutive positions of a business day; `until` is the one after the last. */
export interface PositionRange {
  from: number;
  until: number;
}

/** A wish in positions. */
export interface WishedTime extends PositionRange {
  slots: number;
}

/** The wish in positions, or what is wrong with it. `plan` is the day's. */
export function parseWishedTime(
  input: Pick<WishInput, 'from' | 'until' | 'duration'>,
  plan: DayPlan,
): { time: WishedTime } | { fields: FieldErrors } {
  const first = slotIndexOf(input.from);
  const end = slotIndexOf(input.until);
  if (first === null) return { fields: { from: 'Please choose the earliest start.' } };
  if (end === null) return { fields: { until: 'Please choose the latest end.' } };
  const slots = input.duration / SLOT_MINUTES;
  const time = { from: positionOf(first), until: endPositionOf(input.until), slots };
  if (time.until - time.from < slots)
    return { fields: { until: 'This time is shorter than you want to play. Please choose a later end.' } };
  if (findBlock(time, openRuns(plan)) === null)
    return { fields: { from: 'The club is not open long enough in this time. Please choose another one.' } };
  return { time };
}

/** The open slots as runs. */
function openRuns(plan: DayPlan): PositionRange[] {
  return runsOf(plan, () => true);
}

/** The free slots that have not started, as runs: what a customer can book without waiting. */
export function bookableRuns(plan: DayPlan, taken: ReadonlySet<number>, now: number): PositionRange[] {
  return runsOf(plan, (slotIndex) => !taken.has(slotIndex) && startInstantOf(plan.date, slotIndex) > now);
}

/** The free slots that may be offered at `now`, as runs. */
export function offerableRuns(plan: DayPlan, taken: ReadonlySet<number>, now: number): PositionRange[] {
  const earliest = now + OFFER_NOTICE_MINUTES * MINUTE_MS;
  const latest = latestOfferableStart(now);
  return runsOf(plan, (slotIndex) => {
    const start = startInstantOf(plan.date, slotIndex);
    return !taken.has(slotIndex) && start >= earliest && start < latest;
  });
}

/** At night only what is played before the coming noon. */
function latestOfferableStart(now: number): number {
  const [date = '', time = ''] = clubTimestamp(now).split('T');
  return Number(time.slice(0, 2)) < MORNING_HOUR
    ? clubInstant(date, NOON_HOUR * 60)
    : Number.POSITIVE_INFINITY;
}

function runsOf(plan: DayPlan, includes: (slotIndex: number) => boolean): PositionRange[] {
  const runs: PositionRange[] = [];
  for (const { slotIndex } of plan.slots) {
    if (!includes(slotIndex)) continue;
    const position = positionOf(slotIndex);
    const last = runs.at(-1);
    if (last?.until === position) last.until = position + 1;
    else runs.push({ from: position, until: position + 1 });
  }
  return runs;
}

/**
 * The first position of the earliest block of `runs` that fits the wish and meets none of `passed`, the times of
 * this court that it was offered before; null without one.
 */
export function findBlock(
  wish: WishedTime,
  runs: readonly PositionRange[],
  passed: readonly PositionRange[] = [],
): number | null {
  for (const run of runs) {
    const end = Math.min(run.until, wish.until);
    for (let first = Math.max(run.from, wish.from); first + wish.slots <= end; first += 1) {
      if (!passed.some(({ from, until }) => first < until && from < first + wish.slots)) return first;
    }
  }
  return null;
}

/** The slots of `count` positions from `first` on. */
export function slotIndexesFrom(first: number, count: number): number[] {
  return BUSINESS_DAY_SLOTS.slice(first, first + count);
}

/** When an offer made at `now` ends: a full minute, because the customer reads minutes. */
export function offerExpiryOf(now: number): number {
  return Math.ceil((now + OFFER_MINUTES * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
}

/** The start time of a position; 48 is the 06:00 at which the day ends. */
export function startTimeOfPosition(position: number): string {
  return startTimeOf(BUSINESS_DAY_SLOTS[position % BUSINESS_DAY_SLOTS.length] ?? 0);
}

/** `1 hour`, `1.5 hours` */
export function durationLabel(minutes: number): string {
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`;
}

/** `1 hour between 6:00 PM and 11:00 PM` */
export function wishLabel({ from, until, duration }: Pick<Wish, 'from' | 'until' | 'duration'>): string {
  return `${durationLabel(duration)} between ${timeLabel(slotIndexOf(from) ?? 0)} and ${timeLabel(slotIndexOf(until) ?? 0)}`;
}
