import * as v from 'valibot';
import { singleLineText } from './text-schemas.ts';

/** `welcome 10 ` is `WELCOME10`: codes are read aloud and typed on phones. */
export function normalizeCode(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/** A code as a customer types it. */
export const typedCodeSchema = v.pipe(
  singleLineText('Please enter a code.'),
  v.transform(normalizeCode),
  v.nonEmpty('Please enter a code.'),
  v.maxLength(60, 'This code is not known. Please check it.'),
);
