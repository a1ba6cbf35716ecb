import type { Accounts } from '../accounts/module.ts';
import type { Bookings } from '../bookings/module.ts';
import type { Contact } from '../contact/module.ts';
import type { Base } from '../http/base.ts';
import type { Job } from '../jobs.ts';
import type { Notifications } from '../notifications/module.ts';
import { CHANNELS } from '../outbox/channels/table.ts';
import type { OutboxModule } from '../outbox/module.ts';
import type { Receipts } from '../receipts/module.ts';
import type { Waitlist } from '../waitlist/module.ts';
import { Conversations } from './conversations.ts';
import { conversationPersonalData } from './personal-data.ts';
import { ReceiptPictures } from './receipt-pictures.ts';
import { conversationRoutes, readerOf } from './routes.ts';
import { ConversationStore } from './store.ts';
import { Threads } from './threads.ts';

/** Chats with customers: what they write, what the club answers, and the pictures that become receipts. */
export function createConversations(
  base: Base,
  below: {
    contact: Contact;
    outbox: OutboxModule;
    accounts: Accounts;
    bookings: Bookings;
    receipts: Receipts;
    waitlist: Waitlist;
    notifications: Notifications;
  },
) {
  const { club, config } = base;
  const { contact, outbox, accounts, bookings, receipts, waitlist, notifications } = below;
  const store = new ConversationStore(club.db);
  const { templates } = notifications;
  const conversations = new Conversations({
    store,
    users: accounts.users,
    outbox,
    bookings,
    waitlist,
    templates,
  });
  const pictures = new ReceiptPictures({
    base,
    store,
    users: accounts.users,
    conversations,
    bookings,
    receipts,
    outbox: outbox.store,
  });
  const { payers } = bookings.store;
  const threads = new Threads({
    store,
    bookings,
    users: accounts.users,
    openParts: (phone) => pictures.openParts(phone),
    contact,
    outbox: outbox.store,
  });
  const chats = CHANNELS.filter((channel) => channel.form === 'chat' && channel.isSetUp(config));
  const jobs: Job[] = [
    ...chats.map(({ id }) => ({
      name: `pictures of ${id}`,
      minutes: 2 / 60,
      clock: 'any' as const,
      run: () => pictures.run(readerOf(id, config)),
    })),
    {
      name: 'old conversations',
      minutes: 24 * 60,
      clock: 'confirmed',
      run: () => club.write((tx) => store.deleteExpired(tx)),
    },
  ];
  return {
    conversations,
    countWaiting: () => store.countWaiting(),
    personalData: conversationPersonalData(store, payers, outbox.store),
    jobs,
    routes: conversationRoutes(base, { store, threads, conversations, pictures, bookings }),
  };
}

export type ConversationsModule = ReturnType<typeof createConversations>;
