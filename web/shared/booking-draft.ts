import { useMemo } from 'react';
import { createJSONStorage, persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { ChosenAddOn } from '../../src/domain/add-on.ts';
import type { User } from '../../src/domain/api/account-answers.ts';
import type { PaymentMethod } from '../../src/domain/booking.ts';
import type { PriceItem } from '../../src/domain/booking-price-lines.ts';
import type { OpenMatch } from '../../src/domain/match.ts';
import type { PageDay } from '../../src/domain/page-data.ts';
import { inPlayingOrder } from '../../src/domain/slot.ts';
import { useStoreAfterHydration } from '../lib/hydrated.tsx';
import { usePageData } from './page-data.tsx';
import { onUserChange } from './user-switch.ts';

export interface Guest {
  name: string;
  email: string;
  phone: string;
}

/** Slots that another customer took while this visitor was choosing. */
export interface SlotConflict {
  courtId: number;
  date: string;
  /** All slots that the visitor had chosen. */
  requested: number[];
  /** Those that are now taken. */
  unavailable: number[];
}

/** What a visitor has chosen and typed; sessionStorage keeps it across reloads until the tab closes. */
export interface Draft {
  /** The account that the draft belongs to; null while the visitor is signed out. */
  ownerId: number | null;
  /** The business day; empty until the browser's clock has been read. */
  date: string;
  courtId: number | null;
  /** How long the customer wants to play, in minutes; null until chosen here or in the account. */
  length: number | null;
  /** In playing order. */
  slotIndexes: number[];
  guest: Guest;
  addOns: ChosenAddOn[];
  /** A code that the server has checked; it is checked again with the booking. */
  code: { text: string; discount: PriceItem } | null;
  /** A typed code that has not been checked yet. */
  typedCode: string;
  method: PaymentMethod | '';
  /** Places to open to other players; null if the visitor isn't looking for any. */
  match: OpenMatch | null;
  /** The visitor asked for text messages about this booking. */
  smsUpdates: boolean;
  /** The other channels by which the visitor asked for updates. */
  updatesBy: string[];
  /** The idempotency key of the last submission, and the body it belongs to. */
  lastSubmission: { key: string; body: string } | null;
  conflict: SlotConflict | null;
  /** The linked or chosen court can't be booked any more, and no other has been chosen yet. */
  courtRetired: boolean;
  /** The waiting list offer whose slots the draft has; they can't change while it is there. */
  offer: { link: string; expiresAt: string } | null;
  /** The URL that cancels the open card checkout and frees its slots; empty if there is none. */
  checkoutCancelUrl: string;
}

const EMPTY_GUEST: Guest = { name: '', email: '', phone: '' };
const EMPTY_DRAFT: Draft = {
  ownerId: null,
  date: '',
  courtId: null,
  length: null,
  slotIndexes: [],
  guest: EMPTY_GUEST,
  addOns: [],
  code: null,
  typedCode: '',
  method: '',
  match: null,
  smsUpdates: false,
  updatesBy: [],
  lastSubmission: null,
  conflict: null,
  courtRetired: false,
  offer: null,
  checkoutCancelUrl: '',
};

const draftStore = createStore<Draft>()(
  persist(() => EMPTY_DRAFT, {
    name: 'bookingDraft',
    version: 2,
    migrate: () => EMPTY_DRAFT,
    storage: createJSONStorage(() => sessionStorage),
  }),
);

const setDraft = draftStore.setState;

/** The draft; until the page is hydrated, one with the date and court that the server rendered. */
export function useDraft(): Draft;
export function useDraft<T>(select: (draft: Draft) => T): T;
export function useDraft<T>(select?: (draft: Draft) => T): T | Draft {
  const { day } = usePageData();
  const first = useMemo(() => firstDraft(day), [day]);
  const pick = (draft: Draft) => (select ? select(draft) : draft);
  return useStoreAfterHydration(
    draftStore.subscribe,
    () => pick(draftStore.getState()),
    () => pick(first),
  );
}
useDraft.getState = draftStore.getState;

const firstDrafts = new WeakMap<PageDay, Draft>();

/** The same object for the same day, so that hydration has nothing to render again. */
function firstDraft(day: PageDay | undefined): Draft {
  if (!day) return EMPTY_DRAFT;
  const known = firstDrafts.get(day) ?? { ...EMPTY_DRAFT, date: day.date, courtId: day.court_id };
  firstDrafts.set(day, known);
  return known;
}

/**
 * Adopts the day that the server rendered: one named in the address, or any for a draft without a day. False for a
 * draft that may belong to somebody else.
 */
export function startDraft(day: PageDay, named: boolean): boolean {
  const draft = draftStore.getState();
  if (draft.ownerId !== null) return false;
  if (draft === EMPTY_DRAFT) setDraft(firstDraft(day), true);
  if (named || draft.date < day.date) chooseDate(day.date);
  if (day.court_id !== null) chooseCourt(day.court_id);
  return true;
}
onUserChange(() => setDraft(EMPTY_DRAFT));

/** A different date clears the chosen slots. */
export function chooseDate(date: string): void {
  if (date !== useDraft.getState().date) setDraft({ date, slotIndexes: [], conflict: null, offer: null });
}

/** A different court clears the chosen slots. */
export function chooseCourt(courtId: number | null): void {
  if (courtId !== useDraft.getState().courtId)
    setDraft({ courtId, slotIndexes: [], conflict: null, courtRetired: false, offer: null });
}

/** Chooses the length of play, along with the slots this gives from the chosen start. */
export function chooseLength(length: number, slotIndexes: readonly number[]): void {
  setDraft({ length });
  chooseSlots(slotIndexes);
}

/** Clears a court that can't be booked any more; the wizard asks for another. */
export function dropRetiredCourt(): void {
  setDraft({ courtId: null, slotIndexes: [], conflict: null, courtRetired: true, offer: null });
}

export function chooseSlots(slotIndexes: readonly number[]): void {
  setDraft({ slotIndexes: inPlayingOrder(slotIndexes), conflict: null, offer: null });
}

/** Fills in an offer's slots and, for visitors without an account, its contact. */
export function fillFromOffer(
  taken: Pick<Draft, 'courtId' | 'date' | 'slotIndexes' | 'guest' | 'smsUpdates' | 'updatesBy'> & {
    offer: NonNullable<Draft['offer']>;
  },
): void {
  const { ownerId, guest } = useDraft.getState();
  setDraft({ ...taken, guest: ownerId === null ? taken.guest : guest, conflict: null, courtRetired: false });
}

/** The customer wants another time; everything typed is kept. */
export function dropOffer(): void {
  setDraft({ offer: null, slotIndexes: [] });
}

export function choosePaymentMethod(method: PaymentMethod): void {
  setDraft({ method });
}

export function setAddOns(addOns: ChosenAddOn[]): void {
  setDraft({ addOns });
}

export function setTypedCode(typedCode: string): void {
  setDraft({ typedCode });
}

/** Stores a code that the server has checked, or removes it. */
export function setCode(code: Draft['code']): void {
  setDraft({ code, typedCode: '' });
}

export function setSmsUpdates(smsUpdates: boolean): void {
  setDraft({ smsUpdates });
}

export function setUpdatesBy(updatesBy: string[]): void {
  setDraft({ updatesBy });
}

export function setGuest(guest: Guest): void {
  setDraft({ guest });
}

/**
 * Gives the draft to a member who signed in, and fills in the account's details. Chosen slots are kept; typed details
 * are kept only along with the account's own email, because somebody else may have typed them.
 */
export function claimDraft(user: User): void {
  const { ownerId, guest } = useDraft.getState();
  if (ownerId === user.id) return;
  const typed = guest.email.trim().toLowerCase() === user.email.toLowerCase() ? guest : EMPTY_GUEST;
  setDraft({
    ownerId: user.id,
    guest: { name: typed.name || user.name, email: user.email, phone: typed.phone || (user.phone ?? '') },
  });
}

/** Removes slots that can't be booked any more; everything typed is kept. */
export function removeUnavailableSlots(unavailable: readonly number[]): void {
  const { courtId, date, slotIndexes } = useDraft.getState();
  if (courtId === null) return;
  setDraft({
    slotIndexes: slotIndexes.filter((slotIndex) => !unavailable.includes(slotIndex)),
    conflict: { courtId, date, requested: slotIndexes, unavailable: inPlayingOrder(unavailable) },
  });
}

/** The idempotency key for sending `body`: the same key for the same body, even after a reload. */
export function getIdempotencyKey(body: string): string {
  const { lastSubmission } = useDraft.getState();
  if (lastSubmission?.body === body) return lastSubmission.key;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  setDraft({ lastSubmission: { key, body } });
  return key;
}

/** After a booking: clears the choice, but keeps the contact details for the next. */
export function resetAfterBooking(): void {
  setDraft({
    slotIndexes: [],
    addOns: [],
    code: null,
    typedCode: '',
    method: '',
    match: null,
    lastSubmission: null,
    conflict: null,
    offer: null,
    checkoutCancelUrl: '',
  });
}

export function setMatch(match: OpenMatch | null): void {
  setDraft({ match });
}

/** Stores or clears the open checkout; the rest is kept for customers who come back from the payment page. */
export function setCheckoutCancelUrl(checkoutCancelUrl: string): void {
  // The checkout's booking has used the offer.
  setDraft({ checkoutCancelUrl, lastSubmission: null, offer: null });
}

/** Called by the confirmation: the customer did not come back to the wizard, so the draft is booked. */
export function resetAfterCheckout(): void {
  if (useDraft.getState().checkoutCancelUrl) resetAfterBooking();
}
