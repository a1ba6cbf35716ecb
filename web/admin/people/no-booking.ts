import type { FoundPerson } from '../../../src/domain/api/customer-routes.ts';
import type { UrlParams } from '../url-params.ts';

/** A member, or somebody with no more than a share, a place or a purchase. */
export function hasNoBooking({ known_by }: FoundPerson): boolean {
  return known_by === null || known_by.payer_id !== null;
}

/** Opens a player's panel or the sheet of a place or purchase. */
export function addressOf({ booking_id, payer_id }: NonNullable<FoundPerson['known_by']>): UrlParams {
  if (booking_id === null) return { item: String(payer_id) };
  return { customer: String(booking_id), payer: payer_id === null ? undefined : String(payer_id) };
}
