import type { Transaction } from '../db/club-db.ts';
import type { ClubEvent } from '../db/club-event.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import type { OfferMessage, WishMessage } from '../domain/waitlist.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { EMAIL_LIMIT, SMS_LIMIT } from './recipient-limits.ts';

/** Queues the messages of the waiting list. An offer is urgent, so it waits for no quiet hours. */
export class WaitingListNotifier {
  readonly #outbox: Outbox;
  readonly #smsEnabled: boolean;
  readonly #findWishMessage: (id: number) => WishMessage | null;
  readonly #findOfferMessage: (id: number) => OfferMessage | null;

  constructor(deps: {
    outbox: Outbox;
    smsEnabled: boolean;
    findWishMessage: (id: number) => WishMessage | null;
    findOfferMessage: (id: number) => OfferMessage | null;
  }) {
    this.#outbox = deps.outbox;
    this.#smsEnabled = deps.smsEnabled;
    this.#findWishMessage = deps.findWishMessage;
    this.#findOfferMessage = deps.findOfferMessage;
  }

  handleEvent(event: ClubEvent, tx: Transaction): void {
    if (event.kind === 'waitlist_entry.created') this.#queueWish(tx, event.waitlist_entry_id);
    if (event.kind === 'offer.made') this.#queueOffer(tx, event.offer_id, 'offer.made', 'sms.offer');
    // The customer may be about to open the link.
    if (event.kind === 'offer.ended' && event.by_club)
      this.#queueOffer(tx, event.offer_id, 'offer.withdrawn', 'sms.withdrawn');
  }

  /** How to confirm and to leave: by email, or by text message where the person has no email. */
  #queueWish(tx: Transaction, wishId: number): void {
    const wish = this.#findWishMessage(wishId);
    if (!wish) return;
    const details = { waitlist_entry_id: wishId };
    if (wish.email) {
      const limit_key = mailboxOf(wish.email);
      const sendAt = this.#outbox.earliestSendTime(tx.now, limit_key, EMAIL_LIMIT);
      this.#outbox.enqueue(tx, {
        key: `waitlist.received:${wishId}`,
        ...{ kind: 'waitlist.received', channel: 'email', audience: 'customer', details, limit_key },
        ...{ recipient: wish.email, not_before: sendAt > tx.now ? sendAt : 0 },
      });
    } else this.#queueSms(tx, 'sms.waitlist', `sms.waitlist:${wishId}`, wish.phone, details);
  }

  #queueOffer(
    tx: Transaction,
    offerId: number,
    kind: 'offer.made' | 'offer.withdrawn',
    smsKind: 'sms.offer' | 'sms.withdrawn',
  ): void {
    const offer = this.#findOfferMessage(offerId);
    if (!offer) return;
    const details = { offer_id: offerId };
    if (offer.email) {
      this.#outbox.enqueue(tx, {
        key: `${kind}:${offerId}`,
        ...{ kind, channel: 'email', audience: 'customer', details },
        recipient: offer.email,
      });
    }
    if (offer.sms_updates) this.#queueSms(tx, smsKind, `${smsKind}:${offerId}`, offer.phone, details);
  }

  #queueSms(
    tx: Transaction,
    kind: 'sms.waitlist' | 'sms.offer' | 'sms.withdrawn',
    key: string,
    phone: string,
    details: object,
  ): void {
    if (!this.#smsEnabled || !phone) return;
    const sendAt = this.#outbox.earliestSendTime(tx.now, phone, SMS_LIMIT);
    this.#outbox.enqueue(tx, {
      ...{ key, kind, channel: 'sms', audience: 'customer', details },
      ...{ recipient: phone, limit_key: phone, not_before: sendAt > tx.now ? sendAt : 0 },
    });
  }
}
