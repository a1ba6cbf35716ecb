import type { UserStore } from '../accounts/user-store.ts';
import type { Bookings } from '../bookings/module.ts';
import { hasAdminEmail } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import { consentedChannels } from '../domain/consent.ts';
import { Failure } from '../domain/failure.ts';
import { RECEIPT_MAX_BYTES } from '../domain/receipt-upload.ts';
import type { Base } from '../http/base.ts';
import { actorOf } from '../http/session-guard.ts';
import { SendError } from '../outbox/channels/channel.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { SolePayer } from '../payers/sole-payer-store.ts';
import type { Payer } from '../payers/store.ts';
import type { Receipts } from '../receipts/module.ts';
import { attachReceipt, isOpenPart, requireOpenPart } from '../receipts/open-part.ts';
import { type Conversations, titleOfPart } from './conversations.ts';
import type { ConversationMessageRow, ConversationRow, ConversationStore } from './store.ts';

const FETCH_TIMEOUT_MS = 30_000;
/** A picture that cannot be read for so long waits for the reception. */
const GIVE_UP_MS = 24 * 60 * 60_000;

/** Reads a picture that a customer sent. */
export type ReadMedia = (media: string, limit: number, signal: AbortSignal) => Promise<Uint8Array>;

/** Makes pictures that customers send receipts, with the checks of an upload. */
export class ReceiptPictures {
  readonly #deps;

  constructor(deps: {
    base: Base;
    store: ConversationStore;
    users: UserStore;
    conversations: Conversations;
    bookings: Bookings;
    receipts: Receipts;
    outbox: Outbox;
  }) {
    this.#deps = deps;
  }

  /** Works on every picture that waits for it; one that cannot be read now is tried again. */
  async run(read: ReadMedia): Promise<void> {
    const { base, store } = this.#deps;
    for (let last = 0; !base.stopSignal.aborted; ) {
      const message = store.nextWanted(last);
      if (!message) return;
      last = message.id;
      await this.#take(message, read);
    }
  }

  /** The picture itself, for the reception. */
  async show(message: ConversationMessageRow, read: ReadMedia): Promise<Uint8Array> {
    const { base } = this.#deps;
    const original = await this.#read(message, read);
    return base.images.reencode(original, {
      maxPixels: 5_000_000,
      field: 'picture',
      turnKeys: [{ key: 'reception', factor: 1 }],
    });
  }

  /** The reception says whose receipt a picture is. */
  assign(tx: Transaction, message: ConversationMessageRow, payerId: number): void {
    const { bookings, store } = this.#deps;
    if (message.media === null || message.media_state === 'receipt')
      throw new Failure('wrong_state', 'This is a receipt already, or no picture.');
    requireOpenPart(bookings, payerId, tx.now);
    store.setMedia(tx, message, 'wanted', { payer_id: payerId });
  }

  async #take(message: ConversationMessageRow, read: ReadMedia): Promise<void> {
    const { base, store, conversations } = this.#deps;
    const { club, log } = base;
    const conversation = store.require(message.conversation_id);
    const candidates = message.payer_id === null ? this.openParts(conversation.address) : [message.payer_id];
    const [payerId] = candidates;
    if (candidates.length !== 1 || payerId === undefined) {
      await club.write((tx) => {
        store.setMedia(tx, message, 'waits');
        store.setWaits(tx, conversation.id, true);
        if (candidates.length > 1) conversations.askWhich(tx, conversation, message.id, candidates);
      });
      return;
    }
    try {
      await this.#attach(message, conversation, payerId, await this.#read(message, read));
    } catch (error) {
      const isOver = base.now() - message.created_at > GIVE_UP_MS;
      const mayComeLater = error instanceof SendError ? error.kind !== 'refused' : isTemporary(error);
      if (mayComeLater && !isOver) return;
      if (!(error instanceof SendError || error instanceof Failure))
        log.error('picture not taken', { id: message.id, error: String((error as Error).name) });
      const text =
        error instanceof Failure || error instanceof SendError ? error.message : 'It could not be read.';
      await club.write((tx) => {
        store.setMedia(tx, message, 'refused', { text: text.slice(0, 200) });
        store.setWaits(tx, conversation.id, true);
      });
    }
  }

  async #attach(
    message: ConversationMessageRow,
    conversation: ConversationRow,
    payerId: number,
    image: Uint8Array,
  ): Promise<void> {
    const { base, bookings, receipts, store, conversations, outbox } = this.#deps;
    const payer = requireOpenPart(bookings, payerId, base.now());
    const booking = payer.booking_id === null ? null : bookings.store.require(payer.booking_id);
    const isCustomer = booking?.payer_id === payerId;
    const key = isCustomer ? `booking ${booking.id}` : `player ${payerId}`;
    const sender = `${conversation.channel} ${conversation.address}`;
    receipts.intake.assertRoom(key, sender);
    await receipts.intake.take(
      { image, source_sha256: null },
      {
        sender,
        turnKeys: [
          { key: sender, factor: 1 },
          { key, factor: 1 },
        ],
        by_customer:
          this.#isOwnNumber(payer, conversation) && !(booking && hasAdminEmail(base.club.db, booking)),
        actor: actorOf(null),
        signal: base.stopSignal,
      },
      (tx, path) => {
        const open = attachReceipt(tx, bookings, payerId, path);
        store.setMedia(tx, message, 'receipt', { payer_id: payerId });
        return open;
      },
    );
    await base.club.write((tx) => {
      // Whoever wants updates here reads of the receipt anyway.
      const kind = booking ? 'receipt.received' : 'item.receipt_received';
      const told = outbox.lastToPayer(payerId, kind, [conversation.channel]);
      if (told && told.at >= message.created_at) return;
      const text = `Thank you. We check this receipt for ${titleOfPart(bookings, payer).replace(/^Booking/, 'booking')} and write to you as soon as the payment is confirmed.`;
      conversations.say(tx, conversation, { text }, `conversation.receipt:${message.id}`);
    });
  }

  /**
   * The customer gave the number with the booking, or in the account; staff could write down a number of their own.
   */
  #isOwnNumber(payer: Payer | SolePayer, { channel, address }: ConversationRow): boolean {
    const user = payer.user_id === null ? null : this.#deps.users.find(payer.user_id);
    return [payer, user].some(
      (one) => one?.phone === address && consentedChannels(one.consents).includes(channel),
    );
  }

  /** The parts of a number that wait for a transfer, as payers. */
  openParts(phone: string): number[] {
    const { base, bookings } = this.#deps;
    return bookings.store.payers.listOwingByPhone(phone).filter((id) => isOpenPart(bookings, id, base.now()));
  }

  #read({ media }: ConversationMessageRow, read: ReadMedia): Promise<Uint8Array> {
    if (media === null) throw new Failure('not_found', 'There is no picture with this number.');
    const signal = AbortSignal.any([this.#deps.base.stopSignal, AbortSignal.timeout(FETCH_TIMEOUT_MS)]);
    return read(media, RECEIPT_MAX_BYTES, signal);
  }
}

/** No room on the disk or too many pictures at once; whatever else an upload refuses stays refused. */
function isTemporary(error: unknown): boolean {
  return error instanceof Failure && (error.reason === 'unavailable' || error.reason === 'rate_limited');
}
