import type { BookingItems } from '../bookings/booking-items.ts';
import type { BookingOriginStore } from '../bookings/booking-origins.ts';
import { assertNotBlocked } from '../bookings/contact-blocks.ts';
import type { BookingStore } from '../bookings/store.ts';
import type { ClubCalendar } from '../calendar/club-calendar.ts';
import { type CourtStore, courtNotFound } from '../courts/store.ts';
import type { Transaction } from '../db/club-db.ts';
import type { User } from '../domain/api/account-answers.ts';
import { businessDayOf } from '../domain/business-day.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import { daysAheadOf } from '../domain/club.ts';
import { giveConsents } from '../domain/consent.ts';
import { type Court, shortCourtName } from '../domain/court.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { normalizePhone } from '../domain/phone.ts';
import { planDaysAhead } from '../domain/plan-price.ts';
import { confirmsByEmail } from '../domain/reach-words.ts';
import { blockLabel } from '../domain/slot.ts';
import { dateError } from '../domain/slot-selection-errors.ts';
import { MAX_OPEN_ENTRIES, type WaitlistInput } from '../domain/waitlist.ts';
import {
  bookableRuns,
  findBlock,
  parseWantedTime,
  slotIndexesFrom,
  type WantedTime,
} from '../domain/waitlist-matching.ts';
import type { Settings } from '../settings/settings.ts';
import type { Offers } from './offers.ts';
import type { WaitlistEntryRow, WaitlistStore } from './store.ts';
import type { WaitlistKeys } from './waitlist-keys.ts';

export interface WaitlistDeps {
  settings: Settings;
  calendar: ClubCalendar;
  courts: CourtStore;
  bookings: BookingStore;
  items: BookingItems;
  store: WaitlistStore;
  keys: WaitlistKeys;
  offers: Offers;
  origins: BookingOriginStore;
}

/**
 * Adds a waitlist entry. A member's own verified email needs no confirmation; a guest confirms by a link. Throws
 * `invalid`, `wrong_state` if a fitting time is free, and `rate_limited` for a person with many entries.
 */
export function joinWaitlist(
  tx: Transaction,
  deps: WaitlistDeps,
  input: WaitlistInput,
  user: User | null,
  ip: string,
): WaitlistEntryRow {
  const { date } = input;
  const facts = deps.settings.facts();
  const { phone: clubPhone, text_messages } = facts;
  const calendar = deps.calendar.current();
  const withPlan = planDaysAhead(deps.items.heldBy(user?.id ?? null), deps.calendar.today());
  const dateMessage = dateError(date, calendar, tx.now, daysAheadOf(facts, user !== null, withPlan));
  if (dateMessage) throw invalidField('date', dateMessage);
  if (!input.email && !text_messages)
    throw invalidField('email', 'Please enter an email address, because we don’t send SMS.');
  const courts = deps.courts
    .listActive()
    .filter(({ id }) => input.court_id === null || id === input.court_id);
  if (courts.length === 0) throw courtNotFound();
  const parsed = parseWantedTime(input, deps.calendar.planOf(date));
  if ('fields' in parsed) {
    const [[field, message] = ['from', '']] = Object.entries(parsed.fields);
    throw invalidField(field, message);
  }
  const coming = bookableRuns(deps.calendar.planOf(date), new Set(), tx.now);
  if (findBlock(parsed.time, coming) === null)
    throw invalidField('until', 'This time is over. Please choose a later one.');
  assertNothingFree(deps, date, parsed.time, courts, tx.now);
  const phone = input.phone ? normalizePhone(input.phone) : '';
  assertNotBlocked(tx.db, { typed: { email: input.email, phone }, user }, tx.now, clubPhone);
  const contact = input.email ? mailboxOf(input.email) : phone;
  // A stranger may have made this contact's unconfirmed entries, so they don't count.
  if (deps.store.countOpenEntries(contact, businessDayOf(tx.now)) >= MAX_OPEN_ENTRIES) {
    throw new Failure(
      'rate_limited',
      `You’re already waiting for ${MAX_OPEN_ENTRIES} times. Please leave one of them first, or call ${clubPhone}.`,
      { retryAfter: 60 * 60 },
    );
  }
  const isProven = user?.email_verified === true && mailboxOf(user.email) === contact;
  // Nothing else reaches who leaves a phone alone.
  const asked = { ...input, sms_updates: input.sms_updates || !input.email };
  const id = deps.store.insertEntry(tx, {
    date,
    from_position: parsed.time.from,
    until_position: parsed.time.until,
    slots: parsed.time.slots,
    court_id: input.court_id,
    user_id: isProven ? user.id : null,
    name: input.name,
    email: input.email,
    phone,
    contact,
    consents: JSON.stringify(phone ? giveConsents(asked, facts, tx.now, 'waitlist') : {}),
    state: isProven ? 'open' : 'unconfirmed',
    // The reception adds entries on behalf of customers.
    origins: user?.is_admin ? [] : deps.origins.keysOf(ip, { email: '', phone: '' }, user),
  });
  tx.emit({ kind: 'waitlist_entry.created', waitlist_entry_id: id });
  return requireEntry(deps.store, id);
}

/** A fitting time that is free should be booked, not waited for. */
function assertNothingFree(
  deps: WaitlistDeps,
  date: string,
  time: WantedTime,
  courts: readonly Court[],
  now: number,
): void {
  const plan = deps.calendar.planOf(date);
  for (const { id, name } of courts) {
    const runs = bookableRuns(plan, deps.bookings.takenSlotIndexes(id, date), now);
    const first = findBlock(time, runs);
    if (first === null) continue;
    const slots = slotIndexesFrom(first, time.slots);
    const label = blockLabel({ first: slots[0] ?? 0, last: slots.at(-1) ?? 0 });
    throw new Failure('wrong_state', `${shortCourtName(name)} is free ${label}. You can book it now.`);
  }
}

/** A guest's link confirms the entry; anything free by now is offered at once. Repeating it changes nothing. */
export function confirmEntry(
  tx: Transaction,
  deps: WaitlistDeps,
  id: number,
  whoIs = 'You’re',
): WaitlistEntryRow {
  const entry = requireEntry(deps.store, id);
  if (entry.state === 'unconfirmed') {
    if (deps.store.countOpenEntries(entry.contact, businessDayOf(tx.now)) >= MAX_OPEN_ENTRIES) {
      throw new Failure(
        'wrong_state',
        `${whoIs} already waiting for ${MAX_OPEN_ENTRIES} times. Please leave one of them first.`,
      );
    }
    deps.store.setEntryState(tx, id, 'open');
    tx.emit({ kind: 'waitlist_entry.changed', waitlist_entry_id: id });
    deps.offers.offerDay(tx, entry.date);
  }
  return requireEntry(deps.store, id);
}

/** The reception confirms for a guest on the phone; whom an email reaches proves the address by its link instead. */
export function confirmForGuest(tx: Transaction, deps: WaitlistDeps, id: number): void {
  const entry = requireEntry(deps.store, id);
  if (confirmsByEmail(entry, deps.settings.facts()))
    throw new Failure('wrong_state', `We have sent a link to ${entry.email}, which confirms it.`);
  if (entry.state !== 'open' && entry.state !== 'unconfirmed')
    throw new Failure('wrong_state', 'This customer has left the waiting list.');
  confirmEntry(tx, deps, id, `${entry.name} is`);
}

/**
 * Ends a waitlist entry and any offer it has. The person counts as having passed on that time: otherwise, someone
 * with two entries who leaves a minute before each offer ends could hold a court for as long as they like.
 */
export function leaveWaitlist(
  tx: Transaction,
  deps: Pick<WaitlistDeps, 'store' | 'offers'>,
  id: number,
): WaitlistEntryRow {
  const entry = requireEntry(deps.store, id);
  if (entry.state === 'open' || entry.state === 'unconfirmed') {
    deps.store.setEntryState(tx, id, 'left');
    const offer = deps.store.findOpenOfferOf(id);
    if (offer) deps.offers.end(tx, offer, 'passed');
    tx.emit({ kind: 'waitlist_entry.changed', waitlist_entry_id: id });
  }
  return requireEntry(deps.store, id);
}

export function requireEntry(store: WaitlistStore, id: number): WaitlistEntryRow {
  const entry = store.findEntry(id);
  if (!entry) throw new Failure('not_found', 'There is nothing on the waiting list with this number.');
  return entry;
}
