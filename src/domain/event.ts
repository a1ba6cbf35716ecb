/** The club's events: their schemas, and the rules that the pages and the server share. */
import * as v from 'valibot';
import { roomDecisions } from './admin-inputs.ts';
import { addDays } from './business-day.ts';
import { timeSchema } from './calendar.ts';
import { MAX_COURTS } from './court-schemas.ts';
import { CLASS } from './event-kinds/class.ts';
import type { EventKindRules } from './event-kinds/event-kind.ts';
import { EVENT_KIND_LABELS } from './event-kinds/labels.ts';
import { SOCIAL } from './event-kinds/social.ts';
import { TOURNAMENT } from './event-kinds/tournament.ts';
import { dateSchema, idSchema, integerSchema, versionSchema } from './field-schemas.ts';
import { joinMatchSchema, LEVELS } from './match.ts';
import { consecutiveSlotIndexes, endInstantOf, startInstantOf, startTimeOf } from './slot.ts';
import {
  emailSchema,
  multilineText,
  nameOf,
  nameSchema,
  phoneSchema,
  remarkSchema,
  requiredLine,
} from './text-schemas.ts';

/** The kinds of events; each has its own file. */
export const EVENT_KIND_RULES = {
  class: CLASS,
  social: SOCIAL,
  tournament: TOURNAMENT,
} as const satisfies Record<keyof typeof EVENT_KIND_LABELS, EventKindRules>;
export type EventKind = keyof typeof EVENT_KIND_RULES;
export const EVENT_KINDS = Object.keys(EVENT_KIND_RULES) as [EventKind, ...EventKind[]];
export const EVENT_AUDIENCES = ['everyone', 'women', 'children'] as const;
export type EventAudience = (typeof EVENT_AUDIENCES)[number];
/** As the club sees an event. */
export const EVENT_STATES = ['draft', 'published', 'cancelled'] as const;
/** As players see it: `closed` no longer takes anyone, `over` has been held. */
export const EVENT_STAGES = ['open', 'full', 'closed', 'over', 'cancelled'] as const;

const HOUR_MS = 60 * 60_000;
/** How far ahead dates can be. */
export const MAX_DAYS_AHEAD = 366;
/** Joining closes this long before the first date unless the club says otherwise. */
export const JOIN_HOURS = 12;

const PRICE_MESSAGE = 'Please enter a price in whole rupees.';
const PLAYERS_MESSAGE = 'Please enter how many players.';
const COURTS_MESSAGE = 'Please choose the courts.';
const LEVEL_MESSAGE = 'Please choose beginner, improver, intermediate or advanced.';

/** When and where one date takes place. */
export const sessionSchema = v.strictObject({
  date: dateSchema,
  start_time: timeSchema,
  /** Minutes. */
  duration: v.pipe(
    integerSchema('Please choose how long it lasts.', 30, 24 * 60),
    v.multipleOf(30, 'Courts are booked by the half-hour.'),
  ),
  court_ids: v.pipe(
    v.array(idSchema, COURTS_MESSAGE),
    v.minLength(1, COURTS_MESSAGE),
    v.maxLength(MAX_COURTS, COURTS_MESSAGE),
    v.check((ids) => new Set(ids).size === ids.length, 'Please choose each court once.'),
  ),
});
export type SessionInput = v.InferOutput<typeof sessionSchema>;

const sessionsSchema = v.pipe(
  v.array(sessionSchema, 'Please choose the dates.'),
  v.minLength(1, 'Please choose the dates.'),
  v.maxLength(
    Math.max(...EVENT_KINDS.map((kind) => EVENT_KIND_RULES[kind].maxDates)),
    'There are too many dates.',
  ),
);

const textEntries = {
  title: requiredLine('Please enter a title.', 100),
  text: v.optional(
    v.pipe(multilineText('Please enter a text.'), v.maxLength(2000, 'Please use at most 2,000 characters.')),
    '',
  ),
  level_from: v.optional(v.nullable(v.picklist(LEVELS, LEVEL_MESSAGE)), null),
  level_to: v.optional(v.nullable(v.picklist(LEVELS, LEVEL_MESSAGE)), null),
  for: v.optional(v.picklist(EVENT_AUDIENCES, 'Please choose who it is for.'), 'everyone'),
  least: integerSchema(PLAYERS_MESSAGE, 1, 200),
  most: integerSchema(PLAYERS_MESSAGE, 1, 200),
  /** PKR per place, for all dates. */
  price: integerSchema(PRICE_MESSAGE, 0, 1_000_000),
  /**
   * Joining closes this many hours before the first date; an event without its minimum of players is then cancelled.
   */
  join_hours: v.optional(integerSchema('Please enter the hours.', 0, 30 * 24), JOIN_HOURS),
  /** Giving a place back is free until this many hours before the first date. */
  leave_hours: v.optional(integerSchema('Please enter the hours.', 0, 30 * 24), 24),
  /** Whether a missed date can be made up at another event. */
  make_ups: v.optional(v.boolean('Please choose whether make-ups are allowed.'), false),
  /** Listed at `/events`; otherwise only its link leads to it. */
  public: v.optional(v.boolean('Public is yes or no.'), true),
};
type TextInput = { level_from: string | null; level_to: string | null; least: number; most: number };

const levelsInOrder = ({ level_from, level_to }: Pick<TextInput, 'level_from' | 'level_to'>) =>
  !level_from ||
  !level_to ||
  LEVELS.indexOf(level_from as (typeof LEVELS)[number]) <=
    LEVELS.indexOf(level_to as (typeof LEVELS)[number]);
const playersInOrder = ({ least, most }: Pick<TextInput, 'least' | 'most'>) => least <= most;
const LEVELS_ORDER_MESSAGE = 'The lowest level must come before the highest.';
const PLAYERS_ORDER_MESSAGE = 'The most players are at least as many as the least.';

const planEntries = { coach_id: v.optional(v.nullable(idSchema), null), sessions: sessionsSchema };

/** An event's dates and coach, checked before anything is written. */
export const eventPlanSchema = v.strictObject({
  ...planEntries,
  /** The date being moved: its own courts and coach count as free. */
  own_session_id: v.optional(v.nullable(idSchema), null),
});
export type EventPlan = Pick<v.InferOutput<typeof eventPlanSchema>, 'coach_id' | 'sessions'>;

export const newEventSchema = v.pipe(
  v.strictObject({
    kind: v.picklist(EVENT_KINDS, 'Please choose the kind of event.'),
    ...textEntries,
    ...planEntries,
    /** What to do with the bookings in the way: move or cancel. */
    decisions: roomDecisions,
    publish: v.optional(v.boolean('Publish is yes or no.'), false),
  }),
  v.forward(v.partialCheck([['level_from'], ['level_to']], levelsInOrder, LEVELS_ORDER_MESSAGE), [
    'level_from',
  ]),
  v.forward(v.partialCheck([['least'], ['most']], playersInOrder, PLAYERS_ORDER_MESSAGE), ['most']),
);
export type NewEvent = v.InferOutput<typeof newEventSchema>;

/** What can change about an event other than its dates. */
export const eventEditSchema = v.pipe(
  v.strictObject({
    ...textEntries,
    coach_id: v.optional(v.nullable(idSchema), null),
    version: versionSchema,
  }),
  v.forward(v.partialCheck([['level_from'], ['level_to']], levelsInOrder, LEVELS_ORDER_MESSAGE), [
    'level_from',
  ]),
  v.forward(v.partialCheck([['least'], ['most']], playersInOrder, PLAYERS_ORDER_MESSAGE), ['most']),
);
export type EventEdit = v.InferOutput<typeof eventEditSchema>;

export const sessionMoveSchema = v.strictObject({
  ...sessionSchema.entries,
  decisions: roomDecisions,
  version: versionSchema,
});
export type SessionMove = v.InferOutput<typeof sessionMoveSchema>;

export const publishSchema = v.strictObject({ version: versionSchema });

/** Cancels one date or all of them. */
export const cancelEventSchema = v.strictObject({
  session_id: v.optional(idSchema),
  /** Shown to the players. */
  reason: requiredLine('Please say why it is cancelled.', 200),
  version: versionSchema,
});
export type CancelEvent = v.InferOutput<typeof cancelEventSchema>;

export const joinEventEntries = {
  /** The person joining is the player, or a child's guardian. */
  ...joinMatchSchema.entries,
  /** The child whose place it is; the contact is then the guardian's. */
  child: v.optional(nameOf('Enter the child’s name')),
  /** A friend who takes another place. */
  friend: v.optional(
    v.strictObject({ name: nameOf('Enter your friend’s name'), email: v.optional(emailSchema) }),
  ),
  /**
   * A promise to pay at the club, or a transfer; the first message then says how. Other ways are chosen once the
   * place is held.
   */
  method: v.optional(v.picklist(['cash', 'bank_transfer'], 'Please select a payment method.')),
  /** The price in PKR that the player saw. */
  price: v.optional(integerSchema(PRICE_MESSAGE, 0, 1_000_000)),
  /** The price of the player's own place that a member saw, less what their plan takes off. */
  own_price: v.optional(integerSchema(PRICE_MESSAGE, 0, 1_000_000)),
};

/** The club can call somebody about a child. */
export const hasGuardianPhone = (place: { child?: string | undefined; phone?: string | undefined }) =>
  place.child === undefined || place.phone !== undefined;
export const GUARDIAN_PHONE_MESSAGE =
  'Please enter your phone number, so that we can call you about the child.';

export const joinEventSchema = v.pipe(
  v.strictObject(joinEventEntries),
  v.forward(v.partialCheck([['child'], ['phone']], hasGuardianPhone, GUARDIAN_PHONE_MESSAGE), ['phone']),
);
export type JoinEvent = v.InferOutput<typeof joinEventSchema>;

/** Somebody added by the reception; an email isn't required. */
export const addPlaceSchema = v.strictObject({
  name: nameSchema,
  email: v.optional(v.union([emailSchema, v.literal('')], 'Invalid email address'), ''),
  phone: v.optional(v.union([phoneSchema, v.literal('')], 'Please enter a phone number.'), ''),
  child: v.optional(nameSchema),
});
export type AddPlace = v.InferOutput<typeof addPlaceSchema>;

export const eventAttendanceSchema = v.strictObject({
  payer_id: idSchema,
  /** Null if nobody has checked. */
  came: v.nullable(v.boolean('Please choose whether the player came.')),
});

export const makeUpSchema = v.strictObject({
  payer_id: idSchema,
  /** The date that was missed. */
  missed_session_id: idSchema,
  /** The date that replaces it; null undoes this. */
  session_id: v.nullable(idSchema),
});

/** The same, as chosen by the player. */
export const ownMakeUpSchema = v.omit(makeUpSchema, ['payer_id']);

export const coachSchema = v.strictObject({
  name: nameSchema,
  email: v.optional(v.union([emailSchema, v.literal('')], 'Invalid email address'), ''),
  phone: v.optional(v.union([phoneSchema, v.literal('')], 'Please enter a phone number.'), ''),
});
export type CoachInput = v.InferOutput<typeof coachSchema>;
export const coachEditSchema = v.strictObject({
  ...coachSchema.entries,
  active: v.boolean('Active is yes or no.'),
});

/** A coach's hours other than classes. */
export const coachBusySchema = v.strictObject({
  date: dateSchema,
  start_time: timeSchema,
  duration: sessionSchema.entries.duration,
  note: v.optional(remarkSchema, ''),
});
export type CoachBusy = v.InferOutput<typeof coachBusySchema>;

/** When a date takes place. */
export interface SessionTime {
  date: string;
  start_time: string;
  duration: number;
}

/** Null if it would leave the business day. */
export function sessionSlots({ start_time, duration }: Omit<SessionTime, 'date'>): number[] | null {
  return consecutiveSlotIndexes(start_time, duration / 30);
}

/** Start times in playing order, like a booking's. */
export function sessionTimes(session: SessionTime): { date: string; slots: string[] } {
  return { date: session.date, slots: (sessionSlots(session) ?? []).map(startTimeOf) };
}

export function sessionStart(session: SessionTime): number {
  return startInstantOf(session.date, sessionSlots(session)?.[0] ?? 0);
}

export function sessionEnd(session: SessionTime): number {
  return endInstantOf(session.date, sessionSlots(session)?.at(-1) ?? 0);
}

/** Until when people can join an event whose first date starts at `start`. */
export function joinUntilOf(start: number, joinHours: number): number {
  return start - joinHours * HOUR_MS;
}

/** Which rule of its kind an event breaks, by field; null if none. */
export function kindError(
  kind: EventKind,
  event: {
    least: number;
    most: number;
    coach_id: number | null;
    make_ups: boolean;
    sessions?: readonly { court_ids: readonly number[] }[];
  },
): { field: string; message: string } | null {
  const rules: EventKindRules = EVENT_KIND_RULES[kind];
  const { players } = rules;
  const label = EVENT_KIND_LABELS[kind].toLowerCase();
  const sessions = event.sessions ?? [];
  if (event.most > players.most)
    return { field: 'most', message: `A ${label} has at most ${players.most} players.` };
  if (event.least < players.least)
    return { field: 'least', message: `A ${label} needs at least ${players.least} players.` };
  if (event.coach_id !== null && !rules.hasCoach)
    return { field: 'coach_id', message: `A ${label} has no coach.` };
  if (event.make_ups && !rules.hasMakeUps)
    return { field: 'make_ups', message: `A ${label} has no make-up dates.` };
  if (sessions.length > rules.maxDates) {
    const dates = rules.maxDates === 1 ? 'one date' : `at most ${rules.maxDates} dates`;
    return { field: 'sessions', message: `A ${label} has ${dates}.` };
  }
  if (sessions.some(({ court_ids }) => court_ids.length > rules.maxCourts))
    return { field: 'sessions', message: `A ${label} has at most ${rules.maxCourts} courts.` };
  return null;
}

/** The same weekday `count` times in a row. */
export function weeklyDates(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, week) => addDays(first, 7 * week));
}

/**
 * PKR that the club keeps of a place's price if `left` of its `dates` are cancelled; whole rupees, rounded in the
 * player's favour.
 */
export function priceWithout(price: number, { dates, left }: { dates: number; left: number }): number {
  if (dates <= 0) return 0;
  return Math.floor((price * Math.max(0, dates - left)) / dates);
}

/** PKR that the club keeps if a place is given back at `now`: nothing in time, everything afterwards. */
export function keptOnLeaving(
  { price, leave_hours, start }: { price: number; leave_hours: number; start: number },
  now: number,
): number {
  return now <= start - leave_hours * HOUR_MS ? 0 : price;
}
