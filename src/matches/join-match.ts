import type { BookingServices } from '../bookings/services.ts';
import { assertOtherContact } from '../bookings/shares.ts';
import type { Transaction } from '../db/club-db.ts';
import type { User } from '../domain/account.ts';
import type { Booking } from '../domain/booking.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import { Failure } from '../domain/failure.ts';
import { type JoinMatch, placeHeldUntil } from '../domain/match.ts';
import { normalizePhone } from '../domain/phone.ts';
import { cancelBlock } from '../domain/self-service.ts';
import { placesLeft } from '../players/match-places.ts';
import type { MatchRow, MatchStore } from '../players/match-store.ts';
import { placePrice } from './match-view.ts';

/** Takes a place, which is held until money, a receipt or a promise comes, or waits for one. Returns the player. */
export function joinMatch(
  tx: Transaction,
  { bookings }: Pick<BookingServices, 'bookings'>,
  matches: MatchStore,
  { match, booking }: { match: MatchRow; booking: Booking },
  input: JoinMatch,
  user: User | null,
): number {
  const block = cancelBlock(booking, tx.now);
  if (block) throw new Failure('wrong_state', `${block.title}. ${block.text}`);
  const players = bookings.players.listOf(booking);
  const contact = { email: input.email, phone: input.phone ? normalizePhone(input.phone) : '' };
  assertOtherContact(players, 0, contact);
  const removed = matches.listRemoved(match.id);
  const isRemoved = removed.some(
    ({ email, phone }) =>
      (email !== '' && mailboxOf(email) === mailboxOf(contact.email)) ||
      (phone !== '' && phone === contact.phone),
  );
  if (isRemoved)
    throw new Failure('forbidden', 'You cannot join this match again. Please choose another one.');
  const isFree = placesLeft(match, players) > 0;
  if (!isFree && !input.wait)
    throw new Failure(
      'wrong_state',
      'This match is full. You can wait for a place, or choose another match.',
    );
  const isOwn = user?.email_verified === true && mailboxOf(user.email) === mailboxOf(contact.email);
  const id = matches.join(tx, match.id, {
    ...contact,
    name: input.name,
    user_id: isOwn ? user.id : null,
    level: input.level ?? null,
    state: isFree ? 'joined' : 'waiting',
    price: isFree ? placePrice(booking, players) : 0,
    hold_until: isFree ? placeHeldUntil(booking, tx.now) : null,
  });
  bookings.touch(tx, booking.id);
  tx.emit({ kind: 'player.joined', booking_id: booking.id, player_id: id });
  return id;
}
