/**
 * How a booking's price is split among its payers. The first payer is its customer, called the host on pages when
 * there are others; that part takes up whatever the others leave, so all parts add up to the booking's charge.
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
 * What the customer owes for all open parts; negative for what they can get back. Another payer's refund covers no
 * open part, and the customer's money stays until the others pay.
 */
export function dueOf(payers: readonly PayerMoney[]): number {
  return payers.reduce(
    (due, { balance, position }) => due + (position === 1 ? balance : Math.max(0, balance)),
    0,
  );
}

/** What is owed for a booking in a list; see `dueOf`. */
export function bookingDue({ due, balance }: Pick<Booking, 'due' | 'balance'>): number {
  return due ?? Math.max(0, balance);
}

/**
 * The customer's own money, plus others' open parts as far as the customer has paid beyond their own: what covers an
 * open part only goes back as its payer pays.
 */
export function customerPart(payers: readonly PayerMoney[]): Money {
  const { charge, received, balance } = customerOf(payers);
  const covered = Math.min(Math.max(0, -balance), dueOf(payers) - balance);
  return { charge: charge + covered, received, balance: balance + covered };
}

/** Every booking has a first payer. */
export function customerOf<P extends PayerMoney>(payers: readonly P[]): P {
  const [customer] = payers;
  if (!customer) throw new Error('a booking has a payer');
  return customer;
}

/** A payer, with the money that pages show as their own part. */
export function shownPart<P extends PayerMoney>(payer: P, payers: readonly P[]): P {
  return payer.position === 1 ? { ...payer, ...customerPart(payers) } : payer;
}

/** The payers other than the customer who have not left. */
export function othersOf<P extends PayerMoney & { state: string }>(payers: readonly P[]): P[] {
  return payers.filter(({ position, state }) => position > 1 && state !== 'left');
}

/** The only payer of a booking that is not split. */
export function customerAlone(booking: Booking): Share {
  const { payer_id, name, charge, received, balance, payment_method, receipt_received } = booking;
  const none = { level: null, hold_until: null };
  const money = { charge, received, balance, payment_method, receipt_received };
  return { id: payer_id, position: 1, name, state: 'joined', ...money, ...none };
}

/** A booking with only the customer's own money. */
export function ownPart<B extends Money>(booking: B, payers: readonly PayerMoney[]): B {
  return { ...booking, ...customerPart(payers) };
}

/** A part after the booking's price changed: when it gets cheaper, the part shrinks in proportion. */
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

/** What the club would keep of each payer, in order; `keep` is an admin's own amount for all of them. */
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
 * Why the host can't remove a payer, who would get everything back; null when the host can. Once the policy keeps a
 * part, the host's own money has to cover the place, or the refund would be a way around the policy.
 */
export function removePlayerError(
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

/** Distributes an admin's own amount `keep` over what came from each payer; the first carries the remainder. */
export function spreadKept(received: readonly number[], keep: number): number[] {
  const came = received.map((amount) => Math.max(0, amount));
  const total = came.reduce((sum, amount) => sum + amount, 0);
  const all = Math.min(keep, total);
  const kept = came.map((amount) => (amount === 0 ? 0 : Math.floor((all * amount) / total)));
  let rest = all - kept.reduce((sum, amount) => sum + amount, 0);
  return kept.map((amount, index) => {
    const more = Math.min(rest, (came[index] ?? 0) - amount);
    rest -= more;
    return amount + more;
  });
}

/** A quarter of the price is enough to hold a court. Below that, its time can be sold again. */
export function isQuarterPaid({ charge, open }: { charge: number; open: number }): boolean {
  return (charge - open) * 4 >= charge;
}
