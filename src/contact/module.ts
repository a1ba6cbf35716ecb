import type { Base } from '../http/base.ts';
import type { Settings } from '../settings/settings.ts';
import { contactRoutes } from './routes.ts';
import { ContactStore } from './store.ts';

export function createContact(base: Base, { settings }: { settings: Settings }) {
  const store = new ContactStore(base.club.db);
  return { store, routes: contactRoutes(base, { messages: store, settings }) };
}

export type Contact = ReturnType<typeof createContact>;
