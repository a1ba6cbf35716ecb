import { type FormEvent, useEffect, useRef, useState } from 'react';
import { guestError, type PaymentMethod, paymentError } from '../../src/domain/booking.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { formatPayBy } from '../../src/domain/format-payment-deadline.ts';
import { matchTextError } from '../../src/domain/match.ts';
import { guestCashError } from '../../src/domain/payment-deadline.ts';
import { PAYMENT_METHOD_LABELS } from '../../src/domain/payment-instructions.ts';
import { startTimeOf } from '../../src/domain/slot.ts';
import { callApi } from '../lib/api.ts';
import { useQuery } from '../lib/query.ts';
import { showToast } from '../lib/toast.ts';
import { useCurrentMinute } from '../lib/use-current-minute.ts';
import { choosePaymentMethod, useDraft } from '../shared/booking-draft.ts';
import { CancellationPolicy } from '../shared/cancellation-policy.tsx';
import { trackEvent } from '../shared/meta-pixel.ts';
import { usePageData } from '../shared/page-data.tsx';
import { usePreload } from '../shared/screen-preload-context.tsx';
import { useAuth } from '../shared/session.tsx';
import { useCourt } from '../shared/use-courts.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { fieldId } from '../ui/field-id.ts';
import { NoWrap } from '../ui/no-wrap.tsx';
import { BookingSummary } from './booking-summary.tsx';
import { PlayersOption } from './players-option.tsx';
import { PromoCodeField, UNAPPLIED_CODE_TEXT } from './promo-code-field.tsx';
import { StepTitle } from './step-title.tsx';
import { clearFailure, useSubmission } from './submission-state.ts';
import { submitBooking } from './submit-booking.ts';
import { useBookingPrice } from './use-booking-price.ts';
import { usePayBy } from './use-pay-by.ts';
import type { Steps } from './use-steps.ts';

const CREDIT: readonly PaymentMethod[] = ['credit'];

/** Step 3, or step 2 for an address that names step 3 too early. */
export function PaymentStep({ steps }: { steps: Steps }) {
  const hasGuest = useDraft(({ guest }) => guestError(guest) === null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `steps` is another object at each render
  useEffect(() => {
    if (!hasGuest) steps.correctGuest();
  }, [hasGuest]);
  return hasGuest ? <PaymentForm steps={steps} /> : null;
}

function PaymentForm({ steps }: { steps: Steps }) {
  const { user } = useAuth();
  const { payment_methods, club } = usePageData();
  const draft = useDraft();
  const { date, slotIndexes, code, typedCode, method: draftMethod } = draft;
  const firstSlot = slotIndexes[0];
  const court = useCourt(draft.courtId);
  const preload = usePreload();
  const { failure, failureCount, priceChange } = useSubmission();
  const price = useBookingPrice(draft);
  const [attempts, setAttempts] = useState(0);
  const [unapplied, setUnapplied] = useState(false);
  const total = priceChange?.now ?? price.total;
  const credit = useQuery('GET /api/auth/credit', { skip: !user }).data?.credit ?? 0;
  const methods: PaymentMethod[] = [...payment_methods, ...(credit > 0 && credit >= total ? CREDIT : [])];
  const now = useCurrentMinute();
  const noShowError = useNoShowError();
  const cashError =
    (user?.email_verified || !now ? null : guestCashError(date, club.booking_rules, now)) ?? noShowError;
  // The chosen credit may have been spent in another tab. Only a sole method needs no choice.
  const fitting = methods.filter((name) => name !== 'cash' || cashError === null);
  const method =
    fitting.find((name) => name === draftMethod) ?? (fitting.length === 1 ? (fitting[0] ?? '') : '');
  useEffect(() => {
    if (method !== '') choosePaymentMethod(method);
  }, [method]);
  // Hours of a plan, or a code, may leave nothing to pay.
  const isFree = total === 0;
  const payByFor = usePayBy();
  const methodError = attempts > 0 ? paymentError(method) : null;

  useEffect(() => {
    trackEvent('InitiateCheckout', { num_items: slotIndexes.length, currency: 'PKR' });
  }, [slotIndexes.length]);

  useEffect(() => {
    preload('/success');
    return clearFailure;
  }, [preload]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const error = isFree ? null : paymentError(method);
    if (isFree) choosePaymentMethod(methodWithoutMoney(payment_methods));
    if (error) {
      showToast('error', error.title, error.text);
      setAttempts(attempts + 1);
      return;
    }
    if (!code && typedCode.trim() !== '') {
      showToast('error', 'Code not applied', UNAPPLIED_CODE_TEXT);
      setUnapplied(true);
      document.getElementById(fieldId('code'))?.focus();
      return;
    }
    const matchError = draft.match && matchTextError(draft.match.text);
    if (matchError) {
      showToast('error', 'Not booked yet', `Message to players: ${matchError}`);
      document.getElementById(fieldId('match-text'))?.focus();
      return;
    }
    const usedCode = price.items.some(({ kind, amount }) => kind === 'code' && amount < 0);
    void submitBooking({
      steps,
      userId: user?.id ?? null,
      amount: total,
      code: (usedCode && code?.text) || null,
      courtName: court?.name ?? '',
    });
  };

  return (
    <form id="booking-step" noValidate onSubmit={submit}>
      <StepTitle step={3} />
      <ErrorSummary
        errors={methodError ? { payment_method: methodError.text } : {}}
        failedAttempts={attempts}
        labels={{ payment_method: 'Payment method' }}
      />
      {failure && <FailureAlert failure={failure} count={failureCount} />}
      {priceChange && <PriceChangeAlert {...priceChange} />}
      {isFree ? (
        <p className="booking-card" role="status">
          <strong>Nothing to pay.</strong> The whole price is covered.
        </p>
      ) : (
        <fieldset
          className="booking-card payment"
          aria-describedby={methodError ? 'payment-error' : undefined}
        >
          <legend>
            Pay <span className="no-wrap">{formatPkr(total)}</span>
          </legend>
          {methods.map((name, at) => (
            <label key={name} className="payment-choice">
              <input
                id={at === 0 ? fieldId('payment_method') : `payment-${name}`}
                type="radio"
                name="payment_method"
                value={name}
                checked={method === name}
                disabled={name === 'cash' && cashError !== null}
                aria-invalid={methodError ? true : undefined}
                aria-describedby={`payment-${name}-hint`}
                onChange={() => choosePaymentMethod(name)}
              />
              <span>
                <strong>
                  {PAYMENT_METHOD_LABELS[name].label}
                  {name === 'credit' && ` (${formatPkr(credit)} left)`}
                </strong>
                <small id={`payment-${name}-hint`}>
                  {PAYMENT_METHOD_LABELS[name].hint}
                  {name === 'cash' && cashError && <span className="payment-deadline">{cashError}</span>}
                  {payByFor(name) && (
                    <span className="payment-deadline">
                      <NoWrap>{`Held for you: pay by ${formatPayBy(payByFor(name) ?? '', now)}`}</NoWrap>
                    </span>
                  )}
                </small>
              </span>
            </label>
          ))}
          {methodError && (
            <span className="field-error" id="payment-error">
              {methodError.text}
            </span>
          )}
        </fieldset>
      )}
      <BookingSummary>
        <PromoCodeField price={price} unapplied={unapplied} />
      </BookingSummary>
      <PlayersOption isCard={!isFree && method === 'card'} />
      {firstSlot !== undefined && (
        <p className="booking-note">
          <CancellationPolicy booking={{ date, start_time: startTimeOf(firstSlot), lines: price.items }} />
        </p>
      )}
    </form>
  );
}

/** A booking names a method even where nothing is to be paid; a card would open its page. */
function methodWithoutMoney(methods: readonly PaymentMethod[]): PaymentMethod {
  return methods.find((name) => name === 'bank_transfer') ?? 'cash';
}

/** Why the guest can't pay in cash after earlier no-shows; null unless the server says so. */
function useNoShowError(): string | null {
  const { club, payment_methods } = usePageData();
  const { email, phone } = useDraft((draft) => draft.guest);
  const isChecked = club.booking_rules.no_show_limit > 0 && payment_methods.includes('cash');
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    setError(null);
    if (!isChecked) return;
    // Without an answer, the server still refuses the booking.
    const body = { email: email.trim(), phone: phone.trim() };
    callApi('POST /api/book/cash-check', { body }).then(
      (answer) => setError(answer.error),
      () => {},
    );
  }, [isChecked, email, phone]);
  return error;
}

/** The button to accept the new price is in the booking bar. */
function PriceChangeAlert({ shown, now }: { shown: number; now: number }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} className="alert warning" role="alert" tabIndex={-1}>
      <strong>The price has changed</strong>
      <p>
        It was <s className="no-wrap">{formatPkr(shown)}</s> and is now{' '}
        <strong className="no-wrap">{formatPkr(now)}</strong>. Nothing has been booked, and your entries are
        kept.
      </p>
    </div>
  );
}

function FailureAlert({ failure, count }: { failure: string; count: number }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (count > 0) box.current?.focus();
  }, [count]);
  return (
    <div ref={box} className="alert danger" role="alert" tabIndex={-1}>
      <strong>Booking Failed</strong>
      <p>{failure}</p>
      <p>Your entries are kept, and trying again cannot book twice.</p>
      <button type="submit" className="ghost wide">
        Try again
      </button>
    </div>
  );
}
