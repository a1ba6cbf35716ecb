import type { Booking, Item, Payer, State } from './state.ts';

/** What happened to a booking, as its customer sees it. */
type Event =
  | 'booked'
  | 'paid'
  | 'cancelled'
  | 'released'
  | 'moved'
  | 'refunded'
  | 'reminded'
  | 'receipt'
  | 'receipt rejected'
  | 'late money to give back'
  | 'card money without use'
  | 'card money that differs';

const TO_CUSTOMER: Record<Event, string> = {
  booked: 'booking.received',
  paid: 'booking.paid',
  cancelled: 'booking.cancelled',
  released: 'booking.released',
  moved: 'booking.moved',
  refunded: 'booking.refunded',
  reminded: 'booking.payment_due',
  receipt: 'receipt.received',
  'receipt rejected': 'receipt.rejected',
  'late money to give back': 'receipt.refund_due',
  'card money without use': 'payment.unmatched',
  'card money that differs': 'payment.amount_mismatch',
};

const TO_CLUB: Partial<Record<Event, string>> = {
  booked: 'club.booking',
  receipt: 'club.receipt',
  'card money without use': 'club.unmatched',
  'card money that differs': 'club.amount_mismatch',
};

/**
 * Records which emails an event requires. A card booking is silent until its money has come in. A receipt or an
 * amount reported before need not be reported again.
 */
export function tell(state: State, event: Event, booking: Booking, isUnpaidCard = false): void {
  if (isUnpaidCard && event !== 'refunded') return;
  const about = booking.id;
  const [{ email, method }] = booking.payers;
  const kinds = [email === '' ? null : TO_CUSTOMER[event], TO_CLUB[event]];
  // The club hears about a card booking once it is paid.
  if (event === 'paid' && method === 'card') kinds.push('club.booking');
  const isOnce = event.startsWith('card money') || event === 'receipt';
  for (const kind of kinds) {
    if (!kind) continue;
    const to = kind.startsWith('club.') ? {} : { to: email };
    const isAgain = state.told.some((told) => told.kind === kind && told.about === about);
    if (isAgain && (isOnce || kind === 'club.booking')) state.maybeTold.push({ kind, about, ...to });
    else state.told.push({ kind, about, ...to });
  }
}

/** What a payer other than the customer is sent once they have entered an address. */
export function tellPayer(state: State, kind: string, { id: about }: Booking, { email: to }: Payer): void {
  if (to === '') return;
  const isAgain = state.told.some((told) => told.kind === kind && told.about === about && told.to === to);
  // An amount reported before need not be reported again, nor a second receipt.
  const isOnce = kind === 'payment.unmatched' || kind === 'receipt.received';
  (isOnce && isAgain ? state.maybeTold : state.told).push({ kind, about, to });
}

/** What the host is sent about the players; a card booking is silent until its money has come in. */
export function tellHost(state: State, kind: string, booking: Booking, isUnpaidCard: boolean): void {
  const { id: about, payers } = booking;
  const [{ email: to }] = payers;
  if (to !== '' && !isUnpaidCard) state.told.push({ kind, about, to });
}

/** A new address gets the email about the booking's current state. */
export function tellAgain(state: State, { id, status, payers }: Booking): void {
  const kind = { pending: 'booking.received', paid: 'booking.paid', cancelled: 'booking.cancelled' }[status];
  state.maybeTold.push({ kind, about: id, to: payers[0].email });
}

/** One email covers all dates of a series. */
export function tellSeries(state: State, first: Booking, booked: readonly Booking[]): void {
  const [{ email: to }] = first.payers;
  if (to !== '') state.told.push({ kind: 'series.changed', about: first.id, to });
  for (const { id } of booked) state.maybeTold.push({ kind: 'club.booking', about: id });
}

/** What the payer of an item is sent; a second receipt, or a second change at the same moment, need not be told. */
export function tellItem(state: State, kind: string, item: Item): void {
  const { id: about, email: to, toldAt } = item;
  if (to === '') return;
  const isAgain = kind === 'item.receipt_received' ? kind in toldAt : toldAt[kind] === state.now;
  toldAt[kind] = state.now;
  (isAgain ? state.maybeTold : state.told).push({ kind, about, to });
}
