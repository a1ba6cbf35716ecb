import * as v from 'valibot';
import { dateSchema } from './field-schemas.ts';
import { multilineText, requiredLine } from './text-schemas.ts';

/** `prepaid`: no cash. `offline`: no online booking; the reception can still book. */
export const BLOCK_RULES = ['prepaid', 'offline'] as const;
export type BlockRule = (typeof BLOCK_RULES)[number];

export const contactBlockSchema = v.strictObject({
  rule: v.picklist(BLOCK_RULES, 'Please choose what this customer may still do online.'),
  /** Only the staff read it. */
  reason: requiredLine('Please say why, for your colleagues.', 200),
  /** The last business day, inclusive; null for no end. */
  until: v.nullable(dateSchema),
});
export type ContactBlockInput = v.InferOutput<typeof contactBlockSchema>;

const NOTE_MESSAGE = 'Please write a note.';
export const customerNoteSchema = v.strictObject({
  note: v.pipe(
    multilineText(NOTE_MESSAGE),
    v.nonEmpty(NOTE_MESSAGE),
    v.maxLength(500, 'Please use at most 500 characters.'),
  ),
});
