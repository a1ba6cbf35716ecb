import { Failure } from '../domain/failure.ts';

/** The id in a path; 0, which no row has, for any other text. */
export function parseIdOrZero(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

/** The id in a path; throws `not_found` with the message for any other text. */
export function parseId(text: string, message = 'There is nothing with this number.'): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Failure('not_found', message);
}
