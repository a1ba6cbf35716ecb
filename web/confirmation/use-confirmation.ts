import { useEffect, useState } from 'react';
import type { ApiAnswer } from '../../src/domain/api.ts';
import { isDate } from '../../src/domain/business-day.ts';
import type { PaymentInstructions } from '../../src/domain/payment.ts';
import { slotIndexOf, timeLabel } from '../../src/domain/slot.ts';
import { ApiError } from '../lib/api.ts';
import { findBookingKey, forgetBookingKey } from '../lib/booking-keys.ts';
import { useHydrated } from '../lib/hydrated.tsx';
import { invalidateQueries, useQuery } from '../lib/query.ts';
import { useQueryParams } from '../lib/router.ts';
import { readHandover } from '../shared/booking-handover.ts';
import { usePageData } from '../shared/page-data.tsx';

/** The server's answer about one booking; a stranger gets its public part. */
export type BookingDetails = ApiAnswer<'GET /api/booking/:id'>;
/** Everything, for the customer of the booking. */
export type CustomerDetails = Extract<BookingDetails, { self_service: object }>;

export function isCustomerDetails(details: BookingDetails): details is CustomerDetails {
  return 'self_service' in details;
}

/** The parameters of `/success` and `/failed`; any of them may be missing. */
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

export interface Confirmation {
  state: 'loading' | 'ready' | 'not_found' | 'unreachable';
  id: number | null;
  params: ConfirmationParams;
  details: BookingDetails | null;
}

export function useConfirmationParams(): ConfirmationParams {
  const query = useQueryParams();
  const { courts } = usePageData();
  const { court = '', date = '', time = '', name = '', payment_method = '' } = query;
  const hour = slotIndexOf(time);
  return {
    court,
    date: isDate(date) ? date : '',
    time,
    name: name.slice(0, 100),
    paymentMethod: payment_method.slice(0, 30),
    courtName:
      courts.find(({ id }) => String(id) === court)?.name ?? (court && `Court ${court.slice(0, 20)}`),
    timeText: hour === null ? time.slice(0, 20) : timeLabel(hour),
  };
}

/** The booking of this page: the URL's data until the server answers. */
export function useConfirmation(): Confirmation {
  const { booking_id = '' } = useQueryParams();
  const hydrated = useHydrated();
  const params = useConfirmationParams();
  const id = /^\d{1,15}$/.test(booking_id) ? Number(booking_id) : null;
  const query = useQuery('GET /api/booking/:id', { params: { id: id ?? 0 }, skip: id === null });
  const details = query.data ?? null;
  const keyRefused = query.error instanceof ApiError && query.error.status === 403;
  useEffect(() => {
    // The email was corrected elsewhere, so the key that this browser keeps has ended.
    if (!keyRefused || id === null || findBookingKey(id) === undefined) return;
    forgetBookingKey(id);
    void invalidateQueries('/api/booking/');
  }, [keyRefused, id]);
  if (!hydrated) return { state: 'loading', id: null, params, details: null };
  if (id === null) return { state: 'not_found', id, params, details: null };
  if (details) return { state: 'ready', id, params, details };
  if (query.state !== 'failed') return { state: 'loading', id, params, details: null };
  const notFound = query.error instanceof ApiError && query.error.status === 404;
  return { state: notFound ? 'not_found' : 'unreachable', id, params, details: null };
}

/**
 * The instructions that this tab's wizard left for booking `id`, for when the server cannot be reached; its
 * own answer comes first, because an admin may have changed the price since.
 */
export function useStoredInstructions(id: number | null): PaymentInstructions | null {
  const [stored, setStored] = useState<PaymentInstructions | null>(null);
  useEffect(() => {
    const handover = readHandover();
    setStored(handover?.booking_id === id ? handover : null);
  }, [id]);
  return stored;
}
