import type { Match } from '../../src/domain/api/match-routes.ts';
import type { ApiAnswer, ApiBody } from '../../src/domain/api.ts';
import type { PaymentMethod } from '../../src/domain/booking.ts';
import type { Reason } from '../../src/domain/failure.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { formatPayBy } from '../../src/domain/format-payment-deadline.ts';
import { cancellationOutcome } from '../../src/domain/refund.ts';
import { customerAlone } from '../../src/domain/share.ts';
import { SLOT_MINUTES, slotIndexOf, startTimeOf } from '../../src/domain/slot.ts';
import { ApiError, callApi, errorMessage } from '../lib/api.ts';
import { ignoreSecondTap } from '../lib/ignore-second-tap.ts';
import { invalidateQueries, setQueryData } from '../lib/query.ts';
import { reloadSlots } from '../lib/reload.ts';
import { serverNow } from '../lib/server-time.ts';
import { storeManageUrl } from '../lib/stored-booking-keys.ts';
import { showToast } from '../lib/toast.ts';
import {
  type Draft,
  dropOffer,
  dropRetiredCourt,
  getIdempotencyKey,
  removeUnavailableSlots,
  resetAfterBooking,
  setCheckoutCancelUrl,
  setCode,
  useDraft,
} from '../shared/booking-draft.ts';
import { storeHandover } from '../shared/confirmation-handover.ts';
import { cancelCheckout } from './cancel-checkout.ts';
import { useOfferLinkState } from './offer-link-state.ts';
import { useSubmission } from './submission-state.ts';
import type { Steps } from './use-steps.ts';

/** After this long without an answer, the visitor may try again; the idempotency key makes that safe. */
const TIMEOUT_MS = 30_000;
/** The server's reasons for refusing an offer. */
const OFFER_REFUSALS: readonly (Reason | undefined)[] = ['wrong_state', 'forbidden'];
const UNKNOWN_ERROR_TEXT = 'There was an error processing your booking. Please try again.';

type CreateBookingResponse = ApiAnswer<'POST /api/book'>;

/**
 * Books the draft. A second call does nothing while a submission is in progress, and retrying the same body carries
 * the same idempotency key, so the server answers with the same booking.
 */
export async function submitBooking(options: {
  steps: Steps;
  userId: number | null;
  amount: number;
  /** The promo code. */
  code: string | null;
  courtName: string;
}): Promise<void> {
  if (useSubmission.getState().busy) return;
  const draft = useDraft.getState();
  const body = { ...toRequestBody(draft, options), amount: options.amount };
  const send = () =>
    callApi('POST /api/book', {
      body,
      headers: {
        'idempotency-key': getIdempotencyKey(JSON.stringify({ ...body, user_id: options.userId })),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  // Sent before the busy button renders.
  const answer = draft.checkoutCancelUrl ? cancelCheckout().then(send) : send();
  useSubmission.setState({ busy: true, failure: '', priceChange: null });
  try {
    const response = await answer;
    storeManageUrl(response.manage_url, response.contact_key);
    const match = draft.method === 'card' ? null : await openMatch(response.booking.id, draft);
    await openPaymentOrConfirmation(response, match, draft, options);
    // The form stays busy while the browser opens the payment page.
    useSubmission.setState({ busy: response.payment_url !== undefined });
  } catch (error) {
    if (draft.method === 'credit') void invalidateQueries('GET /api/auth/credit');
    const taken = takenSlotsOf(error);
    const isApiError = error instanceof ApiError;
    const message = isApiError ? errorMessage(error, 'Failed to create booking') : UNKNOWN_ERROR_TEXT;
    showToast('error', 'Booking Failed', message);
    useSubmission.setState(({ failureCount }) => ({
      busy: false,
      failure: message,
      failureCount: failureCount + 1,
    }));
    const amount = isApiError && error.failure?.reason === 'price_changed' ? error.failure.amount : undefined;
    if (amount !== undefined) {
      useSubmission.setState({ failure: '', priceChange: { shown: options.amount, now: amount } });
      void invalidateQueries('GET /api/courts', 'GET /api/auth/plans');
    }
    if (isApiError && draft.offer && OFFER_REFUSALS.includes(error.failure?.reason)) {
      useSubmission.setState({ failure: '' });
      useOfferLinkState.setState({ problem: message });
      dropOffer();
      void reloadSlots();
      options.steps.restart();
    }
    // The code ended or was used up in the meantime; the failure says so and the price shows it.
    if (isApiError && error.failure?.fields?.code) setCode(null);
    void invalidateQueries('GET /api/add-ons');
    if (isApiError && error.failure?.fields?.court_id) {
      useSubmission.setState({ failure: '' });
      dropRetiredCourt();
      void invalidateQueries('GET /api/courts');
      options.steps.restart();
    }
    if (taken.length === 0) return;
    useSubmission.setState({ failure: '' });
    removeUnavailableSlots(taken);
    void reloadSlots();
    options.steps.restart();
  }
}

function toRequestBody(draft: Draft, options: { code: string | null }): ApiBody<'POST /api/book'> {
  return {
    court_id: draft.courtId ?? 0,
    date: draft.date,
    start_time: startTimeOf(draft.slotIndexes[0] ?? 0),
    duration: draft.slotIndexes.length * SLOT_MINUTES,
    slots: draft.slotIndexes.map(startTimeOf),
    name: draft.guest.name.trim(),
    email: draft.guest.email.trim(),
    phone: draft.guest.phone.trim(),
    payment_method: draft.method as PaymentMethod,
    ...(draft.addOns.length > 0 ? { add_ons: draft.addOns } : {}),
    ...(options.code ? { code: options.code } : {}),
    ...(draft.smsUpdates ? { sms_updates: true } : {}),
    ...(draft.updatesBy.length > 0 ? { updates_by: draft.updatesBy } : {}),
    ...(draft.offer ? { offer: draft.offer.link } : {}),
  };
}

/** Opens the places that the visitor chose. The booking stands without them, so a refusal only says why. */
async function openMatch(id: number, { match }: Draft): Promise<Match | null> {
  if (!match) return null;
  try {
    return (await callApi('POST /api/booking/:id/open', { params: { id }, keyOf: id, body: match })).match;
  } catch (error) {
    const text = errorMessage(error, 'Please try again on your booking page.');
    showToast('error', 'Booked, but not open to players', text);
    return null;
  }
}

async function openPaymentOrConfirmation(
  response: CreateBookingResponse,
  match: Match | null,
  draft: Draft,
  { steps, courtName }: { steps: Steps; courtName: string },
): Promise<void> {
  const { booking } = response;
  const instructions = response.instructions ?? {
    title: response.message ?? '',
    lines: [],
    details: [],
    notes: [],
  };
  const { keep } = cancellationOutcome(booking, 'customer', serverNow());
  // The confirmation needn't ask for what the answer contains.
  setQueryData(
    'GET /api/booking/:id',
    {
      booking,
      court_name: courtName,
      instructions: response.instructions,
      self_service: {
        manage_url: response.manage_url,
        reschedule_used: false,
        email_corrected: false,
        not_full: false,
        receipt_rejected: null,
        // Only credit pays at once.
        paid_ways: booking.received > 0 ? [{ method: 'credit', amount: booking.received }] : [],
        kept: { all: keep, own: keep },
      },
      payers: [customerAlone(booking)],
      match,
    },
    { params: { id: booking.id } },
  );
  storeHandover({ ...instructions, booking_id: booking.id, email: draft.guest.email.trim() });
  void invalidateQueries('GET /api/auth/bookings', 'GET /api/auth/credit', 'GET /api/auth/plans');
  if (response.payment_url) {
    setCheckoutCancelUrl(response.cancel_url ?? '');
    location.assign(response.payment_url);
    return;
  }
  const query = new URLSearchParams({
    booking_id: String(booking.id),
    court: String(booking.court_id),
    date: booking.date,
    time: booking.start_time,
    name: booking.name,
    payment_method: booking.payment_method,
  });
  ignoreSecondTap('any');
  await steps.leave(`/success?${query}`);
  resetAfterBooking();
  void reloadSlots();
  const count = draft.slotIndexes.length;
  const { status, balance, pay_by } = booking;
  // The specified words come first, what is true of this booking after them.
  const open =
    status === 'pending' && balance > 0 && pay_by !== null
      ? ` We hold them until ${formatPayBy(pay_by, serverNow())}: please pay ${formatPkr(balance)}.`
      : '';
  const text = `You booked ${count} slots (${count * SLOT_MINUTES} minutes).${open}`;
  showToast('success', 'Booking Confirmed!', text);
}

/** The taken slots named in the server's answer. */
function takenSlotsOf(error: unknown): number[] {
  if (!(error instanceof ApiError) || error.failure?.reason !== 'slot_taken') return [];
  return (error.failure.slots ?? []).map(slotIndexOf).filter((slotIndex) => slotIndex !== null);
}
