import { Failure, type FailureBody, type Reason } from '../domain/failure.ts';

export const STATUS_BY_REASON: Record<Reason, number> = {
  malformed: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  forbidden: 403,
  cross_origin: 403,
  reauthentication_required: 403,
  second_factor_required: 403,
  screen_locked: 403,
  not_found: 404,
  method_not_allowed: 405,
  slot_taken: 409,
  price_changed: 409,
  wrong_state: 409,
  changed_meanwhile: 409,
  already_exists: 409,
  key_reused: 409,
  too_large: 413,
  wrong_type: 415,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

/** Converts a thrown error: a `Failure` stays, a framework error maps by its code, anything else is a bug. */
export function toFailure(error: unknown, code: string | number): Failure {
  if (error instanceof Failure) return error;
  // Elysia wraps errors thrown by a body parser.
  if (error instanceof Error && error.cause instanceof Failure) return error.cause;
  if (code === 'NOT_FOUND') return new Failure('not_found', 'There is nothing at this address.');
  if (code === 'PARSE') return new Failure('malformed', 'The request could not be read.');
  if (code === 'VALIDATION') return new Failure('invalid', 'Please check your information and try again.');
  if (code === 'INVALID_COOKIE_SIGNATURE') return new Failure('malformed', 'The request could not be read.');
  return new Failure('internal', 'Something went wrong on our side. Please try again.');
}

export function failureResponse(failure: Failure, requestId: string): Response {
  const { methods, retryAfter, ...details } = failure.details;
  const body: FailureBody = { error: failure.message, reason: failure.reason, ...details };
  if (failure.reason === 'internal') body.request_id = requestId;
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  if (retryAfter) headers['retry-after'] = String(Math.ceil(retryAfter));
  if (methods) headers.allow = methods.join(', ');
  return Response.json(body, { status: STATUS_BY_REASON[failure.reason], headers });
}
