/**
 * Every way a request can fail, as a closed list. `http/failures.ts` gives each one its status, and a
 * reason without a status does not compile.
 */
export const REASONS = [
  'malformed',
  'unauthenticated',
  'wrong_credentials',
  'forbidden',
  'cross_origin',
  'not_found',
  'method_not_allowed',
  'slot_taken',
  'wrong_state',
  'changed_meanwhile',
  'already_exists',
  'key_reused',
  'too_large',
  'wrong_type',
  'invalid',
  'rate_limited',
  'internal',
  'unavailable',
] as const;

export type Reason = (typeof REASONS)[number];

/** Messages beside form fields, keyed by the field's name in the request. */
export type FieldErrors = Record<string, string>;

export interface FailureDetails {
  fields?: FieldErrors;
  /** Start times (`HH:MM`) that somebody else holds; only with `slot_taken`. */
  slots?: readonly string[];
  /** Numbers of the bookings in the way; only told to the desk. */
  bookings?: readonly number[];
  /** The methods an address takes; sent as `Allow`, only with `method_not_allowed`. */
  methods?: readonly string[];
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  retryAfter?: number;
}

/** A refusal with a sentence a person can act on. Anything else that is thrown is a bug and answers 500. */
export class Failure extends Error {
  readonly reason: Reason;
  readonly details: FailureDetails;

  constructor(reason: Reason, sentence: string, details: FailureDetails = {}) {
    super(sentence);
    this.name = 'Failure';
    this.reason = reason;
    this.details = details;
  }
}

/** The refusal of one field, in the same words beside it and above the form. */
export function invalidField(field: string, message: string): Failure {
  return new Failure('invalid', message, { fields: { [field]: message } });
}

/** What every failed request answers. */
export interface FailureBody {
  error: string;
  reason: Reason;
  fields?: FieldErrors;
  slots?: readonly string[];
  bookings?: readonly number[];
  request_id?: string;
}
