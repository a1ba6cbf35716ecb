import type { Transaction } from '../db/club-db.ts';
import type { Base } from '../http/base.ts';
import { readIdempotencyKey } from '../http/idempotency.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import type { AccessContext } from '../payers/payer-access.ts';
import { parseBookingId } from '../payers/payer-access.ts';

export type ChangeContext = AccessContext & { params: { id: string }; body: unknown };

/**
 * Runs a customer's change once per `Idempotency-Key`. A retry gets its answer before access is checked, because
 * correcting an email has invalidated the key it sends; `find` throws for a stranger.
 */
export function createChangeOnce({ club, idempotency, getClientIp }: Base, requestsPerSource: RateLimiter) {
  return async <T>(
    context: ChangeContext,
    action: string,
    keyHeader: string,
    find: (id: number) => T,
    work: (tx: Transaction, found: T) => object,
  ): Promise<string> => {
    const { request, session, body } = context;
    requestsPerSource.consume(getClientIp(context));
    const id = parseBookingId(context.params.id);
    const bookingKey = request.headers.get(keyHeader);
    const retryKey = readIdempotencyKey(request, session?.user.id ?? null, { action, id, body, bookingKey });
    const stored = retryKey && idempotency.findResponse(retryKey);
    if (stored) return stored;
    find(id);
    return club.write((tx) =>
      // The email, and so the key, may have changed while this request waited for the lock.
      idempotency.runOnce(tx, retryKey, () => JSON.stringify(work(tx, find(id)))),
    );
  };
}

export type ChangeOnce = ReturnType<typeof createChangeOnce>;
