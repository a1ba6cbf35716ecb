/** Closing one, several or all courts, for part of a day or for several days. */
import * as v from 'valibot';
import { chosenBookings, roomDecisions } from './admin-inputs.ts';
import { daysBetween } from './business-day.ts';
import { timeSchema } from './calendar.ts';
import { MAX_COURTS } from './court-schemas.ts';
import { dateSchema, idSchema } from './field-schemas.ts';
import { multilineText, requiredLine } from './text-schemas.ts';

/** Longer closures are an exception of the calendar. */
export const MAX_CLOSED_DAYS = 31;

const COURTS_MESSAGE = 'Please choose the courts.';

const spanEntries = {
  court_ids: v.pipe(
    v.array(idSchema, COURTS_MESSAGE),
    v.minLength(1, COURTS_MESSAGE),
    v.maxLength(MAX_COURTS, COURTS_MESSAGE),
  ),
  first_day: dateSchema,
  /** The same as the first for a single day. */
  last_day: dateSchema,
  /** Applies to each business day; 06:00 is the end of the day. */
  from: timeSchema,
  until: timeSchema,
};

const isSpan = ({ first_day, last_day }: { first_day: string; last_day: string }) =>
  last_day >= first_day && daysBetween(first_day, last_day) < MAX_CLOSED_DAYS;
const SPAN_MESSAGE = `The last day must not be before the first, and at most ${MAX_CLOSED_DAYS} days can be closed at once.`;

/** For finding the bookings in the way. */
export const closingSpanSchema = v.pipe(
  v.strictObject(spanEntries),
  v.forward(v.partialCheck([['first_day'], ['last_day']], isSpan, SPAN_MESSAGE), ['last_day']),
);
export type ClosingSpan = v.InferOutput<typeof closingSpanSchema>;

export const closingSchema = v.pipe(
  v.strictObject({
    ...spanEntries,
    /** Shown to everyone. */
    reason: requiredLine('Please say why the courts are closed.', 200),
    /** A personal note from the club to everyone whose booking is moved or cancelled. */
    note: v.optional(
      v.pipe(multilineText('Please enter a text.'), v.maxLength(300, 'At most 300 characters.')),
      '',
    ),
    /** Bookings to move or cancel. */
    decisions: roomDecisions,
    /** Bookings that go ahead anyway. */
    leave: v.optional(chosenBookings, []),
  }),
  v.forward(v.partialCheck([['first_day'], ['last_day']], isSpan, SPAN_MESSAGE), ['last_day']),
);
export type Closing = v.InferOutput<typeof closingSchema>;

/** Why the club moved or cancelled a booking when it closed the court. */
export interface ClosedFor {
  reason: string;
  /** The club's personal note; may be empty. */
  note: string;
}
