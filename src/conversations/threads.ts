import type { UserStore } from '../accounts/user-store.ts';
import type { Bookings } from '../bookings/module.ts';
import type { Contact } from '../contact/module.ts';
import type { Conversation, ConversationMessage } from '../domain/api/conversation-routes.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { channelOf } from '../outbox/channels/table.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { stateOf } from '../outbox/outbox-list.ts';
import { findPart, lineOfPart, titleOfPart } from './conversations.ts';
import {
  type ConversationMessageRow,
  type ConversationRow,
  type ConversationStore,
  freeUntil,
} from './store.ts';

const PREVIEW = 120;

/** Chats as the reception reads them: with the customer's name, and what the customer wrote by the contact form. */
export class Threads {
  readonly #deps;

  constructor(deps: {
    store: ConversationStore;
    bookings: Bookings;
    users: UserStore;
    /** The parts of a number that take a receipt. */
    openParts: (phone: string) => number[];
    contact: Contact;
    outbox: Outbox;
  }) {
    this.#deps = deps;
  }

  list(limit: number): Conversation[] {
    return this.#deps.store.list(limit).map((row) => this.#toConversation(row));
  }

  read(id: number): ApiAnswer<'GET /api/admin/conversations/:id'>['data'] {
    const { store, bookings, contact, openParts } = this.#deps;
    const row = store.require(id);
    const { emails } = bookings.store.payers.contactsOf(row.address);
    const forms = contact.store.listByEmails(emails).map(
      (form): ConversationMessage => ({
        ...EMPTY,
        id: form.id,
        source: 'form',
        text: `${form.subject}\n${form.message}`,
        at: clubTimestamp(form.created_at),
      }),
    );
    const chat = store.messagesOf(id).map((message) => this.#toMessage(message));
    return {
      conversation: this.#toConversation(row),
      open_parts: openParts(row.address).flatMap((payer_id) => {
        const payer = findPart(bookings, payer_id);
        return payer ? [{ payer_id, line: lineOfPart(bookings, payer) }] : [];
      }),
      messages: [...forms, ...chat].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
      free_until: clubTimestamp(freeUntil(row)),
    };
  }

  #toConversation(row: ConversationRow): Conversation {
    const { store, bookings } = this.#deps;
    const last = store.messagesOf(row.id).at(-1);
    return {
      id: row.id,
      channel_label: channelOf(row.channel).label,
      phone: row.address,
      name: bookings.store.payers.contactsOf(row.address).name || row.name || row.address,
      last_at: clubTimestamp(row.last_at),
      last_text: (last?.text || (last?.media ? '(picture)' : '')).slice(0, PREVIEW),
      waits: row.waits === 1,
    };
  }

  #toMessage(row: ConversationMessageRow): ConversationMessage {
    const { bookings, outbox, users } = this.#deps;
    const sent = row.outbox_id === null ? null : outbox.find(row.outbox_id);
    const author = row.user_id === null ? null : users.find(row.user_id);
    const isReceipt = row.media_state === 'receipt' && row.payer_id !== null;
    const payer = isReceipt ? findPart(bookings, row.payer_id as number) : null;
    return {
      ...EMPTY,
      id: row.id,
      from_club: row.from_club === 1,
      author: author?.name ?? null,
      text: row.text,
      at: clubTimestamp(row.created_at),
      state: sent ? stateOf(sent) : null,
      reason: sent?.reason ?? null,
      picture: row.media_state,
      receipt_of: payer && titleOfPart(bookings, payer),
      booking_id: payer?.booking_id ?? null,
    };
  }
}

const EMPTY = {
  source: 'chat' as const,
  from_club: false,
  author: null,
  state: null,
  reason: null,
  picture: null,
  receipt_of: null,
  booking_id: null,
};
