import type { BookingServices } from '../bookings/services.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { shortName } from '../domain/clean-words.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import { playerReminderAt } from '../domain/payment-deadline.ts';
import type { SplitChange, SplitInput } from '../domain/player.ts';
import { splitBlock } from '../domain/self-service.ts';
import type { Player } from '../players/store.ts';

type SplitServices = Pick<BookingServices, 'bookings'>;

/** Splits the price of a booking; the host has what the others leave. */
export function splitBooking(
  tx: Transaction,
  deps: SplitServices,
  booking: Booking,
  { players: others, rest = 'host' }: SplitInput,
  actor: Actor,
): void {
  const { bookings } = deps;
  if (booking.activity_id !== null) {
    throw new Failure('wrong_state', 'This booking is split already. Please change its shares instead.');
  }
  assertSplittable(booking, tx.now);
  const prices = pricesOf(
    others.map(({ charge }) => charge),
    booking.charge,
  );
  const activityId = bookings.players.createActivity(tx, rest);
  bookings.setActivity(tx, booking.id, activityId);
  const remind_at = playerReminderAt(booking, tx.now);
  for (const [index, { name = '' }] of others.entries())
    bookings.players.add(tx, activityId, { name, price: prices[index] ?? 0, remind_at });
  recordSplit(tx, booking.id, others.length, actor);
}

/** Changes the shares that nobody has paid; a player whom the list leaves out is taken off. */
export function changeSplit(
  tx: Transaction,
  deps: SplitServices,
  booking: Booking,
  { players: wanted, rest }: SplitChange,
  actor: Actor,
): void {
  const { bookings } = deps;
  const { activity_id } = booking;
  if (activity_id === null) throw new Failure('wrong_state', 'This booking is not split yet.');
  if (bookings.players.findActivity(activity_id)?.kind === 'open_match') {
    throw new Failure(
      'wrong_state',
      'This is an open match: each place has the same share. Take a player off instead.',
    );
  }
  assertSplittable(booking, tx.now);
  const [, ...others] = bookings.players.listOf(booking);
  const active = others.filter(({ state }) => state === 'invited' || state === 'joined');
  const changes = wanted.map(({ id, name = '', charge }) => {
    const player = id === undefined ? null : active.find((one) => one.id === id);
    if (player === undefined) throw invalidField('players', 'One of these players is not in this booking.');
    return { player, name, charge };
  });
  const named = new Set(changes.flatMap(({ player }) => player?.id ?? []));
  if (named.size < changes.filter(({ player }) => player).length)
    throw invalidField('players', 'A player is in the list twice.');
  for (const player of active) {
    const change = changes.find((one) => one.player?.id === player.id);
    const keepsShare = change !== undefined && (change.charge ?? player.charge) === player.charge;
    if (isFixed(player) && !keepsShare) throw fixedFailure(player);
  }
  const open = changes.filter(({ player }) => !player || !isFixed(player));
  const newcomers = open.filter(({ player }) => !player).length;
  const fixed = active.filter((player) => isFixed(player));
  const replaced = new Set(changes.map(({ player }) => player?.replaces));
  // Newcomers are to take the places of those who left first.
  const left = others
    .filter(({ id, state, charge }) => state === 'left' && charge > 0 && !replaced.has(id))
    .slice(newcomers);
  const taken = [...fixed, ...left].reduce((sum, { charge }) => sum + charge, 0);
  const prices = pricesOf(
    open.map(({ charge }) => charge),
    booking.charge - taken,
  );
  for (const player of active.filter(({ id }) => !named.has(id))) takeOff(tx, deps, booking.id, player);
  const remind_at = playerReminderAt(booking, tx.now);
  for (const [index, { player, name }] of open.entries()) {
    const price = prices[index] ?? 0;
    if (player)
      bookings.players.setShare(tx, player.id, {
        name: player.email ? player.name : name || player.name,
        price,
      });
    else bookings.players.add(tx, activity_id, { name, price, remind_at });
  }
  if (rest !== undefined) bookings.players.setRest(tx, activity_id, rest);
  bookings.touch(tx, booking.id);
  recordSplit(tx, booking.id, wanted.length, actor);
  bookings.markPaidIfSettled(tx, booking.id, actor);
}

function takeOff(tx: Transaction, { bookings }: SplitServices, bookingId: number, { id }: Player): void {
  bookings.players.leave(tx, id, 0, true);
  const event = { booking_id: bookingId, player_id: id, keep: 0, give_back: 0 };
  tx.emit({ kind: 'player.left', ...event, taken_off: true });
}

function recordSplit(tx: Transaction, bookingId: number, players: number, actor: Actor): void {
  recordAuditEntry(tx, actor, 'split', 'booking', bookingId, { players });
  tx.emit({ kind: 'players.split', booking_id: bookingId, by_club: actor.kind === 'admin' });
}

function assertSplittable(booking: Booking, now: number): void {
  const block = splitBlock(booking, now);
  if (block) throw new Failure('wrong_state', `${block.title}. ${block.text}`);
}

/** Money has come for it, or waits for the reception. */
function isFixed({ received, payment_receipt }: Player): boolean {
  return received !== 0 || payment_receipt !== null;
}

function fixedFailure({ name }: Player): Failure {
  const who = shortName(name) || 'This player';
  return new Failure(
    'wrong_state',
    `${who} has paid already, so this share stays as it is. Please take the player off first.`,
  );
}

/** PKR of each share out of `amount`; the host has the remainder, and at least one rupee. */
function pricesOf(charges: readonly (number | undefined)[], amount: number): number[] {
  const given = charges.filter((charge) => charge !== undefined);
  if (given.length > 0 && given.length < charges.length)
    throw invalidField('players', 'Please give every player a sum, or none for equal shares.');
  if (given.length > 0) {
    const total = given.reduce((sum, charge) => sum + charge, 0);
    if (total >= amount) {
      throw invalidField(
        'players',
        `These shares come to ${formatPkr(total)}, and only ${formatPkr(amount)} is to be shared with the host.`,
      );
    }
    return given;
  }
  const share = Math.floor(amount / (charges.length + 1));
  if (share < 1 && charges.length > 0) throw invalidField('players', 'There is not enough left to share.');
  return charges.map(() => share);
}
