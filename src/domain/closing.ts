/** Closing courts for a time: one, several or all of them, on one day or several. */
import * as v from 'valibot';
import { chosenBookings, roomDecisions } from './admin-inputs.ts';
import { daysBetween } from './business-day.ts';
import { timeSchema } from './calendar.ts';
import { MAX_COURTS } from './court-schemas.ts';
import { dateSchema, idSchema } from './field-schemas.ts';
import { multilineText, requiredLine } from './text-schemas.ts';

/** The most days that close at once; longer spans are an exception of the calendar. */
export const MAX_CLOSED_DAYS = 31;

const COURTS_MESSAGE = 'Please choose the courts.';

const spanEntries = {
  court_ids: v.pipe(
    v.array(idSchema, COURTS_MESSAGE),
    v.minLength(1, COURTS_MESSAGE),
    v.maxLength(MAX_COURTS, COURTS_MESSAGE),
  ),
  first_day: dateSchema,
  /** The same as the first for one day. */
  last_day: dateSchema,
  /** From this time of each business day until that one; 06:00 is the end of the day. */
  from: timeSchema,
  until: timeSchema,
};

const isSpan = ({ first_day, last_day }: { first_day: string; last_day: string }) =>
  last_day >= first_day && daysBetween(first_day, last_day) < MAX_CLOSED_DAYS;
const SPAN_MESSAGE = `The last day is the first one or later, and at most ${MAX_CLOSED_DAYS} days close at once.`;

/** What lies in the way of closing these courts. */
export const closingSpanSchema = v.pipe(
  v.strictObject(spanEntries),
  v.forward(v.partialCheck([['first_day'], ['last_day']], isSpan, SPAN_MESSAGE), ['last_day']),
);
export type ClosingSpan = v.InferOutput<typeof closingSpanSchema>;

export const closingSchema = v.pipe(
  v.strictObject({
    ...spanEntries,
    /** Customers read it. */
    reason: requiredLine('Please say why the courts are closed.', 200),
    /** The club's own sentence to everybody whose booking moves or is cancelled. */
    note: v.optional(
      v.pipe(multilineText('Please enter a text.'), v.maxLength(300, 'At most 300 characters.')),
      '',
    ),
    /** The bookings that move or are cancelled. */
    decisions: roomDecisions,
    /** The bookings that are played all the same. */
    leave: v.optional(chosenBookings, []),
  }),
  v.forward(v.partialCheck([['first_day'], ['last_day']], isSpan, SPAN_MESSAGE), ['last_day']),
);
export type Closing = v.InferOutput<typeof closingSchema>;

/** Why a booking moved or was cancelled, when the club closed its court. */
export interface ClosedFor {
  reason: string;
  /** The club's own sentence; empty without one. */
  note: string;
}

/** `We had to close the court: Rain.` */
export function closedForText({ reason }: Pick<ClosedFor, 'reason'>): string {
  return `We had to close the court: ${reason.replace(/[.\s]+$/, '')}.`;
}
