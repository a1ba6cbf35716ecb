import type { UserStore } from '../accounts/user-store.ts';
import type { Bookings } from '../bookings/module.ts';
import type { Transaction } from '../db/club-db.ts';
import { Failure } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import {
  type ConversationAnswer,
  conversationAnswer,
} from '../notifications/messages/conversation-answer.ts';
import type { Notifications } from '../notifications/module.ts';

import { shortStart } from '../notifications/short-text.ts';
import type { OutboxModule } from '../outbox/module.ts';
import type { SolePayer } from '../payers/sole-payer-store.ts';
import type { Payer } from '../payers/store.ts';
import type { Waitlist } from '../waitlist/module.ts';
import { type ConversationRow, type ConversationStore, freeUntil, type Received } from './store.ts';

/** What ends the messages by a channel, in one word. */
const STOP = /^\W*(?:stop|unsubscribe|band(?:\s+karo)?|بند)\W*$/i;
const STOPPED = 'You get no more updates here.';
const STOPPED_NEXT = 'To get them here again, tick the box with your next booking.';
/** The id of a choice: the picture's message and the payer. */
const CHOICE = /^receipt (\d+) (\d+)$/;
const CHOICE_QUESTION = 'Thank you for the picture. What is this receipt for?';

/** What a customer has sent, as its channel tells it. */
export type Incoming = Omit<Received, 'waits'> & { choice: string | null };

/** Takes what customers write, and writes back. */
export class Conversations {
  readonly #deps;

  constructor(deps: {
    store: ConversationStore;
    users: UserStore;
    outbox: OutboxModule;
    bookings: Bookings;
    waitlist: Waitlist;
    templates: Notifications['templates'];
  }) {
    this.#deps = deps;
  }

  /** Changes nothing for a message that came before. */
  receive(tx: Transaction, { choice, ...incoming }: Incoming): void {
    const { store } = this.#deps;
    const isStop = incoming.media === null && STOP.test(incoming.text);
    const chosen = choice === null ? null : CHOICE.exec(choice);
    // A picture waits for the reception only when the program cannot tell whose receipt it is.
    const waits = !isStop && chosen === null && incoming.media === null;
    const received = store.receive(tx, { ...incoming, waits });
    if (!received) return;
    if (isStop) this.#stop(tx, received.conversation);
    if (chosen) this.#choose(tx, received.conversation, Number(chosen[1]), Number(chosen[2]));
  }

  /** Asks which of several parts a picture pays. */
  askWhich(
    tx: Transaction,
    conversation: ConversationRow,
    messageId: number,
    payerIds: readonly number[],
  ): void {
    const { bookings } = this.#deps;
    const parts = payerIds.flatMap((id) => {
      const payer = findPart(bookings, id);
      return payer ? [{ id, title: titleOfPart(bookings, payer), line: lineOfPart(bookings, payer) }] : [];
    });
    const choices = parts.map(({ id, title }) => ({ id: `receipt ${messageId} ${id}`, title }));
    const text = [CHOICE_QUESTION, ...parts.map(({ line }) => line)].join('\n');
    this.say(tx, conversation, { text, choices }, `conversation.which:${messageId}`);
  }

  /** The program answers what the customer has just sent. */
  say(
    tx: Transaction,
    conversation: ConversationRow,
    { text, choices }: Pick<ConversationAnswer, 'text' | 'choices'>,
    key: string,
  ): void {
    this.#queue(tx, conversation, { text, ...(choices ? { choices } : {}) }, key, null);
  }

  /** The reception answers; throws `wrong_state` when nothing can reach the customer there any more. */
  answer(tx: Transaction, conversation: ConversationRow, text: string, userId: number): void {
    const { templates } = this.#deps;
    const isFree = tx.now < freeUntil(conversation);
    const channel = { id: conversation.channel };
    if (!isFree && templates.find(conversationAnswer.kind, channel) === null) {
      throw new Failure(
        'wrong_state',
        'The customer wrote more than a day ago, and WhatsApp has not approved the template for later answers yet. Please call.',
      );
    }
    this.#queue(tx, conversation, { text }, `conversation.answer:${Bun.randomUUIDv7()}`, userId);
  }

  #queue(
    tx: Transaction,
    conversation: ConversationRow,
    answer: Pick<ConversationAnswer, 'text' | 'choices'>,
    key: string,
    userId: number | null,
  ): void {
    const { store, outbox } = this.#deps;
    const details: ConversationAnswer = { ...answer, free_until: freeUntil(conversation) };
    const { kind, audience } = conversationAnswer;
    const { channel, address } = conversation;
    const isNew = outbox.store.enqueue(tx, { key, kind, channel, audience, recipient: address, details });
    const outbox_id = outbox.store.findId(key);
    if (isNew && outbox_id !== null)
      store.recordAnswer(tx, conversation, { text: answer.text, outbox_id, user_id: userId });
  }

  #stop(tx: Transaction, conversation: ConversationRow): void {
    const { users, bookings, waitlist } = this.#deps;
    const { channel, address } = conversation;
    const { payers } = bookings.store;
    users.endConsents(tx, channel, address, payers.membersOf(address));
    payers.endConsents(tx, channel, address);
    waitlist.store.endConsents(tx, channel, address);
    const { emails } = payers.contactsOf(address);
    const instead = emails.some((email) => email !== '') ? ['We write by email instead.'] : [];
    const text = [STOPPED, ...instead, STOPPED_NEXT].join(' ');
    this.say(tx, conversation, { text }, `conversation.stopped:${conversation.id}:${tx.now}`);
  }

  /** The picture becomes the receipt of the chosen payer, who has the number of the conversation. */
  #choose(tx: Transaction, conversation: ConversationRow, messageId: number, payerId: number): void {
    const { store, bookings } = this.#deps;
    const message = store.findMessage(messageId);
    const payer = findPart(bookings, payerId);
    const isOwn = message?.conversation_id === conversation.id && payer?.phone === conversation.address;
    if (message && isOwn && message.media_state === 'waits')
      store.setMedia(tx, message, 'wanted', { payer_id: payerId });
  }
}

/** Who owes for a booking, a place or a purchase. */
export function findPart(
  { store, sole }: Pick<Bookings, 'store' | 'sole'>,
  payerId: number,
): Payer | SolePayer | null {
  return store.payers.find(payerId) ?? sole.find(payerId);
}

/** What a payer owes for, in a few words. */
export function titleOfPart({ items }: Pick<Bookings, 'items'>, payer: Payer | SolePayer): string {
  return payer.booking_id === null ? items.kindOf(payer).view(payer).title : `Booking ${payer.booking_id}`;
}

/** `Booking 1042: Sat, Nov 21, 6 PM, PKR 5,000` */
export function lineOfPart(bookings: Pick<Bookings, 'items' | 'store'>, payer: Payer | SolePayer): string {
  const details =
    payer.booking_id === null
      ? (bookings.items.kindOf(payer).view(payer).details[0]?.split('. ')[0] ?? '')
      : shortStart(bookings.store.require(payer.booking_id));
  return `${titleOfPart(bookings, payer)}: ${[details, formatPkr(payer.balance)].filter(Boolean).join(', ')}`;
}
