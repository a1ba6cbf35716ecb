import { forgetAllBookingKeys } from '../lib/stored-booking-keys.ts';
import { forgetDayList } from '../lib/stored-day-list.ts';

/** The account that this tab's stored data belongs to. */
const USER_KEY = 'person';
/** The same in memory, for browsers without storage. */
let lastUser: string | null = null;
const listeners = new Set<() => void>();

/** Calls `listener` when another member signs in or the member signs out; returns a function that unsubscribes. */
export function onUserChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Records who is signed in. If that is no longer the member whose data this tab stores, removes the data and tells
 * the listeners. What a guest typed before logging in stays.
 */
export function recordUser(userId: number | null): void {
  const previous = lastUser ?? readStorage()?.getItem(USER_KEY) ?? null;
  if (previous !== null && previous !== String(userId)) {
    // An emailed link's token belongs to the address it was sent to, not to the session.
    for (const key of Object.keys(readStorage() ?? {})) {
      if (!key.startsWith('link:')) readStorage()?.removeItem(key);
    }
    forgetAllBookingKeys();
    forgetDayList();
    for (const listener of listeners) listener();
  }
  lastUser = userId === null ? null : String(userId);
  if (lastUser !== null) readStorage()?.setItem(USER_KEY, lastUser);
}

/** Undefined if the browser has storage turned off. */
function readStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
