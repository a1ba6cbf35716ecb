import * as v from 'valibot';
import {
  addPlaceSchema,
  cancelEventSchema,
  coachBusySchema,
  coachEditSchema,
  coachSchema,
  EVENT_AUDIENCES,
  EVENT_KINDS,
  EVENT_STAGES,
  EVENT_STATES,
  eventAttendanceSchema,
  eventEditSchema,
  eventPlanSchema,
  joinEventSchema,
  makeUpSchema,
  newEventSchema,
  ownMakeUpSchema,
  publishSchema,
  sessionMoveSchema,
} from '../event.ts';
import { LEVELS } from '../match.ts';
import { PAYER_STATES } from '../payer.ts';
import { BOOKING_KEY_HEADER } from '../self-service.ts';
import { count, date, id, instant, money, nullableText, startTime, version } from './base-schemas.ts';
import { paymentMethod } from './booking-answers.ts';
import { bookingInTheWaySchema } from './day-routes.ts';
import { data, type RouteContract } from './route-contract.ts';

export const eventSessionSchema = v.strictObject({
  id,
  date,
  start_time: startTime,
  /** Minutes. */
  duration: count,
  /** In playing order. */
  slots: v.array(startTime),
  /** Empty once it is cancelled. */
  courts: v.array(v.strictObject({ id, name: v.string() })),
  cancelled: v.boolean(),
});
export type EventSession = v.InferOutput<typeof eventSessionSchema>;

/** An event as anyone may see it. */
export const eventSchema = v.strictObject({
  id,
  kind: v.picklist(EVENT_KINDS),
  title: v.string(),
  /** The club's description; may be empty. */
  text: v.string(),
  image_url: nullableText,
  coach_name: nullableText,
  level_from: v.nullable(v.picklist(LEVELS)),
  level_to: v.nullable(v.picklist(LEVELS)),
  for: v.picklist(EVENT_AUDIENCES),
  least: count,
  most: count,
  places_left: count,
  /** PKR per place, covering all dates. */
  price: money,
  /** A promise to pay at the club doesn't take a place. */
  prepaid: v.boolean(),
  /** Until when people can join; without its minimum of players, the event is then cancelled. */
  join_until: instant,
  leave_hours: count,
  stage: v.picklist(EVENT_STAGES),
  sessions: v.array(eventSessionSchema),
  /** The next date that is not over; null when none is left. */
  next_session_id: v.nullable(id),
  /** First names and initials; for a child only the first name. */
  players: v.array(v.string()),
  /** The address to share with others. */
  share: v.string(),
});
export type ClubEventView = v.InferOutput<typeof eventSchema>;

/** A place as the reception sees it. */
export const eventPlaceSchema = v.strictObject({
  payer_id: id,
  /** The child's name for a child; the guardian is named separately. */
  name: v.string(),
  guardian: v.string(),
  email: v.string(),
  phone: v.string(),
  level: v.nullable(v.picklist(LEVELS)),
  state: v.picklist(PAYER_STATES),
  /** The place of the player this one came with. */
  friend_of: v.nullable(id),
  charge: money,
  received: money,
  balance: money,
  payment_method: v.nullable(paymentMethod),
  receipt_waits: v.boolean(),
  /** How long the place is held unpaid; null once it is the player's. */
  hold_until: v.nullable(instant),
  /** Dates that the player missed and makes up elsewhere. */
  made_up: v.array(v.strictObject({ missed_session_id: id, session_id: id, title: v.string(), date })),
});
export type EventPlace = v.InferOutput<typeof eventPlaceSchema>;

/** Who is expected at a date: the event's own players, and those making up another date. */
const sessionPlayerSchema = v.strictObject({
  payer_id: id,
  name: v.string(),
  guardian: v.string(),
  phone: v.string(),
  /** Null if nobody has checked. */
  came: v.nullable(v.boolean()),
  makes_up: v.boolean(),
});

export const adminEventSchema = v.strictObject({
  ...v.omit(eventSchema, ['sessions']).entries,
  state: v.picklist(EVENT_STATES),
  coach_id: v.nullable(id),
  join_hours: count,
  make_ups: v.boolean(),
  public: v.boolean(),
  /** Players with a place; how many of them have paid or promised; how many wait. */
  joined: count,
  confirmed: count,
  waiting: count,
  sessions: v.array(eventSessionSchema),
  version,
});
export type AdminClubEvent = v.InferOutput<typeof adminEventSchema>;

const eventDetailsSchema = v.strictObject({
  event: adminEventSchema,
  places: v.array(eventPlaceSchema),
  /** By date id. */
  attendance: v.array(v.strictObject({ session_id: id, players: v.array(sessionPlayerSchema) })),
});
/** A date of another event, as a make-up. */
const makeUpDateSchema = v.strictObject({
  session_id: id,
  title: v.string(),
  date,
  /** In playing order. */
  slots: v.array(startTime),
});

/** A player's missed dates that can still be made up, and the dates to choose from. */
const ownMakeUpsSchema = v.strictObject({
  missed: v.array(
    v.strictObject({
      session_id: id,
      date,
      /** In playing order. */
      slots: v.array(startTime),
      /** The date chosen for it; one that has begun stays. */
      made_up: v.nullable(v.strictObject({ ...makeUpDateSchema.entries, begun: v.boolean() })),
    }),
  ),
  dates: v.array(makeUpDateSchema),
});
export type OwnMakeUps = v.InferOutput<typeof ownMakeUpsSchema>;

export type EventDetails = v.InferOutput<typeof eventDetailsSchema>;

/** One date of a plan with everything in its way; `error` is something only another date or time can fix. */
const plannedDateSchema = v.strictObject({
  date,
  error: nullableText,
  /** In playing order. */
  in_the_way: v.array(bookingInTheWaySchema),
  /** How many open waiting list offers this ends. */
  offers: count,
});
export type PlannedDate = v.InferOutput<typeof plannedDateSchema>;

export const coachAnswerSchema = v.strictObject({
  id,
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  active: v.boolean(),
});
export type Coach = v.InferOutput<typeof coachAnswerSchema>;

const event = data(eventDetailsSchema);
const coach = data(v.strictObject({ coach: coachAnswerSchema }));

/** Classes, socials and tournaments; their places are payers. */
export const EVENT_ROUTES = {
  'GET /api/events': {
    summary: 'List the coming public events, the next one first',
    access: 'anyone',
    answer: v.array(eventSchema),
  },
  'GET /api/events/:id': {
    summary: 'Read an event; one that is not public needs the key of its link',
    access: 'anyone',
    query: ['key'],
    answer: eventSchema,
  },
  'POST /api/events/:id/places': {
    summary: 'Join an event, alone, for a child or with a friend; the places are held for half an hour',
    access: 'anyone',
    query: ['key'],
    headers: ['Idempotency-Key'],
    body: joinEventSchema,
    answer: v.strictObject({
      /** Your own place first, then a friend's. */
      places: v.array(
        v.strictObject({
          id,
          state: v.picklist(PAYER_STATES),
          charge: money,
          /** How long the place is held unpaid; null for a player who is waiting. */
          hold_until: v.nullable(instant),
          /** The player's own link, to pay or give back. A friend with their own address gets it by email only. */
          join_url: v.exactOptional(v.string()),
        }),
      ),
    }),
    status: 201,
  },
  'GET /api/payers/:id/make-ups': {
    summary: 'Read the dates that the player of a place has missed and can make up; empty for anything else',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER],
    answer: ownMakeUpsSchema,
  },
  'PUT /api/payers/:id/make-ups': {
    summary: 'Choose the date at which a missed one is made up, or undo it, as the player',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER],
    body: ownMakeUpSchema,
    answer: ownMakeUpsSchema,
  },
  'GET /api/admin/events': {
    summary: 'List the events, the next one first; with `past` those that are over, the last one first',
    access: 'staff',
    query: ['past'],
    answer: data(v.strictObject({ events: v.array(adminEventSchema), coaches: v.array(coachAnswerSchema) })),
  },
  'GET /api/admin/events/:id': {
    summary: 'Read an event with its players',
    access: 'staff',
    answer: event,
  },
  'POST /api/admin/events/preview': {
    summary: 'What is in the way of the dates of an event, date by date; nothing changes',
    access: 'staff',
    body: eventPlanSchema,
    answer: data(v.strictObject({ dates: v.array(plannedDateSchema) })),
  },
  'POST /api/admin/events': {
    summary: 'Add an event with its dates, and a decision about each booking in the way',
    access: 'staff',
    body: newEventSchema,
    answer: event,
    status: 201,
  },
  'PUT /api/admin/events/:id': {
    summary: 'Change an event except its dates; players who have a place keep their price',
    access: 'staff',
    body: eventEditSchema,
    answer: event,
  },
  'POST /api/admin/events/:id/publish': {
    summary: 'Publish an event',
    access: 'staff',
    body: publishSchema,
    answer: event,
  },
  'POST /api/admin/events/:id/cancel': {
    summary: 'Cancel one date of an event or all of them, and give its money back',
    access: 'staff',
    body: cancelEventSchema,
    answer: event,
  },
  'PUT /api/admin/event-sessions/:id': {
    summary: 'Move a date of an event to another time or other courts',
    access: 'staff',
    body: sessionMoveSchema,
    answer: event,
  },
  'PUT /api/admin/event-sessions/:id/attendance': {
    summary: 'Say whether a player came to a date',
    access: 'staff',
    body: eventAttendanceSchema,
    answer: event,
  },
  'POST /api/admin/events/:id/places': {
    summary: 'Add a player to an event, who has the place before paying',
    access: 'staff',
    body: addPlaceSchema,
    answer: event,
    status: 201,
  },
  'GET /api/admin/events/:id/make-ups': {
    summary: 'List the dates of other events in which a missed date can be made up',
    access: 'staff',
    answer: data(
      v.strictObject({
        dates: v.array(v.strictObject({ session_id: id, title: v.string(), date, start_time: startTime })),
      }),
    ),
  },
  'PUT /api/admin/events/:id/make-ups': {
    summary: 'Let a player make up a missed date in a date of another event, or take that back',
    access: 'staff',
    body: makeUpSchema,
    answer: event,
  },
  'PUT /api/admin/events/:id/image': {
    summary: 'Set the picture of an event',
    access: 'staff',
    body: 'image/*',
    answer: event,
  },
  'POST /api/admin/coaches': {
    summary: 'Add a coach',
    access: 'owner',
    body: coachSchema,
    answer: coach,
    status: 201,
  },
  'PUT /api/admin/coaches/:id': {
    summary: 'Change a coach',
    access: 'owner',
    body: coachEditSchema,
    answer: coach,
  },
  'POST /api/admin/coaches/:id/link': {
    summary: 'Make a new link and calendar feed for a coach; the ones before end',
    access: 'owner',
    reauthenticate: true,
    answer: data(v.strictObject({ url: v.string(), feed_url: v.string() })),
    status: 201,
  },
  'POST /api/admin/coaches/:id/busy': {
    summary: 'Note other hours of a coach, which no class can take',
    access: 'staff',
    body: coachBusySchema,
    answer: data(v.strictObject({ id })),
    status: 201,
  },
  'DELETE /api/admin/coach-busy/:id': {
    summary: 'Remove other hours of a coach',
    access: 'staff',
    answer: data(v.strictObject({ id })),
  },
  'GET /api/admin/coaches/hours.csv': {
    summary: 'The hours of the coaches in the month `month`, `2026-11`: each class that was held',
    access: 'owner',
    query: ['month'],
    answer: 'text/csv',
  },
  'GET /api/coach': {
    summary: 'A coach’s own classes and their players, without any money',
    access: 'anyone',
    query: ['id'],
    headers: ['X-Coach-Key'],
    answer: v.strictObject({
      name: v.string(),
      sessions: v.array(
        v.strictObject({
          title: v.string(),
          ...eventSessionSchema.entries,
          players: v.array(v.strictObject({ name: v.string(), guardian: v.string(), phone: v.string() })),
        }),
      ),
    }),
  },
} as const satisfies Record<string, RouteContract>;
