/** The account of this tab's stored data. */
const PERSON_KEY = 'person';
const listeners = new Set<() => void>();

/** Calls `listener` when another person, or nobody, replaces the signed-in member; returns the unsubscribe function. */
export function onPersonChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Records who is signed in. When that is no longer the member whose data this tab stores, it removes the data
 * and tells the listeners. What a guest typed before a login stays.
 */
export function recordPerson(userId: number | null): void {
  try {
    const previous = sessionStorage.getItem(PERSON_KEY);
    if (previous !== null && previous !== String(userId)) {
      // The token of an emailed link belongs to the address it was sent to, not to the session.
      for (const key of Object.keys(sessionStorage)) {
        if (!key.startsWith('link:')) sessionStorage.removeItem(key);
      }
      for (const listener of listeners) listener();
    }
    if (userId !== null) sessionStorage.setItem(PERSON_KEY, String(userId));
  } catch {
    // Without storage nothing outlives the page.
  }
}
