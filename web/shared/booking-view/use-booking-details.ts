import { useEffect } from 'react';
import type { ApiAnswer } from '../../../src/domain/api.ts';
import { ApiError } from '../../lib/api.ts';
import { invalidateQueries, useQuery } from '../../lib/query.ts';
import { findBookingKey, findDetails, forgetBookingKey } from '../../lib/stored-booking-keys.ts';

/** The server's answer about one booking; a stranger gets its public part. */
export type BookingDetails = ApiAnswer<'GET /api/booking/:id'>;
/** Everything, for the customer of the booking. */
export type CustomerDetails = Extract<BookingDetails, { self_service: object }>;

export function isCustomerDetails(details: BookingDetails): details is CustomerDetails {
  return 'self_service' in details;
}

/** What the address of a page says about a booking. */
export interface ConfirmationParams {
  court: string;
  date: string;
  /** Unchecked; `HH:MM` when it is valid. */
  time: string;
  name: string;
  paymentMethod: string;
  courtName: string;
  /** `6:30 PM`, or the unchecked text of an invalid time. */
  timeText: string;
}

/** The booking with this number, as this browser may see it. */
export function useBookingDetails(id: number | null): {
  /** `stored`: the server cannot be reached, and these are the last details that this phone has. */
  state: 'loading' | 'ready' | 'stored' | 'not_found' | 'unreachable';
  details: BookingDetails | null;
} {
  const { data, state, error } = useQuery('GET /api/booking/:id', {
    params: { id: id ?? 0 },
    skip: id === null,
  });
  const isKeyRefused = error instanceof ApiError && error.status === 403;
  useEffect(() => {
    // The email was corrected elsewhere, so the key that this browser keeps has ended.
    if (!isKeyRefused || id === null || findBookingKey(id) === undefined) return;
    forgetBookingKey(id);
    void invalidateQueries('/api/booking/');
  }, [isKeyRefused, id]);
  if (data) return { state: 'ready', details: data };
  if (state !== 'failed' || isKeyRefused) return { state: 'loading', details: null };
  const isUnknown = error instanceof ApiError && error.status === 404;
  if (isUnknown) return { state: 'not_found', details: null };
  const stored = id === null ? undefined : findDetails(id);
  return stored
    ? // Earlier versions kept no players.
      { state: 'stored', details: { players: [], ...(stored as Omit<CustomerDetails, 'players'>) } }
    : { state: 'unreachable', details: null };
}
