import { useEffect, useState } from 'react';
import { isDate } from '../../src/domain/business-day.ts';
import type { PaymentInstructions } from '../../src/domain/payment-instructions.ts';
import { slotIndexOf, timeLabel } from '../../src/domain/slot.ts';
import { useHydrated } from '../lib/hydrated.tsx';
import { useQueryParams } from '../lib/router.ts';
import {
  type BookingDetails,
  type ConfirmationParams,
  useBookingDetails,
} from '../shared/booking-view/use-booking-details.ts';
import { readHandover } from '../shared/confirmation-handover.ts';
import { usePageData } from '../shared/page-data.tsx';

export interface Confirmation {
  state: ReturnType<typeof useBookingDetails>['state'];
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

/** This page's booking: the URL's data until the server answers. */
export function useConfirmation(): Confirmation {
  const { booking_id = '' } = useQueryParams();
  const hydrated = useHydrated();
  const params = useConfirmationParams();
  const id = /^\d{1,15}$/.test(booking_id) ? Number(booking_id) : null;
  const { state, details } = useBookingDetails(id);
  if (!hydrated) return { state: 'loading', id: null, params, details: null };
  if (id === null) return { state: 'not_found', id, params, details: null };
  return { state, id, params, details };
}

/**
 * The instructions that this tab's wizard left for booking `id`, in case the server can't be reached; the server's
 * own answer takes precedence, because an admin may have changed the price since.
 */
export function useStoredInstructions(id: number | null): PaymentInstructions | null {
  const [stored, setStored] = useState<PaymentInstructions | null>(null);
  useEffect(() => {
    const handover = readHandover();
    setStored(handover?.booking_id === id ? handover : null);
  }, [id]);
  return stored;
}
