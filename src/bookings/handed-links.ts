import { listEntriesOf, recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import { handedLinkBlock, type parseHandedLink } from '../domain/handed-link.ts';
import { payerBlock, type SelfServiceBlock } from '../domain/self-service.ts';
import type { Items } from '../payers/items.ts';
import type { PayerKeys } from '../payers/payer-keys.ts';
import type { SolePayer, SolePayerStore } from '../payers/sole-payer-store.ts';
import type { Payer } from '../payers/store.ts';
import type { BookingServices } from './services.ts';

const HANDED_LINK_MS = 24 * 60 * 60_000;

type HandedDeps = Pick<BookingServices, 'bookings'> & { sole: SolePayerStore };

/**
 * Makes a link for a customer or player at the desk or on the phone, whom no email reaches. The history names who
 * made it and when it was opened: staff could open it first, and then the customer's own attempt fails. Nothing that
 * happens through the booking's links proves anything against staff from then on; see `mayStaffHaveLink`.
 */
export function handLink(
  tx: Transaction,
  { bookings, settings, sole, items }: HandedDeps & Pick<BookingServices, 'settings'> & { items: Items },
  keys: PayerKeys,
  payerId: number,
  actor: Actor,
): { link: string; expires_at: string } {
  const item = sole.find(payerId);
  const payer = item ?? bookings.requirePart(payerId)[1];
  if (payer.erased === 1) throw new Failure('not_found', 'The data of this player was deleted.');
  const block = handedLinkBlock(payer, settings.facts()) ?? playerBlock(bookings, payer, tx.now);
  if (block) throw new Failure('wrong_state', `${block.title}. ${block.text}`);
  const entry = recordAuditEntry(tx, actor, 'link_handed', ...historyOf(payer), { payer: payerId });
  // The page leads on to those of the friends who came with it.
  for (const { id } of item ? items.kindOf(item).companionsOf(item) : [])
    recordAuditEntry(tx, actor, 'link_handed', 'payer', id, { payer: payerId });
  return { link: keys.handedUrl(payer, entry), expires_at: clubTimestamp(tx.now + HANDED_LINK_MS) };
}

/** A player's link ends with the share; the customer, and whoever has a place or purchase, may be owed a refund. */
function playerBlock(
  bookings: BookingServices['bookings'],
  payer: Payer | SolePayer,
  now: number,
): SelfServiceBlock | null {
  if (payer.booking_id === null || payer.position === 1) return null;
  return payerBlock(bookings.require(payer.booking_id), payer, now);
}

/** Whose history names the link: the booking’s, or that of whoever has the place or purchase. */
function historyOf({ id, booking_id }: Payer | SolePayer): ['booking' | 'payer', number] {
  return booking_id === null ? ['payer', id] : ['booking', booking_id];
}

type HandedLink = ReturnType<typeof parseHandedLink>;

/**
 * Whose link it is, with the email it was made for; throws `forbidden` otherwise. A retry asks again: another email
 * locks out whoever opened the link before.
 */
export function requireHandedPayer(
  { bookings, sole }: HandedDeps,
  keys: PayerKeys,
  { payer_id, entry, key }: HandedLink,
): Payer | SolePayer {
  const payer = sole.find(payer_id) ?? bookings.payers.find(payer_id);
  if (!payer || payer.erased === 1 || !keys.matchesHanded(payer, entry, key)) throw usedUp();
  return payer;
}

/** Opens a handed link, which works once, for a day, and only the newest of a payer; throws `forbidden` otherwise. */
export function openHandedLink(
  tx: Transaction,
  services: HandedDeps,
  keys: PayerKeys,
  link: HandedLink,
  actor: Actor,
): void {
  const { payer_id, entry } = link;
  const payer = requireHandedPayer(services, keys, link);
  const history = listEntriesOf(tx.db, ...historyOf(payer), ['link_handed', 'link_opened']);
  const newest = history.findLast(
    ({ action, details }) => action === 'link_handed' && details.payer === payer_id,
  );
  const isOpened = history.some(({ action, details }) => action === 'link_opened' && details.link === entry);
  const isInTime = newest?.id === entry && Date.parse(newest.at) + HANDED_LINK_MS > tx.now;
  if (!isInTime || isOpened) throw usedUp();
  recordAuditEntry(tx, actor, 'link_opened', ...historyOf(payer), { payer: payer_id, link: entry });
}

function usedUp(): Failure {
  return new Failure(
    'forbidden',
    'This link has been opened already, or a day has passed. Please ask the reception for a new one.',
  );
}
