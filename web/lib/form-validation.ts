import type { GenericSchema } from 'valibot';
import type { FieldErrors } from '../../src/domain/failure.ts';
import {
  EMAIL_MESSAGE,
  NAME_MESSAGE,
  PASSWORD_MESSAGE,
  PHONE_MESSAGE,
} from '../../src/domain/text-schemas.ts';
import { validate } from '../../src/domain/validate.ts';
import { ApiError } from './api.ts';

/** What an empty field asks for, instead of the rule it breaks. */
const MISSING: Record<string, string> = {
  [NAME_MESSAGE]: 'Enter your name',
  [EMAIL_MESSAGE]: 'Enter your email address',
  [PHONE_MESSAGE]: 'Enter your phone number',
  [PASSWORD_MESSAGE]: 'Enter a password of at least 8 characters',
};

/**
 * Formik's `validate` for a shared schema: the first error of each field. `isOwn`: the customer is entering their own
 * data.
 */
export function createValidator(schema: GenericSchema, isOwn = true): (values: object) => FieldErrors {
  return (values) => {
    const result = validate(schema, values);
    if (result.ok) return {};
    const typed = values as Record<string, unknown>;
    const isEmpty = (field: string) => isOwn && !String(typed[field] ?? '').trim();
    return Object.fromEntries(
      Object.entries(result.fields).map(([field, text]) => [
        field,
        (isEmpty(field) && MISSING[text]) || text,
      ]),
    );
  };
}

/** The server's errors by field, for Formik's `setErrors`; empty if there are none. */
export function fieldErrorsFrom(error: unknown): FieldErrors {
  return (error instanceof ApiError && error.failure?.fields) || {};
}
