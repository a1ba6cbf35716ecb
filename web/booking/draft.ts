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
export interface Conflict {
  courtId: number;
  date: string;
  /** Everything that was asked for. */
  wanted: number[];
  /** The part that is gone. */
  gone: number[];
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
  filledBy: number | null;
  method: PaymentMethod | '';
  /** Text messages about this booking were asked for. */
  texts: boolean;
  /** The key of the last attempt to book and the body it belongs to. */
  attempt: { key: string; body: string } | null;
  conflict: Conflict | null;
  /** The payment page was opened: the address that gives its half-hours back; empty when it was not. */
  checkout: string;
}

const NOBODY: Guest = { name: '', email: '', phone: '' };
const EMPTY: Draft = {
  date: '',
  courtId: null,
  hours: [],
  guest: NOBODY,
  filledBy: null,
  method: '',
  texts: false,
  attempt: null,
  conflict: null,
  checkout: '',
};

export const useDraft = create<Draft>()(
  persist(() => EMPTY, {
    name: 'bookingDraft',
    version: 1,
    storage: createJSONStorage(() => sessionStorage),
  }),
);

const change = useDraft.setState;

/** Another day lets the chosen half-hours go. */
export function chooseDate(date: string): void {
  if (date !== useDraft.getState().date) change({ date, hours: [], conflict: null });
}

/** Another court lets the chosen half-hours go. */
export function chooseCourt(courtId: number | null): void {
  if (courtId !== useDraft.getState().courtId) change({ courtId, hours: [], conflict: null });
}

export function chooseHours(hours: readonly number[]): void {
  change({ hours: inPlayingOrder(hours), conflict: null });
}

export function chooseMethod(method: PaymentMethod): void {
  change({ method });
}

export function chooseTexts(texts: boolean): void {
  change({ texts });
}

export function typeGuest(guest: Guest): void {
  change({ guest });
}

/** Fills in what the account knows and nobody has typed; forgets it when the account is signed out. */
export function knowUser(user: User | null): void {
  const { guest, filledBy } = useDraft.getState();
  if (!user) {
    if (filledBy !== null) change({ guest: NOBODY, filledBy: null });
    return;
  }
  if (filledBy === user.id) return;
  change({
    filledBy: user.id,
    guest: {
      name: guest.name || user.name,
      email: guest.email || user.email,
      phone: guest.phone || (user.phone ?? ''),
    },
  });
}

/** Takes out the half-hours that somebody else holds now; what was typed stays. */
export function loseHours(gone: readonly number[]): void {
  const { courtId, date, hours } = useDraft.getState();
  if (courtId === null) return;
  change({
    hours: hours.filter((hour) => !gone.includes(hour)),
    conflict: { courtId, date, wanted: hours, gone: inPlayingOrder(gone) },
  });
}

/** The key for sending `body`: the same one for as long as the body is the same, also after a reload. */
export function attemptKey(body: string): string {
  const { attempt } = useDraft.getState();
  if (attempt?.body === body) return attempt.key;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  change({ attempt: { key, body } });
  return key;
}

/** After a booking: the choice is done with, the name may serve for the next one. */
export function finishDraft(): void {
  change({ hours: [], method: '', attempt: null, conflict: null, checkout: '' });
}

/** Notes or forgets the open payment page. The rest stays: many turn round there, and go on where they were. */
export function noteCheckout(checkout: string): void {
  change({ checkout, attempt: null });
}

/** Who reaches the confirmation from the payment page did not turn round. */
export function finishPaidDraft(): void {
  if (useDraft.getState().checkout) finishDraft();
}

/** The furthest step that what is chosen and typed allows. */
export function reachableStep(draft: Draft): Step {
  if (validateSelection(draft)) return 1;
  return validateGuest(draft.guest) ? 2 : 3;
}

export const STEPS = ['Date & Court', 'Your Information', 'Payment Method'] as const;
export type Step = 1 | 2 | 3;
