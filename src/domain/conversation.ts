import * as v from 'valibot';

export const MAX_ANSWER = 1000;

export const conversationAnswerSchema = v.strictObject({
  text: v.pipe(
    v.string('Please write an answer.'),
    v.trim(),
    v.nonEmpty('Please write an answer.'),
    v.maxLength(MAX_ANSWER, `Please write at most ${MAX_ANSWER} characters.`),
  ),
});

export const conversationReadSchema = v.strictObject({
  read: v.boolean('Please choose yes or no.'),
});

const BOOKING_MESSAGE = 'Please enter the number of a booking.';
/** Whose receipt a picture is: of a booking's customer, of another payer of it, or of a payer of something else. */
export const pictureReceiptSchema = v.pipe(
  v.strictObject({
    booking_id: v.optional(
      v.pipe(v.number(BOOKING_MESSAGE), v.integer(BOOKING_MESSAGE), v.minValue(1, BOOKING_MESSAGE)),
    ),
    payer_id: v.optional(v.nullable(v.number()), null),
  }),
  v.forward(
    v.check(({ booking_id, payer_id }) => booking_id !== undefined || payer_id !== null, BOOKING_MESSAGE),
    ['booking_id'],
  ),
);
