/** The shares of a booking that several players pay. The host's is what the others leave, so they always sum to its charge. */
import { shortName } from './clean-words.ts';
import { formatPkr } from './format-money.ts';
import { type CancelledBy, cancellationOutcome, FULL_REFUND_HOURS } from './refund.ts';

/** PKR of one player. */
export interface ShareMoney {
  /** The share while the booking stands. */
  price: number;
  /** What of it is owed, or kept after the player left or the booking was cancelled. */
  charge: number;
  received: number;
}

/**
 * What the host has to pay for all open shares, below 0 what the host can get back. Another player's refund pays for no
 * open share, and what the host has paid stays here until the others pay.
 */
export function dueOfShares(players: readonly { is_host: boolean | number; balance: number }[]): number {
  return players.reduce((due, { balance, is_host }) => due + (is_host ? balance : Math.max(0, balance)), 0);
}

type Money = { charge: number; received: number; balance: number };
type PlayerMoney = Money & { is_host: boolean | number };

/**
 * The money of the host: the own share, with the open shares of the others as far as the host has paid beyond the own one.
 * What covers an open share goes back only as its player pays. Null when the booking is not split.
 */
export function hostPart(players: readonly PlayerMoney[]): Money | null {
  const host = players.find(({ is_host }) => is_host);
  if (!host) return null;
  const open = dueOfShares(players) - host.balance;
  const covered = Math.min(Math.max(0, -host.balance), open);
  const { charge, received, balance } = host;
  return { charge: charge + covered, received, balance: balance + covered };
}

/** A booking with the money of its host alone; one that is not split stays as it is. */
export function ownPart<B extends Money>(booking: B, players: readonly PlayerMoney[]): B {
  return { ...booking, ...hostPart(players) };
}

/** A share after the booking's price went from `before` to `after`: a cheaper one lowers it in proportion. */
export function cheaperShare(share: number, before: number, after: number): number {
  return after < before ? Math.floor((share * after) / before) : share;
}

/** What the club keeps of a share when the player leaves, or when `cancelledBy` cancels the booking. */
export function keptOfShare(
  { price, charge, received }: ShareMoney,
  play: { date: string; start_time: string },
  cancelledBy: CancelledBy,
  now: number,
): number {
  const { keep } = cancellationOutcome({ ...play, received, computed_amount: price }, cancelledBy, now);
  return Math.max(0, Math.min(keep, charge));
}

/**
 * Why the host may not take a player off, who would get everything back; null when the host may. Once the policy keeps a part
 * of a share, the host's own money has to pay for the place, or the refund would be a way around the policy.
 */
export function takeOffError(
  player: PlayerMoney & { name: string },
  players: readonly PlayerMoney[],
  play: { date: string; start_time: string },
  now: number,
): string | null {
  const { name, charge, received } = player;
  const keep = keptOfShare({ price: charge, charge, received }, play, 'customer', now);
  if (keep === 0 || dueOfShares(players) + Math.min(charge, received) <= 0) return null;
  return `${shortName(name) || 'This player'} has paid ${formatPkr(received)}, and play begins in less than ${FULL_REFUND_HOURS} hours. Please ask the reception to remove the player, and pay for the place there, or let the player give the place back.`;
}

/** Spreads the sum `keep` that an admin decided on over what came from each player; the first carries the remainder. */
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

/** The release of a booking stops once a quarter of its price has come. */
export function isQuarterPaid({ charge, received }: { charge: number; received: number }): boolean {
  return received * 4 >= charge;
}
