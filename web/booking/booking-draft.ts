import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { User } from '../../src/domain/account.ts';
import { type PaymentMethod, validateGuest, validateSelection } from '../../src/domain/booking.ts';
import { inPlayingOrder } from '../../src/domain/slot.ts';

export interface Guest {
  name: string;
  email: string;
  phone: string;
}

/** Half-hours that went to somebody else while this visitor was choosing. */
export interface SlotConflict {
  courtId: number;
  date: string;
  /** Everything that was asked for. */
  requested: number[];
  /** The part that is gone. */
  unavailable: number[];
}

/** What somebody has chosen and typed so far; it outlives a reload and ends with the tab. */
export interface Draft {
  /** The business day; empty until the page knows what day it is. */
  date: string;
  courtId: number | null;
  /** Half-hour indexes in playing order. */
  hours: number[];
  guest: Guest;
  /** Whose account filled the guest in; null when it was typed. */
  prefilledUserId: number | null;
  method: PaymentMethod | '';
  /** Text messages about this booking were asked for. */
  smsUpdates: boolean;
  /** The key of the last attempt to book and the body it belongs to. */
  lastSubmission: { key: string; body: string } | null;
  conflict: SlotConflict | null;
  /** The payment page was opened: the address that gives its half-hours back; empty when it was not. */
  checkoutCancelUrl: string;
}

const EMPTY_GUEST: Guest = { name: '', email: '', phone: '' };
const EMPTY_DRAFT: Draft = {
  date: '',
  courtId: null,
  hours: [],
  guest: EMPTY_GUEST,
  prefilledUserId: null,
  method: '',
  smsUpdates: false,
  lastSubmission: null,
  conflict: null,
  checkoutCancelUrl: '',
};

export const useDraft = create<Draft>()(
  persist(() => EMPTY_DRAFT, {
    name: 'bookingDraft',
    version: 1,
    storage: createJSONStorage(() => sessionStorage),
  }),
);

const setDraft = useDraft.setState;

/** Another day lets the chosen half-hours go. */
export function chooseDate(date: string): void {
  if (date !== useDraft.getState().date) setDraft({ date, hours: [], conflict: null });
}

/** Another court lets the chosen half-hours go. */
export function chooseCourt(courtId: number | null): void {
  if (courtId !== useDraft.getState().courtId) setDraft({ courtId, hours: [], conflict: null });
}

export function chooseHours(hours: readonly number[]): void {
  setDraft({ hours: inPlayingOrder(hours), conflict: null });
}

export function choosePaymentMethod(method: PaymentMethod): void {
  setDraft({ method });
}

export function setSmsUpdates(smsUpdates: boolean): void {
  setDraft({ smsUpdates });
}

export function setGuest(guest: Guest): void {
  setDraft({ guest });
}

/** Fills in what the account knows and nobody has typed; forgets it when the account is signed out. */
export function prefillGuest(user: User | null): void {
  const { guest, prefilledUserId } = useDraft.getState();
  if (!user) {
    if (prefilledUserId !== null) setDraft({ guest: EMPTY_GUEST, prefilledUserId: null });
    return;
  }
  if (prefilledUserId === user.id) return;
  setDraft({
    prefilledUserId: user.id,
    guest: {
      name: guest.name || user.name,
      email: guest.email || user.email,
      phone: guest.phone || (user.phone ?? ''),
    },
  });
}

/** Takes out the half-hours that somebody else holds now; what was typed stays. */
export function removeUnavailableHours(unavailable: readonly number[]): void {
  const { courtId, date, hours } = useDraft.getState();
  if (courtId === null) return;
  setDraft({
    hours: hours.filter((hour) => !unavailable.includes(hour)),
    conflict: { courtId, date, requested: hours, unavailable: inPlayingOrder(unavailable) },
  });
}

/** The key for sending `body`: the same one for as long as the body is the same, also after a reload. */
export function getIdempotencyKey(body: string): string {
  const { lastSubmission } = useDraft.getState();
  if (lastSubmission?.body === body) return lastSubmission.key;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  setDraft({ lastSubmission: { key, body } });
  return key;
}

/** After a booking: the choice is done with, the name may serve for the next one. */
export function resetAfterBooking(): void {
  setDraft({ hours: [], method: '', lastSubmission: null, conflict: null, checkoutCancelUrl: '' });
}

/** Notes or forgets the open payment page. The rest stays: many turn round there, and go on where they were. */
export function setCheckoutCancelUrl(checkoutCancelUrl: string): void {
  setDraft({ checkoutCancelUrl, lastSubmission: null });
}

/** Who reaches the confirmation from the payment page did not turn round. */
export function resetAfterCheckout(): void {
  if (useDraft.getState().checkoutCancelUrl) resetAfterBooking();
}

/** The furthest step that what is chosen and typed allows. */
export function furthestStep(draft: Draft): Step {
  if (validateSelection(draft)) return 1;
  return validateGuest(draft.guest) ? 2 : 3;
}

export const STEP_TITLES = ['Date & Court', 'Your Information', 'Payment Method'] as const;
export type Step = 1 | 2 | 3;
