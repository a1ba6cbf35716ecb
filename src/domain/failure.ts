import type { FailureBody } from './api/failure-answer.ts';
import type { Reason } from './failure-reasons.ts';

export type { FailureBody } from './api/failure-answer.ts';
export { REASONS, type Reason } from './failure-reasons.ts';

/** Messages by the name of the request's field. */
export type FieldErrors = Record<string, string>;

/** What a failure answers beside its sentence and reason, and in headers. */
export interface FailureDetails
  extends Pick<FailureBody, 'fields' | 'slots' | 'amount' | 'bookings' | 'dates' | 'columns' | 'rows'> {
  /** The address's methods, sent as `Allow`; only with `method_not_allowed`. */
  methods?: readonly string[];
  /** Seconds until a retry, sent as `Retry-After`. */
  retryAfter?: number;
}

/** An expected error whose message the user can act on; any other error answers 500. */
export class Failure extends Error {
  readonly reason: Reason;
  readonly details: FailureDetails;

  constructor(reason: Reason, message: string, details: FailureDetails = {}) {
    super(message);
    this.name = 'Failure';
    this.reason = reason;
    this.details = details;
  }
}

/** Fails one field, with the same message beside it and above the form. */
export function invalidField(field: string, message: string): Failure {
  return new Failure('invalid', message, { fields: { [field]: message } });
}
