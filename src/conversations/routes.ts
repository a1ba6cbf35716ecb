import { Elysia } from 'elysia';
import type { Bookings } from '../bookings/module.ts';
import type { Config } from '../config/load-config.ts';
import type { ApiAnswer } from '../domain/api.ts';
import {
  conversationAnswerSchema,
  conversationReadSchema,
  pictureReceiptSchema,
} from '../domain/conversation.ts';
import { Failure } from '../domain/failure.ts';
import type { Base } from '../http/base.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { requireSession } from '../http/session-guard.ts';
import { SendError } from '../outbox/channels/channel.ts';
import { channelOf } from '../outbox/channels/table.ts';
import { type Conversations, findPart } from './conversations.ts';
import type { ReadMedia, ReceiptPictures } from './receipt-pictures.ts';
import type { ConversationMessageRow, ConversationStore } from './store.ts';
import type { Threads } from './threads.ts';

const MAX_LISTED = 100;
/** A picture shows; a script or a link hidden in it does nothing. */
const IMAGE_CSP = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox";

/** The reception reads and answers chats, and says whose receipt a picture is. */
export function conversationRoutes(
  { guard, club, config }: Base,
  deps: {
    store: ConversationStore;
    threads: Threads;
    conversations: Conversations;
    pictures: ReceiptPictures;
    bookings: Bookings;
  },
) {
  const { store, threads, conversations, pictures, bookings } = deps;
  const requirePicture = (id: string): ConversationMessageRow => {
    const message = store.findMessage(parseIdOrZero(id));
    if (!message || message.media === null)
      throw new Failure('not_found', 'There is no picture with this number.');
    return message;
  };
  return new Elysia({ name: 'conversations' })
    .use(guard)
    .get(
      '/api/admin/conversations',
      (): ApiAnswer<'GET /api/admin/conversations'> => ({
        data: { conversations: threads.list(MAX_LISTED), waiting: store.countWaiting() },
      }),
      { access: 'staff' },
    )
    .get(
      '/api/admin/conversations/:id',
      ({ params }): ApiAnswer<'GET /api/admin/conversations/:id'> => ({
        data: threads.read(parseIdOrZero(params.id)),
      }),
      { access: 'staff' },
    )
    .put(
      '/api/admin/conversations/:id',
      async ({ params, body }): Promise<ApiAnswer<'PUT /api/admin/conversations/:id'>> => {
        const { read } = parseInput(conversationReadSchema, body);
        const { id } = store.require(parseIdOrZero(params.id));
        await club.write((tx) => store.setWaits(tx, id, !read));
        return { data: threads.read(id) };
      },
      { access: 'staff', parse: parseJsonBody },
    )
    .post(
      '/api/admin/conversations/:id/answer',
      async ({ params, body, session }): Promise<ApiAnswer<'POST /api/admin/conversations/:id/answer'>> => {
        const { text } = parseInput(conversationAnswerSchema, body);
        const { user } = requireSession(session);
        const id = parseIdOrZero(params.id);
        await club.write((tx) => {
          const conversation = store.require(id);
          if (!channelOf(conversation.channel).isSetUp(config))
            throw new Failure('wrong_state', 'This channel is not set up any more.');
          conversations.answer(tx, conversation, text, user.id);
        });
        return { data: threads.read(id) };
      },
      { access: 'staff', parse: parseJsonBody },
    )
    .get(
      '/api/admin/conversations/pictures/:id',
      async ({ params }) => {
        const message = requirePicture(params.id);
        const read = readerOf(store.require(message.conversation_id).channel, config);
        try {
          return new Response(Buffer.from(await pictures.show(message, read)), {
            headers: {
              'content-type': 'image/webp',
              'content-security-policy': IMAGE_CSP,
              'cache-control': 'private, no-store',
            },
          });
        } catch (error) {
          if (error instanceof SendError)
            throw new Failure('unavailable', 'WhatsApp does not show this picture now, or keeps it no more.');
          throw error;
        }
      },
      { access: 'staff' },
    )
    .post(
      '/api/admin/conversations/pictures/:id/receipt',
      async ({ params, body }): Promise<ApiAnswer<'POST /api/admin/conversations/pictures/:id/receipt'>> => {
        const { booking_id, payer_id } = parseInput(pictureReceiptSchema, body);
        const { id, conversation_id } = requirePicture(params.id);
        await club.write((tx) => {
          const payer =
            booking_id === undefined
              ? findPart(bookings, payer_id ?? 0)
              : bookings.store.payers.requireOf(bookings.store.require(booking_id), payer_id);
          if (!payer) throw new Failure('not_found', 'Nobody with this number owes anything.');
          pictures.assign(tx, requirePicture(`${id}`), payer.id);
        });
        return { data: threads.read(conversation_id) };
      },
      { access: 'staff', parse: parseJsonBody },
    );
}

/** Reads the pictures of a channel; throws when it is not set up. */
export function readerOf(channelId: string, config: Config): ReadMedia {
  const channel = channelOf(channelId);
  const read = channel.isSetUp(config) ? channel.openMedia?.(config) : undefined;
  if (!read) throw new Failure('wrong_state', 'This channel is not set up any more.');
  return read;
}
