import { useEffect } from 'react';
import type { ApiAnswer } from '../../../src/domain/api.ts';
import { customerAlone } from '../../../src/domain/share.ts';
import { ApiError } from '../../lib/api.ts';
import { type QueryState, useQuery } from '../../lib/query.ts';
import { reloadBooking } from '../../lib/reload.ts';
import {
  type BookingRef,
  findBookingKey,
  findDetails,
  forgetBookingKey,
} from '../../lib/stored-booking-keys.ts';

/** The server's answer about a booking; a stranger gets its public part. */
export type BookingDetails = ApiAnswer<'GET /api/booking/:id'>;
/** Everything, for the booking's customer. */
export type CustomerDetails = Extract<BookingDetails, { self_service: object }>;
type AnyPayerDetails = ApiAnswer<'GET /api/payers/:id'>;
/** What payers of a booking other than its customer see. */
export type PayerDetails = Exclude<AnyPayerDetails, { item: object }>;
/** What the payer of a place in an event or a purchase sees. */
export type ItemDetails = Extract<AnyPayerDetails, { item: object }>;

export function isItemDetails(details: AnyPayerDetails): details is ItemDetails {
  return 'item' in details;
}

export function isCustomerDetails(details: BookingDetails): details is CustomerDetails {
  return 'self_service' in details;
}

/** What a page's address says about a booking. */
export interface ConfirmationParams {
  court: string;
  date: string;
  /** Unchecked; `HH:MM` if it is valid. */
  time: string;
  name: string;
  paymentMethod: string;
  courtName: string;
  /** `6:30 PM`, or the unchecked text of an invalid time. */
  timeText: string;
}

interface KnownDetails<D> {
  /** `stored`: the server can't be reached, and these are the last details stored on this phone. */
  state: 'loading' | 'ready' | 'stored' | 'not_found' | 'unreachable';
  details: D | null;
}

/** A booking by number, as far as this browser may see it. */
export function useBookingDetails(id: number | null): KnownDetails<BookingDetails> {
  const query = useQuery('GET /api/booking/:id', { params: { id: id ?? 0 }, keyOf: id, skip: id === null });
  const { state, details } = useKnownDetails<BookingDetails>(id, query);
  return { state, details: state === 'stored' ? withPayers(details as CustomerDetails) : details };
}

export function usePayerDetails(id: number | null): KnownDetails<AnyPayerDetails> {
  const ref = id === null ? null : (`p${id}` as const);
  const query = useQuery('GET /api/payers/:id', { params: { id: id ?? 0 }, keyOf: ref, skip: id === null });
  return useKnownDetails<AnyPayerDetails>(ref, query);
}

function useKnownDetails<D>(ref: BookingRef | null, { data, state, error }: QueryState<D>): KnownDetails<D> {
  const status = error instanceof ApiError ? error.status : null;
  const isKeyRefused = status === 403 && ref !== null && findBookingKey(ref) !== undefined;
  useEffect(() => {
    // The email was corrected or entered elsewhere, so this browser's key no longer works.
    if (!isKeyRefused || ref === null) return;
    forgetBookingKey(ref);
    void reloadBooking();
  }, [isKeyRefused, ref]);
  if (data) return { state: 'ready', details: data };
  if (state !== 'failed' || isKeyRefused) return { state: 'loading', details: null };
  if (status === 403 || status === 404) return { state: 'not_found', details: null };
  const stored = ref === null ? undefined : findDetails(ref);
  return stored ? { state: 'stored', details: stored as D } : { state: 'unreachable', details: null };
}

/** Releases before 0.3.0 stored neither the payers, nor the ways the money came, nor what a cancellation would keep. */
function withPayers(details: CustomerDetails): CustomerDetails {
  return {
    ...details,
    payers: details.payers ?? [customerAlone(details.booking)],
    self_service: {
      ...details.self_service,
      paid_ways: details.self_service.paid_ways ?? [],
      kept: details.self_service.kept ?? { all: 0, own: 0 },
    },
  };
}
