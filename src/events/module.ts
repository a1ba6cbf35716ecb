import { readSecret } from '../db/stored-secret.ts';
import type { Base } from '../http/base.ts';
import { EventKeys } from './event-keys.ts';
import { EventStore } from './store.ts';

/** Classes, socials and tournaments. */
export function createEvents({ club, config }: Base) {
  return {
    store: new EventStore(club.db),
    keys: new EventKeys(readSecret(club.db, 'cookie'), config.publicUrl),
  };
}

export type Events = ReturnType<typeof createEvents>;
