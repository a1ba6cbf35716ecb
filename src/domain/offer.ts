/** How long a court or a place that became free is held for whoever has waited longest. */
import { afterNight, NIGHT_MS } from './payment-deadline.ts';

/** How long it is held, unless that ends at night. */
const OFFER_MINUTES = 15;
export const OFFER_HOLD = `for ${OFFER_MINUTES} minutes, overnight until 9 AM`;
/** Play that starts sooner is not offered. */
export const OFFER_NOTICE_MINUTES = 45;
const MINUTE_MS = 60_000;
/** No place is held for longer, offered or taken: an offer that would end just after the night has begun. */
export const LONGEST_OFFER_MS = NIGHT_MS + OFFER_MINUTES * MINUTE_MS;

/** By when play at `start` is offered, and until when an offer may be held overnight. */
export function latestOffer(start: number): number {
  return start - OFFER_NOTICE_MINUTES * MINUTE_MS;
}

/**
 * When an offer for play at `start` ends, at a full minute, because customers read minutes. Nobody accepts while
 * asleep, so what would end at night ends in the morning, if that isn't later than `latest`.
 */
export function offerExpiryOf(now: number, start: number, latest = latestOffer(start)): number {
  const expiry = Math.ceil((now + OFFER_MINUTES * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  return afterNight(expiry, Math.min(latest, latestOffer(start)));
}

/** From when on a phone may ring about an offer that ends at `expiry`, also in quiet hours: in time to accept it. */
export function offerRingsBy(expiry: number): number {
  return expiry - OFFER_MINUTES * MINUTE_MS;
}
