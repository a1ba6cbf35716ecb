import { forgetAllBookingKeys } from '../lib/booking-keys.ts';

/** The account of this tab's stored data. */
const PERSON_KEY = 'person';
/** The same in memory, for browsers without storage. */
let lastPerson: string | null = null;
const listeners = new Set<() => void>();

/** Calls `listener` when another member signs in or the member signs out; returns the unsubscribe function. */
export function onPersonChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Records who is signed in. When that is no longer the member whose data this tab stores, it removes the data
 * and tells the listeners. What a guest typed before a login stays.
 */
export function recordPerson(userId: number | null): void {
  const previous = lastPerson ?? readStorage()?.getItem(PERSON_KEY) ?? null;
  if (previous !== null && previous !== String(userId)) {
    // The token of an emailed link belongs to the address it was sent to, not to the session.
    for (const key of Object.keys(readStorage() ?? {})) {
      if (!key.startsWith('link:')) readStorage()?.removeItem(key);
    }
    forgetAllBookingKeys();
    for (const listener of listeners) listener();
  }
  lastPerson = userId === null ? null : String(userId);
  if (lastPerson !== null) readStorage()?.setItem(PERSON_KEY, lastPerson);
}

/** Undefined where the browser has storage switched off. */
function readStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
