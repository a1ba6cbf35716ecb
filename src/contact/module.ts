import type { Base } from '../http/base.ts';
import { contactRoutes } from './routes.ts';
import { ContactStore } from './store.ts';

export function createContact(base: Base) {
  const store = new ContactStore(base.club.db);
  return { store, routes: contactRoutes(base, store) };
}

export type Contact = ReturnType<typeof createContact>;
