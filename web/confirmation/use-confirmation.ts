import { useEffect, useState } from 'react';
import type { PublicBooking } from '../../src/domain/booking.ts';
import { isDate } from '../../src/domain/business-day.ts';
import { formatPkr } from '../../src/domain/money.ts';
import type { PaymentInstructions } from '../../src/domain/payment.ts';
import { slotIndexOf, timeLabel } from '../../src/domain/slot.ts';
import { ApiError } from '../lib/api.ts';
import { useHydrated } from '../lib/hydrated.tsx';
import { useQuery } from '../lib/query.ts';
import { useQueryParams } from '../lib/router.ts';
import { usePageData } from '../shared/page-data.tsx';

/** The server's answer about one booking; a guest is told nothing personal. */
export interface BookingDetails {
  booking: PublicBooking;
  court_name: string;
  instructions: PaymentInstructions;
}

/** What an address such as `/success` or `/failed` says about a booking; any of it may be missing. */
export interface ConfirmationParams {
  court: string;
  date: string;
  /** `HH:MM`, or whatever stands in the address. */
  time: string;
  name: string;
  paymentMethod: string;
  courtName: string;
  /** `6:30 PM`, as far as the time can be understood. */
  timeText: string;
}

export interface Confirmation {
  /** waiting: the server has not answered yet; missing: it knows no such booking. */
  state: 'waiting' | 'known' | 'missing' | 'unreachable';
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
    paymentMethod: payment_method,
    courtName:
      courts.find(({ id }) => String(id) === court)?.name ?? (court && `Court ${court.slice(0, 20)}`),
    timeText: hour === null ? time.slice(0, 20) : timeLabel(hour),
  };
}

/** The booking this page is about: what the address says, made good by what the server says. */
export function useConfirmation(): Confirmation {
  const { booking_id = '' } = useQueryParams();
  const hydrated = useHydrated();
  const params = useConfirmationParams();
  const id = /^\d{1,15}$/.test(booking_id) ? Number(booking_id) : null;
  const query = useQuery('GET /api/booking/:id', { params: { id: id ?? 0 }, skip: id === null });
  const details = query.data ?? null;
  if (!hydrated) return { state: 'waiting', id: null, params, details: null };
  if (id === null) return { state: 'missing', id, params, details: null };
  if (details) return { state: 'known', id, params, details };
  if (query.state !== 'failed') return { state: 'waiting', id, params, details: null };
  const missing = query.error instanceof ApiError && query.error.status === 404;
  return { state: missing ? 'missing' : 'unreachable', id, params, details: null };
}

const INSTRUCTIONS_STORAGE_KEY = 'bookingInstructions';

/**
 * How to pay: what the wizard left for this tab when it speaks of this booking at its price of now, else what
 * the server says. A booking that was moved to another price meanwhile must not be paid at the old one.
 */
export function usePaymentInstructions({ booking, instructions }: BookingDetails): PaymentInstructions {
  const { id, computed_amount } = booking;
  const [stored, setStored] = useState<PaymentInstructions | null>(null);
  useEffect(() => setStored(readStoredInstructions(id)), [id]);
  const pricePattern = new RegExp(`${formatPkr(computed_amount)}(?!,?\\d)`);
  return stored?.lines.some((line) => pricePattern.test(line)) ? stored : instructions;
}

function readStoredInstructions(id: number): PaymentInstructions | null {
  try {
    const value = JSON.parse(
      sessionStorage.getItem(INSTRUCTIONS_STORAGE_KEY) ?? 'null',
    ) as PaymentInstructions | null;
    if (typeof value?.title !== 'string' || !Array.isArray(value.lines)) return null;
    const lines = value.lines.filter((line) => typeof line === 'string');
    const bookingPattern = new RegExp(`booking(?: number:)? ${id}\\b`);
    return lines.some((line) => bookingPattern.test(line)) ? { title: value.title, lines } : null;
  } catch {
    return null;
  }
}
