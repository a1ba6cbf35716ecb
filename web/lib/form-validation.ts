import type { GenericSchema } from 'valibot';
import type { FieldErrors } from '../../src/domain/failure.ts';
import { validate } from '../../src/domain/validate.ts';
import { ApiError } from './api.ts';

/** Formik's `validate` for a shared schema: the first sentence for each field, nothing when all is well. */
export function createValidator(schema: GenericSchema): (values: object) => FieldErrors {
  return (values) => {
    const result = validate(schema, values);
    return result.ok ? {} : result.fields;
  };
}

/** What the server said beside the fields, for Formik's `setErrors`; empty when it said nothing. */
export function fieldErrorsFrom(error: unknown): FieldErrors {
  return (error instanceof ApiError && error.failure?.fields) || {};
}
