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

/** Whose receipt a picture is: of the booking's customer, or of another payer of it. */
export const pictureReceiptSchema = v.strictObject({
  booking_id: v.pipe(v.number('Please enter the number of a booking.'), v.integer(), v.minValue(1)),
  payer_id: v.optional(v.nullable(v.number()), null),
});
