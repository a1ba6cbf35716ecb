import { create } from 'zustand';
import type { PaymentMethod } from '../../src/domain/booking.ts';
import type { PaymentInstructions } from '../../src/domain/payment.ts';
import { SLOT_MINUTES, slotIndexOf, startTimeOf } from '../../src/domain/slot.ts';
import { ApiError, call, sentenceOf } from '../lib/api.ts';
import { invalidate } from '../lib/query.ts';
import { ignoreSecondTap } from '../lib/second-tap.ts';
import { tell } from '../lib/toast.ts';
import { attemptKey, type Draft, finishDraft, loseHours, noteCheckout, useDraft } from './draft.ts';

interface Submission {
  busy: boolean;
  /** Why the last attempt failed, in a sentence; empty when it did not. */
  failure: string;
  failures: number;
}

/** After this long without an answer the visitor may try again; the key makes that safe. */
const PATIENCE_MS = 30_000;
const LOCAL_FAILURE = 'There was an error processing your booking. Please try again.';

export const useSubmission = create<Submission>()(() => ({ busy: false, failure: '', failures: 0 }));

interface BookingAnswer {
  booking: {
    id: number;
    court_id: number;
    date: string;
    start_time: string;
    name: string;
    payment_method: PaymentMethod;
  };
  instructions?: PaymentInstructions;
  message?: string;
  payment_url?: string;
  leave_url?: string;
}

/**
 * Sends the draft as a booking, once: a second call while one is on its way does nothing, and a retry of
 * the same body carries the same key, so the server answers it with the same booking.
 */
export async function submitBooking(ways: {
  route: (url: string) => void;
  /** To step 1, after half-hours were lost to somebody else. */
  restart: () => void;
  userId: number | null;
}): Promise<void> {
  if (useSubmission.getState().busy) return;
  const draft = useDraft.getState();
  const body = bodyOf(draft);
  useSubmission.setState({ busy: true, failure: '' });
  try {
    await giveCheckoutBack();
    const key = attemptKey(JSON.stringify({ ...body, user_id: ways.userId }));
    const answer = await call<BookingAnswer>('POST', '/api/book', {
      body,
      headers: { 'idempotency-key': key },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    leaveFor(answer, draft, ways.route);
    // On the way to the payment page nothing more can be pressed here.
    useSubmission.setState({ busy: answer.payment_url !== undefined });
  } catch (error) {
    const lost = lostHours(error);
    const known = error instanceof ApiError;
    const sentence = known ? sentenceOf(error, 'Failed to create booking') : LOCAL_FAILURE;
    tell('error', 'Booking Failed', sentence);
    useSubmission.setState(({ failures }) => ({ busy: false, failure: sentence, failures: failures + 1 }));
    if (lost.length === 0) return;
    useSubmission.setState({ failure: '' });
    loseHours(lost);
    void invalidate('/api/slots');
    ways.restart();
  }
}

function bodyOf(draft: Draft) {
  return {
    court_id: draft.courtId,
    date: draft.date,
    start_time: startTimeOf(draft.hours[0] ?? 0),
    duration: draft.hours.length * SLOT_MINUTES,
    slots: draft.hours.map(startTimeOf),
    name: draft.guest.name.trim(),
    email: draft.guest.email.trim(),
    phone: draft.guest.phone.trim(),
    payment_method: draft.method,
    ...(draft.texts ? { sms_updates: true } : {}),
  };
}

function leaveFor(answer: BookingAnswer, draft: Draft, route: (url: string) => void): void {
  const { booking } = answer;
  const title = answer.instructions?.title ?? answer.message ?? '';
  const lines = answer.instructions?.lines ?? [];
  keepForConfirmation('bookingEmail', draft.guest.email.trim());
  keepForConfirmation('bookingInstructions', JSON.stringify({ title, lines }));
  void invalidate('/api/auth/bookings');
  if (answer.payment_url) {
    noteCheckout(answer.leave_url ?? '');
    location.assign(answer.payment_url);
    return;
  }
  const count = draft.hours.length;
  ignoreSecondTap('any');
  finishDraft();
  void invalidate('/api/slots');
  tell('success', 'Booking Confirmed!', `${count} slots (${count * SLOT_MINUTES} minutes) are yours.`);
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
async function giveCheckoutBack(): Promise<void> {
  const { checkout } = useDraft.getState();
  if (!checkout) return;
  await fetch(checkout, { redirect: 'manual' });
  noteCheckout('');
  await invalidate('/api/slots');
}

/** To be called when the wizard opens, or comes back out of the browser's memory. */
export function returnToWizard(): void {
  if (!useDraft.getState().checkout) return;
  useSubmission.setState({ busy: false });
  // Without a network it is given back before the next attempt, or by the clock.
  giveCheckoutBack().catch(() => {});
}

/** The confirmation page can also ask the server: a browser that keeps nothing loses nothing. */
function keepForConfirmation(name: string, text: string): void {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // Storage is switched off.
  }
}

/** What a failed attempt said is no news any more. */
export function forgetFailure(): void {
  useSubmission.setState({ failure: '' });
}

/** The half-hours that a refused booking named as taken. */
function lostHours(error: unknown): number[] {
  if (!(error instanceof ApiError) || error.failure?.reason !== 'slot_taken') return [];
  return (error.failure.slots ?? []).map(slotIndexOf).filter((hour) => hour !== null);
}
