import { useEffect, useState } from 'react';
import type { PublicBooking } from '../../src/domain/booking.ts';
import { isDate } from '../../src/domain/business-day.ts';
import { formatPkr } from '../../src/domain/money.ts';
import type { PaymentInstructions } from '../../src/domain/payment.ts';
import { slotIndexOf, timeLabel } from '../../src/domain/slot.ts';
import { ApiError } from '../lib/api.ts';
import { useHydrated } from '../lib/hydrated.tsx';
import { usePageData } from '../lib/page-data.tsx';
import { useQuery } from '../lib/query.ts';
import { useQueryParams } from '../lib/router.ts';

/** The server's answer about one booking; a guest is told nothing personal. */
export interface BookingNews {
  booking: PublicBooking;
  court_name: string;
  instructions: PaymentInstructions;
}

/** What an address such as `/success` or `/failed` says about a booking; any of it may be missing. */
export interface Attempt {
  court: string;
  date: string;
  /** `HH:MM`, or whatever stands in the address. */
  time: string;
  name: string;
  method: string;
  courtName: string;
  /** `6:30 PM`, as far as the time can be understood. */
  timeText: string;
}

export interface Confirmation {
  /** waiting: the server has not answered yet; missing: it knows no such booking. */
  state: 'waiting' | 'known' | 'missing' | 'unreachable';
  id: number | null;
  attempt: Attempt;
  news: BookingNews | null;
}

export function useAttempt(): Attempt {
  const query = useQueryParams();
  const { courts } = usePageData();
  const { court = '', date = '', time = '', name = '', payment_method = '' } = query;
  const hour = slotIndexOf(time);
  return {
    court,
    date: isDate(date) ? date : '',
    time,
    name: name.slice(0, 100),
    method: payment_method,
    courtName:
      courts.find(({ id }) => String(id) === court)?.name ?? (court && `Court ${court.slice(0, 20)}`),
    timeText: hour === null ? time.slice(0, 20) : timeLabel(hour),
  };
}

/** The booking this page is about: what the address says, made good by what the server says. */
export function useConfirmation(): Confirmation {
  const { booking_id = '' } = useQueryParams();
  const hydrated = useHydrated();
  const attempt = useAttempt();
  const id = /^\d{1,15}$/.test(booking_id) ? Number(booking_id) : null;
  const answer = useQuery<BookingNews>(id === null ? null : ['/api/booking', id]);
  const news = answer.data ?? null;
  if (!hydrated) return { state: 'waiting', id: null, attempt, news: null };
  if (id === null) return { state: 'missing', id, attempt, news: null };
  if (news) return { state: 'known', id, attempt, news };
  if (answer.state !== 'failed') return { state: 'waiting', id, attempt, news: null };
  const missing = answer.error instanceof ApiError && answer.error.status === 404;
  return { state: missing ? 'missing' : 'unreachable', id, attempt, news: null };
}

const INSTRUCTIONS = 'bookingInstructions';

/**
 * How to pay: what the wizard left for this tab when it speaks of this booking at its price of now, else what
 * the server says. A booking that was moved to another price meanwhile must not be paid at the old one.
 */
export function useInstructions({ booking, instructions }: BookingNews): PaymentInstructions {
  const { id, computed_amount } = booking;
  const [kept, setKept] = useState<PaymentInstructions | null>(null);
  useEffect(() => setKept(readInstructions(id)), [id]);
  const price = new RegExp(`${formatPkr(computed_amount)}(?!,?\\d)`);
  return kept?.lines.some((line) => price.test(line)) ? kept : instructions;
}

function readInstructions(id: number): PaymentInstructions | null {
  try {
    const value = JSON.parse(sessionStorage.getItem(INSTRUCTIONS) ?? 'null') as PaymentInstructions | null;
    if (typeof value?.title !== 'string' || !Array.isArray(value.lines)) return null;
    const lines = value.lines.filter((line) => typeof line === 'string');
    const about = new RegExp(`booking(?: number:)? ${id}\\b`);
    return lines.some((line) => about.test(line)) ? { title: value.title, lines } : null;
  } catch {
    return null;
  }
}
