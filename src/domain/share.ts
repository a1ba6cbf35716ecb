/**
 * The parts of a booking's price that its payers owe. The first payer is its customer, on pages the host when there are
 * more; that part takes up whatever the others leave, so all of them sum to the booking's charge.
 */
import type { Share } from './api/payer-routes.ts';
import type { Booking } from './booking.ts';
import { shortName } from './clean-words.ts';
import { formatPkr } from './format-money.ts';
import { type CancelledBy, cancellationOutcome, FULL_REFUND_HOURS, type RefundedPlay } from './refund.ts';

type Money = { charge: number; received: number; balance: number };
/** PKR of one payer; see the table `payer`. */
export type PayerMoney = Money & { position: number };

/**
 * What the customer has to pay for all open parts, below 0 what the customer can get back. Another payer's refund pays for
 * no open part, and what the customer has paid stays here until the others pay.
 */
export function dueOf(payers: readonly PayerMoney[]): number {
  return payers.reduce(
    (due, { balance, position }) => due + (position === 1 ? balance : Math.max(0, balance)),
    0,
  );
}

/**
 * The customer's own money, with the open parts of the others as far as the customer has paid beyond the own one: what
 * covers an open part goes back only as its payer pays.
 */
export function customerPart(payers: readonly PayerMoney[]): Money {
  const { charge, received, balance } = customerOf(payers);
  const covered = Math.min(Math.max(0, -balance), dueOf(payers) - balance);
  return { charge: charge + covered, received, balance: balance + covered };
}

/** The first payer, which each booking has. */
export function customerOf<P extends PayerMoney>(payers: readonly P[]): P {
  const [customer] = payers;
  if (!customer) throw new Error('a booking has a payer');
  return customer;
}

/** One of the payers with the money that pages show as the own part. */
export function shownPart<P extends PayerMoney>(payer: P, payers: readonly P[]): P {
  return payer.position === 1 ? { ...payer, ...customerPart(payers) } : payer;
}

/** The payers beside the customer who have not left. */
export function othersOf<P extends PayerMoney & { state: string }>(payers: readonly P[]): P[] {
  return payers.filter(({ position, state }) => position > 1 && state !== 'left');
}

/** The only payer of a booking whose customer pays alone. */
export function customerAlone(booking: Booking): Share {
  const { payer_id, name, charge, received, balance, payment_method, receipt_received } = booking;
  const none = { level: null, hold_until: null };
  const money = { charge, received, balance, payment_method, receipt_received };
  return { id: payer_id, position: 1, name, state: 'joined', ...money, ...none };
}

/** A booking with the money of its customer alone. */
export function ownPart<B extends Money>(booking: B, payers: readonly PayerMoney[]): B {
  return { ...booking, ...customerPart(payers) };
}

/** A part after the booking's price went from `before` to `after`: a cheaper one lowers it in proportion. */
export function cheaperPart(part: number, before: number, after: number): number {
  return after < before ? Math.floor((part * after) / before) : part;
}

/** What the club keeps when a payer other than the customer leaves, or when `cancelledBy` cancels the booking. */
export function keptOf(
  { price, charge, received }: { price: number; charge: number; received: number },
  play: RefundedPlay,
  cancelledBy: CancelledBy,
  now: number,
): number {
  const { keep } = cancellationOutcome({ ...play, received, computed_amount: price }, cancelledBy, now);
  return Math.max(0, Math.min(keep, charge));
}

/** What the club would keep of each payer, in their order; `keep` is an admin's own sum for all of them. */
export function keptOfAll(
  payers: readonly (PayerMoney & { price: number })[],
  play: RefundedPlay,
  cancelledBy: CancelledBy,
  now: number,
  keep?: number,
): number[] {
  if (keep !== undefined)
    return spreadKept(
      payers.map(({ received }) => received),
      keep,
    );
  const customer = customerPart(payers);
  return payers.map((payer) =>
    payer.position === 1
      ? keptOf({ ...customer, price: customer.charge }, play, cancelledBy, now)
      : keptOf(payer, play, cancelledBy, now),
  );
}

/**
 * Why the host may not remove a payer, who would get everything back; null when the host may. Once the policy keeps a part,
 * the host's own money has to pay for the place, or the refund would be a way around the policy.
 */
export function takeOffError(
  payer: PayerMoney & { name: string },
  payers: readonly PayerMoney[],
  play: RefundedPlay,
  now: number,
): string | null {
  const { name, charge, received } = payer;
  const keep = keptOf({ price: charge, charge, received }, play, 'customer', now);
  if (keep === 0 || dueOf(payers) + Math.min(charge, received) <= 0) return null;
  return `${shortName(name) || 'This player'} has paid ${formatPkr(received)}, and play begins in less than ${FULL_REFUND_HOURS} hours. Please ask the reception to remove the player, and pay for the place there, or let the player give the place back.`;
}

/** Spreads the sum `keep` that an admin decided on over what came from each payer; the first carries the remainder. */
export function spreadKept(received: readonly number[], keep: number): number[] {
  const came = received.map((amount) => Math.max(0, amount));
  const total = came.reduce((sum, amount) => sum + amount, 0);
  const kept = came.map((amount) => (total === 0 ? 0 : Math.floor((keep * amount) / total)));
  let rest = Math.min(keep, total) - kept.reduce((sum, amount) => sum + amount, 0);
  return kept.map((amount, index) => {
    const more = Math.min(rest, (came[index] ?? 0) - amount);
    rest -= more;
    return amount + more;
  });
}

/** Enough to hold a court: a quarter of the price. With less, its time can be sold again. */
export function isQuarterPaid({ charge, open }: { charge: number; open: number }): boolean {
  return (charge - open) * 4 >= charge;
}
