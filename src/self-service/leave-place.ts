import { isConfirmedContact } from '../bookings/confirmed-contact.ts';
import {
  type MoneyServices,
  owedOf,
  reopen,
  returnCredit,
  settle,
  tellReopened,
} from '../bookings/payments.ts';
import type { BookingServices } from '../bookings/services.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import { type Actor, actsForClub } from '../db/club-event.ts';
import { hasContactDetails } from '../domain/clean-words.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import type { Leave } from '../domain/payer.ts';
import { cancelBlock, payerBlock } from '../domain/self-service.ts';
import { keptOf, removePlayerError } from '../domain/share.ts';
import { NO_CONTACT_DETAILS_MESSAGE } from '../domain/text-schemas.ts';

/**
 * A player gives the place back under the published policy, or the host or the reception takes the player off, who then
 * gets everything back; see `removePlayerError`. The host carries the place until another player takes it.
 */
export function leavePlace(
  tx: Transaction,
  services: MoneyServices & Pick<BookingServices, 'users'>,
  payerId: number,
  { amount_back, refund_to, reason }: Leave,
  takenOff: boolean,
  actor: Actor,
): void {
  const { bookings, users } = services;
  const [booking, payer] = bookings.requirePart(payerId);
  const before = owedOf(bookings, booking);
  const isWaiting = payer.state === 'waiting';
  const block = payerBlock(booking, payer, tx.now) ?? cancelBlock(booking, tx.now);
  if (block) throw new Failure('wrong_state', `${block.title}. ${block.text}`);
  const isHosts = takenOff && actor.kind !== 'admin';
  const error = isHosts ? removePlayerError(payer, bookings.payers.listOf(booking), booking, tx.now) : null;
  if (error) throw new Failure('wrong_state', error);
  if (isHosts && reason && hasContactDetails(reason))
    throw invalidField('reason', NO_CONTACT_DETAILS_MESSAGE);
  // Somebody whose contact was only typed gets nothing written by the host.
  const mayWrite = !isHosts || isConfirmedContact(users, payer);
  const keep = takenOff ? 0 : keptOf(payer, booking, 'customer', tx.now);
  const give_back = payer.received - keep;
  if (amount_back !== undefined && amount_back !== give_back) {
    throw new Failure(
      'changed_meanwhile',
      `The refund is now ${formatPkr(give_back)}, not ${formatPkr(amount_back)}. Please check it and try again.`,
      { amount: give_back },
    );
  }
  bookings.payers.leave(tx, payer, keep, takenOff);
  bookings.touch(tx, booking.id);
  // A waiting player has no place that others could take.
  if (isWaiting) {
    tx.emit({ kind: 'match.changed', booking_id: booking.id });
    return;
  }
  recordAuditEntry(tx, actor, 'payer_left', 'booking', booking.id, {
    payer: payerId,
    keep,
    taken_off: takenOff,
  });
  tx.emit({
    kind: 'payer.left',
    booking_id: booking.id,
    payer_id: payerId,
    keep,
    give_back,
    taken_off: takenOff,
    by_club: actsForClub(actor),
    ...(reason && mayWrite ? { reason } : {}),
  });
  returnCredit(tx, services, bookings.payers.require(payerId), actor, refund_to === 'credit');
  const isReopened = reopen(tx, services, booking.id, before, actor);
  // The host is told about a place given back anyway.
  if (isReopened && takenOff) tellReopened(tx, bookings, booking.payer_id, 'player_left');
  // Anything the host has paid beyond their own share may pay for the place.
  settle(tx, services, booking.id, actor);
}
