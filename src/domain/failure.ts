import type { FailureBody } from './api/failure-answer.ts';
import type { Reason } from './failure-reasons.ts';

export type { FailureBody } from './api/failure-answer.ts';
export { REASONS, type Reason } from './failure-reasons.ts';

/** Messages keyed by the request's field. */
export type FieldErrors = Record<string, string>;

/** What a failure returns besides its sentence and reason, in the body or in headers. */
export interface FailureDetails
  extends Pick<FailureBody, 'fields' | 'slots' | 'amount' | 'bookings' | 'dates' | 'columns' | 'rows'> {
  /** The allowed methods, sent as `Allow`; only with `method_not_allowed`. */
  methods?: readonly string[];
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number;
}

/** An expected error with a message the user can act on; any other error answers 500. */
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

/** Fails one field, with the same message next to it and above the form. */
export function invalidField(field: string, message: string): Failure {
  return new Failure('invalid', message, { fields: { [field]: message } });
}
