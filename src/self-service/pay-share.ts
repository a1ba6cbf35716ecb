import { isConfirmedContact } from '../bookings/confirmed-contact.ts';
import { assertContactLimit } from '../bookings/contact-limits.ts';
import { assertCashAllowed } from '../bookings/no-show-policy.ts';
import { pay } from '../bookings/payments.ts';
import { assertOtherContact, assertOwnPlace, confirmPlace } from '../bookings/places.ts';
import type { BookingServices } from '../bookings/services.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import type { Club } from '../domain/club.ts';
import type { Consents } from '../domain/consent.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import type { PayShare } from '../domain/payer.ts';
import { guestCashError } from '../domain/payment-deadline.ts';
import { shareBlock } from '../domain/self-service.ts';
import { actorOf, requireSession, type Session } from '../http/session-guard.ts';
import { joinerOf } from '../payers/joiner.ts';
import type { Contact, Payer } from '../payers/store.ts';
import type { CardPaymentService } from '../payments/card-payment-service.ts';
import { assertEnoughCredit, assertSameAmount, startCardPayment } from './pay-online.ts';

/** Pays a share, or records how its player will pay; the first time, the player enters a contact. */
export function payShare(
  tx: Transaction,
  services: BookingServices,
  cards: CardPaymentService | null,
  payerId: number,
  input: PayShare,
  { session, ip }: { session: Session | null; ip: string },
): void {
  const { bookings, ledger, settings } = services;
  const { method, amount } = input;
  const [booking, payer] = bookings.requirePart(payerId);
  const block = shareBlock(booking, payer, tx.now);
  if (block) throw new Failure('wrong_state', `${block.title}. ${block.text}`);
  if (payer.receipt_waits === 1) {
    throw new Failure('wrong_state', 'We are checking your receipt. Please wait for our answer, or call us.');
  }
  assertSameAmount(payer.balance, amount);
  assertOwnPlace(bookings, payer, settings.facts().phone);
  const own = method === 'credit' ? requireSession(session) : session;
  const contact = contactOf(input, payer, { session: own, club: settings.facts() }, tx.now);
  if (payer.email === '') {
    assertOtherContact(bookings.payers.listOf(booking), payer.id, contact);
    if (!isConfirmedContact(services.users, { ...contact, received: 0 }))
      assertContactLimit(tx, services, { booking, ip, isOpenMatch: false });
  }
  assertMethodOffered(services, tx, cards, booking, contact, method);
  if (method === 'cash' && payer.hold_until !== null && !settings.current().matches.cash)
    throw invalidField(
      'payment_method',
      'A place in this match has to be paid in advance. Please choose another way to pay.',
    );
  bookings.payers.join(tx, payer, contact, method);
  if (method === 'cash') confirmPlace(tx, bookings, payerId);
  bookings.touch(tx, booking.id);
  if (payer.email === '')
    tx.emit({ kind: 'payer.joined', booking_id: booking.id, payer_id: payerId, invited: true });
  if (method === 'card' && cards) startCardPayment(tx, services, cards, booking, payerId, amount);
  if (method !== 'credit') return;
  const { user_id } = contact;
  assertEnoughCredit(ledger, user_id as number, amount);
  pay(tx, services, bookings.payers.require(payerId), { method, amount }, actorOf(session));
}

/** What the player has entered, now or before; a member's own is known. An admin can't pay for anyone. */
function contactOf(
  input: PayShare,
  payer: Payer,
  { session, club }: { session: Session | null; club: Club },
  now: number,
): Contact & { consents: Consents } {
  const user = session && !session.user.is_admin ? session.user : null;
  const isPaidByOther = input.method === 'credit' && payer.user_id !== null && payer.user_id !== user?.id;
  if (isPaidByOther || (input.method === 'credit' && !user)) {
    throw new Failure('forbidden', 'Credit can only pay for shares of its own account.');
  }
  if (payer.email !== '') {
    const { name, email, phone, user_id, consents } = payer;
    return {
      name,
      email,
      phone,
      user_id: input.method === 'credit' ? (user?.id ?? null) : user_id,
      consents: JSON.parse(consents),
    };
  }
  const email = input.email ?? (user?.email_verified ? user.email : undefined);
  if (email === undefined)
    throw invalidField('email', 'Please enter your email address. Your receipt and your own link go there.');
  const name = input.name ?? (user?.name || payer.name);
  if (!name) throw invalidField('name', 'Please enter your name.');
  const typed = joinerOf({ ...input, email }, user, club, now);
  return { ...typed, name, user_id: input.method === 'credit' ? (user?.id ?? null) : typed.user_id };
}

function assertMethodOffered(
  { settings }: BookingServices,
  tx: Transaction,
  cards: CardPaymentService | null,
  { date }: Booking,
  contact: Contact,
  method: PayShare['method'],
): void {
  const { bank, booking_rules: rules, phone: clubPhone } = settings.facts();
  if (method === 'card' && !cards)
    throw new Failure('wrong_state', 'Card payments are not available right now.');
  if (method === 'bank_transfer' && !bank.iban)
    throw new Failure('wrong_state', 'Bank transfers are not available right now.');
  if (method !== 'cash') return;
  assertCashAllowed(tx.db, { ...contact, payment_method: method }, rules.no_show_limit, clubPhone, tx.now);
  const cashError = contact.user_id === null ? guestCashError(date, rules, tx.now) : null;
  if (cashError) throw invalidField('payment_method', cashError);
}
