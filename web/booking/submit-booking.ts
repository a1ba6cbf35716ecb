import { create } from 'zustand';
import type { ApiAnswer, ApiBody } from '../../src/domain/api.ts';
import type { PaymentMethod } from '../../src/domain/booking.ts';
import { SLOT_MINUTES, slotIndexOf, startTimeOf } from '../../src/domain/slot.ts';
import { ApiError, callApi, errorMessage } from '../lib/api.ts';
import { ignoreSecondTap } from '../lib/double-tap.ts';
import { invalidateQueries } from '../lib/query.ts';
import { showToast } from '../lib/toast.ts';
import {
  type Draft,
  getIdempotencyKey,
  removeUnavailableHours,
  resetAfterBooking,
  setCheckoutCancelUrl,
  useDraft,
} from './booking-draft.ts';

interface Submission {
  busy: boolean;
  /** Why the last attempt failed, in a sentence; empty when it did not. */
  failure: string;
  failureCount: number;
}

/** After this long without an answer the visitor may try again; the key makes that safe. */
const TIMEOUT_MS = 30_000;
const UNKNOWN_ERROR_TEXT = 'There was an error processing your booking. Please try again.';

export const useSubmission = create<Submission>()(() => ({ busy: false, failure: '', failureCount: 0 }));

type CreateBookingResponse = ApiAnswer<'POST /api/book'>;

/**
 * Sends the draft as a booking, once: a second call while one is on its way does nothing, and a retry of
 * the same body carries the same key, so the server answers it with the same booking.
 */
export async function submitBooking(options: {
  route: (url: string) => void;
  /** To step 1, after half-hours were lost to somebody else. */
  restart: () => void;
  userId: number | null;
}): Promise<void> {
  if (useSubmission.getState().busy) return;
  const draft = useDraft.getState();
  const body = toRequestBody(draft);
  useSubmission.setState({ busy: true, failure: '' });
  try {
    await cancelCheckout();
    const key = getIdempotencyKey(JSON.stringify({ ...body, user_id: options.userId }));
    const response = await callApi('POST /api/book', {
      body,
      headers: { 'idempotency-key': key },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    openPaymentOrConfirmation(response, draft, options.route);
    // On the way to the payment page nothing more can be pressed here.
    useSubmission.setState({ busy: response.payment_url !== undefined });
  } catch (error) {
    const taken = takenHoursOf(error);
    const isApiError = error instanceof ApiError;
    const message = isApiError ? errorMessage(error, 'Failed to create booking') : UNKNOWN_ERROR_TEXT;
    showToast('error', 'Booking Failed', message);
    useSubmission.setState(({ failureCount }) => ({
      busy: false,
      failure: message,
      failureCount: failureCount + 1,
    }));
    if (taken.length === 0) return;
    useSubmission.setState({ failure: '' });
    removeUnavailableHours(taken);
    void invalidateQueries('/api/slots');
    options.restart();
  }
}

function toRequestBody(draft: Draft): ApiBody<'POST /api/book'> {
  return {
    court_id: draft.courtId ?? 0,
    date: draft.date,
    start_time: startTimeOf(draft.hours[0] ?? 0),
    duration: draft.hours.length * SLOT_MINUTES,
    slots: draft.hours.map(startTimeOf),
    name: draft.guest.name.trim(),
    email: draft.guest.email.trim(),
    phone: draft.guest.phone.trim(),
    payment_method: draft.method as PaymentMethod,
    ...(draft.smsUpdates ? { sms_updates: true } : {}),
  };
}

function openPaymentOrConfirmation(
  response: CreateBookingResponse,
  draft: Draft,
  route: (url: string) => void,
): void {
  const { booking } = response;
  const title = response.instructions?.title ?? response.message ?? '';
  const lines = response.instructions?.lines ?? [];
  storeForConfirmation('bookingEmail', draft.guest.email.trim());
  storeForConfirmation('bookingInstructions', JSON.stringify({ title, lines }));
  void invalidateQueries('/api/auth/bookings');
  if (response.payment_url) {
    setCheckoutCancelUrl(response.leave_url ?? '');
    location.assign(response.payment_url);
    return;
  }
  const count = draft.hours.length;
  ignoreSecondTap('any');
  resetAfterBooking();
  void invalidateQueries('/api/slots');
  showToast('success', 'Booking Confirmed!', `${count} slots (${count * SLOT_MINUTES} minutes) are yours.`);
  const query = new URLSearchParams({
    booking_id: String(booking.id),
    court: String(booking.court_id),
    date: booking.date,
    time: booking.start_time,
    name: booking.name,
    payment_method: booking.payment_method,
  });
  route(`/success?${query}`);
}

/**
 * Who is back at the wizard has not paid: what the payment page held is free again, to be booked once more,
 * paid another way or left. Throws when the club cannot be reached.
 */
async function cancelCheckout(): Promise<void> {
  const { checkoutCancelUrl } = useDraft.getState();
  if (!checkoutCancelUrl) return;
  await fetch(checkoutCancelUrl, { redirect: 'manual' });
  setCheckoutCancelUrl('');
  await invalidateQueries('/api/slots');
}

/** To be called when the wizard opens, or comes back out of the browser's memory. */
export function cancelAbandonedCheckout(): void {
  if (!useDraft.getState().checkoutCancelUrl) return;
  useSubmission.setState({ busy: false });
  // Without a network it is given back before the next attempt, or by the clock.
  cancelCheckout().catch(() => {});
}

/** The confirmation page can also ask the server: a browser that keeps nothing loses nothing. */
function storeForConfirmation(name: string, text: string): void {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // Storage is switched off.
  }
}

/** What a failed attempt said is no news any more. */
export function clearFailure(): void {
  useSubmission.setState({ failure: '' });
}

/** The half-hours that a refused booking named as taken. */
function takenHoursOf(error: unknown): number[] {
  if (!(error instanceof ApiError) || error.failure?.reason !== 'slot_taken') return [];
  return (error.failure.slots ?? []).map(slotIndexOf).filter((hour) => hour !== null);
}
