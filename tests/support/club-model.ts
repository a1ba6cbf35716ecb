import { inPlayingOrder, startTimeOf } from '../../src/domain/slot.ts';
import {
  CODE,
  codeUses,
  hasRackets,
  type ModelExtras,
  NO_EXTRAS,
  priceWithExtras,
  RACKET,
} from './add-on-and-promo-code-model.ts';
import { endCheckouts, MoneyModel } from './money-model.ts';
import type { ModelEntry, ModelOffer } from './waitlist-model.ts';

export type Status = 'pending' | 'paid' | 'cancelled';

export interface ModelBooking {
  id: number;
  court: number;
  date: string;
  slotIndexes: readonly number[];
  status: Status;
  /** Made by the sequence's member, whose credit can pay for it. */
  isMembers: boolean;
  paymentMethod: 'cash' | 'card' | 'credit' | 'bank_transfer';
  /** Until when it is held unpaid; a cancelled booking has one only if it was released. */
  payBy: number | null;
  hasReceipt: boolean;
  /** A receipt was uploaded at any time. */
  hadReceipt: boolean;
  /** Absent in a single booking. */
  seriesId?: number;
  /** PKR: its price while it stands, what is kept of it after a cancellation. */
  price: number;
  charge: number;
  extras: ModelExtras;
  createdAt: number;
  /** The key of the manage link, and what proves the browser that booked. */
  key: string;
  contactKey: string;
  isRescheduled: boolean;
  isEmailCorrected: boolean;
  /** The system released it, so late card money may restore it. */
  isReleased: boolean;
  checkouts: ModelCheckout[];
}

/** A payment page at the provider, found by its tracker. */
export interface ModelCheckout {
  tracker: string;
  amount: number;
  createdAt: number;
  state: 'open' | 'paid' | 'released';
}

/** The expected answer of a step: a status and, for a conflict, the taken slots. */
export interface ExpectedResponse {
  status: number;
  slots?: string[];
}

interface Placement {
  court: number;
  date: string;
  slotIndexes: readonly number[];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How long an unpaid checkout keeps its slots. */
export const HOLD_MINUTES = 5;
/** A payment page is given out again for this long. */
export const PAGE_MINUTES = 30;
/** How long a bank transfer may take. */
export const TRANSFER_HOURS = 4;

/** The start of a slot in epoch milliseconds; slots before 7 AM belong to the next morning. */
export function startOf(date: string, slotIndex: number): number {
  const midnight = Date.parse(`${date}T00:00:00+05:00`);
  return midnight + (slotIndex / 2 + (slotIndex < 14 ? 24 : 0)) * HOUR_MS;
}

/** The share of the price that the policy gives back to a customer. */
export function refundPercent({ date, slotIndexes }: Placement, now: number): number {
  const hoursLeft = (startOf(date, slotIndexes[0] ?? 0) - now) / HOUR_MS;
  return hoursLeft >= 24 ? 100 : hoursLeft >= 12 ? 50 : 0;
}

/** PKR an hour of courts 1 and 2; they differ, so that a move changes the price. */
export const HOURLY_RATES: Record<number, number> = { 1: 5000, 2: 6000 };

/**
 * A simple model of which booking or closure holds which slot and of whose money is where. It shares only slot
 * names with the server, and predicts each answer before it changes.
 */
export class ClubModel {
  readonly bookings = new Map<number, ModelBooking>();
  readonly closures = new Map<number, Placement>();
  readonly entries = new Map<number, ModelEntry>();
  /** The open offers of the waiting list; the club chooses them, `adoptOffers` judges them. */
  readonly offers = new Map<number, ModelOffer>();
  readonly money = new MoneyModel();

  /** The taken slots of a court's day without those of booking `except`. */
  takenSlotIndexes(court: number, date: string, except?: number): Set<number> {
    const holders: Placement[] = [...this.closures.values(), ...this.offers.values()];
    for (const booking of this.bookings.values()) {
      if (booking.status !== 'cancelled' && booking.id !== except) holders.push(booking);
    }
    const here = holders.filter((holder) => holder.court === court && holder.date === date);
    return new Set(here.flatMap(({ slotIndexes }) => slotIndexes));
  }

  /** Whether these slots could be booked if they were free. */
  static isValidSelection(slotIndexes: readonly number[]): boolean {
    if (slotIndexes.length < 2) return false;
    const playingPosition = (slotIndex: number) => (slotIndex + 34) % 48;
    return slotIndexes.every(
      (slotIndex) =>
        slotIndexes.some((other) => Math.abs(playingPosition(other) - playingPosition(slotIndex)) === 1) &&
        playingPosition(slotIndex) < 42,
    );
  }

  /** In PKR; a booking that starts from 2 AM to 4 AM costs PKR 1,000 an hour less. */
  static priceOf(court: number, slotIndexes: readonly number[], extras = NO_EXTRAS): number {
    const first = slotIndexes[0] ?? 0;
    const discount = first >= 4 && first < 8 ? 1000 : 0;
    const courtPrice = (((HOURLY_RATES[court] ?? 0) - discount) * slotIndexes.length) / 2;
    return priceWithExtras(courtPrice, slotIndexes.length, extras);
  }

  /** Other rackets change the price; the court and what was taken off it stay as they were sold. */
  changeRackets(booking: ModelBooking, rackets: number): ExpectedResponse {
    if (booking.status === 'cancelled') return { status: 409 };
    if (!hasRackets(this.bookings.values(), rackets, booking, booking.id)) return { status: 422 };
    booking.price += (rackets - booking.extras.rackets) * RACKET.price * booking.slotIndexes.length;
    booking.charge = booking.price;
    booking.extras = { ...booking.extras, rackets };
    this.money.markPaidIfSettled(booking);
    return { status: 200 };
  }

  /** A cancelled booking needs its half-hours and its rackets again. */
  predictRestore(booking: ModelBooking): ExpectedResponse {
    const expected = this.predictPlacement(booking, 200);
    const isEquipped = hasRackets(this.bookings.values(), booking.extras.rackets, booking, booking.id);
    return expected.status === 200 && !isEquipped ? { status: 422 } : expected;
  }

  /** Cancels the bookings that were not paid in time; those from a clock that was ahead get today's deadline. */
  release(now: number): void {
    for (const booking of this.bookings.values()) {
      if (booking.status !== 'pending' || booking.payBy === null) continue;
      if (booking.createdAt > now + 5 * MINUTE_MS) {
        const inSeries = booking.seriesId !== undefined;
        const payBy = ClubModel.payByOf(booking.paymentMethod, booking, now, inSeries);
        booking.payBy = Math.min(booking.payBy, payBy ?? booking.payBy);
      }
      if (booking.payBy > now) continue;
      booking.status = 'cancelled';
      booking.charge = 0;
      booking.isReleased = true;
      endCheckouts(booking);
    }
  }

  /** A customer cancels under the policy; another sum than the policy's is refused. */
  cancelByCustomer(booking: ModelBooking, amountBack: number, now: number): ExpectedResponse {
    if (booking.status === 'cancelled') return { status: 409 };
    const { money } = this;
    const percent = refundPercent(booking, now);
    const received = money.received(booking);
    const keep = Math.min(booking.price - Math.round((booking.price * percent) / 100), received);
    if (amountBack !== received - keep) return { status: 409 };
    const onlyCredit = money.entriesOf(booking.id).every(({ method }) => method === 'credit');
    return money.cancel(booking, { percent, keep: undefined, toCredit: booking.isMembers && onlyCredit });
  }

  /** A customer moves a booking once, 24 hours ahead, to as many slots as before, at the price that was shown. */
  rescheduleByCustomer(
    booking: ModelBooking,
    placement: Placement,
    amount: number,
    now: number,
  ): ExpectedResponse {
    const { status, paymentMethod, slotIndexes } = booking;
    const isLate = startOf(booking.date, slotIndexes[0] ?? 0) - now < 24 * HOUR_MS;
    const awaitsCard = paymentMethod === 'card' && status === 'pending' && this.money.received(booking) === 0;
    if (status === 'cancelled' || booking.isRescheduled || isLate || awaitsCard) return { status: 409 };
    const isSame =
      booking.court === placement.court &&
      booking.date === placement.date &&
      slotIndexes.join() === placement.slotIndexes.join();
    if (isSame || slotIndexes.length !== placement.slotIndexes.length) return { status: 422 };
    const { extras } = booking;
    const isValid = ClubModel.isValidSelection(placement.slotIndexes);
    if (isValid && !hasRackets(this.bookings.values(), extras.rackets, placement, booking.id))
      return { status: 422 };
    const expected = this.predictPlacement(placement, 200, booking.id);
    if (expected.status !== 200) return expected;
    if (amount !== ClubModel.priceOf(placement.court, placement.slotIndexes, extras)) return { status: 409 };
    booking.isRescheduled = true;
    return this.reschedule(booking.id, placement, now);
  }

  /** What paying online is refused with; null when it is possible. */
  #payBlock(booking: ModelBooking, amount: number): ExpectedResponse | null {
    const balance = booking.charge - this.money.received(booking);
    const isChecking = booking.status === 'pending' && booking.hasReceipt;
    const isRefused = booking.status === 'cancelled' || balance <= 0 || isChecking || amount !== balance;
    return isRefused ? { status: 409 } : null;
  }

  payWithCredit(booking: ModelBooking, amount: number): ExpectedResponse {
    const block = this.#payBlock(booking, amount);
    if (block) return block;
    if (!booking.isMembers) return { status: 403 };
    if (this.money.credit < amount) return { status: 422 };
    this.money.settle(booking, 'credit');
    return { status: 200 };
  }

  /** Opens a payment page; the first one of a booking holds its slots. Two calls for one balance get one page. */
  openCardPage(booking: ModelBooking, amount: number, now: number): ExpectedResponse {
    const block = this.#payBlock(booking, amount);
    if (block) return block;
    if (booking.payBy !== null && booking.checkouts.length === 0) {
      booking.payBy = Math.max(booking.payBy, now + HOLD_MINUTES * MINUTE_MS);
    }
    const open = booking.checkouts.findLast(({ state }) => state === 'open');
    if (open?.amount === amount && open.createdAt > now - PAGE_MINUTES * MINUTE_MS) return { status: 200 };
    endCheckouts(booking);
    booking.checkouts.push({ tracker: '', amount, createdAt: now, state: 'open' });
    return { status: 200 };
  }

  /** The provider reports the whole sum of a page, once or again, in time or late. */
  receiveCardMoney(booking: ModelBooking, checkout: ModelCheckout): void {
    if (checkout.state === 'paid') return;
    const mayRestore = checkout.state === 'released' && checkout.amount >= booking.price;
    checkout.state = 'paid';
    const isFree = () => this.predictRestore(booking).status === 200;
    if (booking.status === 'cancelled' && booking.isReleased && mayRestore && isFree()) {
      booking.status = 'paid';
      booking.charge = booking.price;
      booking.payBy = null;
    }
    this.money.takeCard(booking, checkout.amount);
  }

  /** A transfer has four hours here, ends two hours before play, and is never shorter than half an hour. */
  static payByOf(
    method: ModelBooking['paymentMethod'],
    { date, slotIndexes }: Placement,
    now: number,
    inSeries = false,
  ): number | null {
    if (method === 'card') return now + HOLD_MINUTES * MINUTE_MS;
    if (method !== 'bank_transfer') return null;
    const start = startOf(date, slotIndexes[0] ?? 0);
    // A date of a series is due before its play, whenever it was booked.
    const latest = Math.min(inSeries ? start : now + TRANSFER_HOURS * HOUR_MS, start - 2 * HOUR_MS);
    return Math.min(start, Math.max(now + HOUR_MS / 2, latest));
  }

  /** A receipt is accepted until an admin has decided, and after a release. */
  upload(booking: ModelBooking): ExpectedResponse {
    const { paymentMethod, status, payBy } = booking;
    if (paymentMethod !== 'bank_transfer' || status === 'paid') return { status: 409 };
    if (status === 'cancelled' && payBy === null) return { status: 409 };
    // Only the first receipt stops the clock.
    if (status === 'pending' && !booking.hadReceipt) booking.payBy = null;
    booking.hasReceipt = true;
    booking.hadReceipt = true;
    return { status: 200 };
  }

  reject(booking: ModelBooking, now: number): ExpectedResponse {
    if (!booking.hasReceipt || booking.status === 'paid') return { status: 409 };
    booking.hasReceipt = false;
    const isUnpaid = booking.status === 'pending' && this.money.received(booking) === 0;
    if (isUnpaid && booking.payBy === null) {
      booking.payBy = ClubModel.payByOf(booking.paymentMethod, booking, now, booking.seriesId !== undefined);
    }
    return { status: 200 };
  }

  decideLate(booking: ModelBooking, decision: 'restore' | 'credit' | 'refund'): ExpectedResponse {
    const isLate = booking.status === 'cancelled' && booking.payBy !== null && booking.hasReceipt;
    if (!isLate) return { status: 409 };
    if (decision !== 'restore') return this.money.takeLate(booking, decision === 'credit');
    const expected = this.predictRestore(booking);
    return expected.status === 200 ? this.money.markPaid(booking, 'bank_transfer') : expected;
  }

  predictPlacement(
    { court, date, slotIndexes }: Placement,
    success: number,
    except?: number,
  ): ExpectedResponse {
    if (!ClubModel.isValidSelection(slotIndexes)) return { status: 422 };
    const taken = this.takenSlotIndexes(court, date, except);
    const conflicts = inPlayingOrder(slotIndexes.filter((slotIndex) => taken.has(slotIndex)));
    return conflicts.length > 0 ? { status: 409, slots: conflicts.map(startTimeOf) } : { status: success };
  }

  /** Credit pays at once, so it must be enough. */
  book(
    placement: Placement,
    paymentMethod: ModelBooking['paymentMethod'],
    extras = NO_EXTRAS,
  ): ExpectedResponse {
    if (extras.code && codeUses(this.bookings.values()) >= CODE.max_uses) return { status: 422 };
    const expected = this.predictPlacement(placement, 201);
    if (expected.status === 201 && !hasRackets(this.bookings.values(), extras.rackets, placement))
      return { status: 422 };
    const price = ClubModel.priceOf(placement.court, placement.slotIndexes, extras);
    return expected.status === 201 && paymentMethod === 'credit' && this.money.credit < price
      ? { status: 422 }
      : expected;
  }

  /** Adds a booking that the club has accepted. */
  add(
    id: number,
    placement: Placement,
    paymentMethod: ModelBooking['paymentMethod'],
    isMembers: boolean,
    now: number,
    keys: Pick<ModelBooking, 'key' | 'contactKey'> & { tracker: string },
    extras = NO_EXTRAS,
  ): void {
    const price = ClubModel.priceOf(placement.court, placement.slotIndexes, extras);
    const booking: ModelBooking = {
      ...{ id, ...placement, status: 'pending', isMembers, paymentMethod, price, charge: price, extras },
      payBy: ClubModel.payByOf(paymentMethod, placement, now),
      ...{ hasReceipt: false, hadReceipt: false, createdAt: now, key: keys.key, contactKey: keys.contactKey },
      ...{ isRescheduled: false, isEmailCorrected: false, isReleased: false, checkouts: [] },
    };
    if (paymentMethod === 'card') {
      booking.checkouts.push({ tracker: keys.tracker, amount: price, createdAt: now, state: 'open' });
    }
    this.bookings.set(id, booking);
    if (paymentMethod === 'credit') this.money.settle(booking, 'credit');
  }

  /** Moves a booking and its price; what it costs more or less becomes its balance. */
  reschedule(id: number, placement: Placement, now: number): ExpectedResponse {
    const booking = this.bookings.get(id);
    if (!booking) return { status: 404 };
    if (booking.status === 'cancelled') return { status: 409 };
    const { extras } = booking;
    const isValid = ClubModel.isValidSelection(placement.slotIndexes);
    if (isValid && !hasRackets(this.bookings.values(), extras.rackets, placement, id)) return { status: 422 };
    const expected = this.predictPlacement(placement, 200, id);
    if (expected.status === 200) {
      Object.assign(booking, placement);
      booking.price = ClubModel.priceOf(placement.court, placement.slotIndexes, extras);
      booking.charge = booking.price;
      if (booking.payBy !== null && booking.paymentMethod === 'bank_transfer') {
        const inSeries = booking.seriesId !== undefined;
        const payBy = ClubModel.payByOf('bank_transfer', placement, now, inSeries) ?? 0;
        booking.payBy = inSeries ? payBy : Math.min(booking.payBy, payBy);
      }
      this.money.markPaidIfSettled(booking);
    }
    return expected;
  }

  closeSlots({ court, date, slotIndexes }: Placement): ExpectedResponse {
    const taken = this.takenSlotIndexes(court, date);
    const conflicts = inPlayingOrder(slotIndexes.filter((slotIndex) => taken.has(slotIndex)));
    return conflicts.length > 0 ? { status: 409, slots: conflicts.map(startTimeOf) } : { status: 201 };
  }
}
