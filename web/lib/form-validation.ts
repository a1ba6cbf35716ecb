import type { GenericSchema } from 'valibot';
import type { FieldErrors } from '../../src/domain/failure.ts';
import { validate } from '../../src/domain/validate.ts';
import { ApiError } from './api.ts';

/** Formik's `validate` for a shared schema: the first error of each field, empty without errors. */
export function createValidator(schema: GenericSchema): (values: object) => FieldErrors {
  return (values) => {
    const result = validate(schema, values);
    return result.ok ? {} : result.fields;
  };
}

/** The server's errors by field, for Formik's `setErrors`; empty without any. */
export function fieldErrorsFrom(error: unknown): FieldErrors {
  return (error instanceof ApiError && error.failure?.fields) || {};
}
