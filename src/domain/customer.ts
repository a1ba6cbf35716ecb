import * as v from 'valibot';
import { multilineText } from './text-schemas.ts';

export type { Customer, CustomerNote } from './api/customer-routes.ts';

const NOTE_MESSAGE = 'Please write a note.';
export const customerNoteSchema = v.strictObject({
  note: v.pipe(
    multilineText(NOTE_MESSAGE),
    v.nonEmpty(NOTE_MESSAGE),
    v.maxLength(500, 'Please use at most 500 characters.'),
  ),
});
