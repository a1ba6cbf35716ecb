import { afterEach, beforeEach, expect } from 'bun:test';
import { bookingBody, createTestClub, type TestClub } from './test-club.ts';

/** A new club and a signed-in admin for every test in the calling file. */
export function adminClubForEachTest() {
  let club: TestClub;
  let admin: { id: number; headers: { cookie: string } };
  beforeEach(async () => {
    club = await createTestClub();
    admin = await club.signIn({ email: 'desk@example.com', name: 'Sana Butt', is_admin: true });
  });
  afterEach(() => club.close());
  return {
    /** The running test's club. */
    club: () => club,
    /** The running test's admin. */
    admin: () => admin,
    /** Books as a guest; `over` replaces fields of the request. */
    book: async (over: Record<string, unknown> = {}) => {
      const { status, json } = await club.post('/api/book', bookingBody(over));
      expect(status).toBe(201);
      return json.booking as { id: number; version: number };
    },
    /** The `data` of an admin's GET. */
    get: async (path: string) => (await club.get(path, admin.headers)).json.data,
    post: (path: string, body: unknown) => club.post(path, body, admin.headers),
    put: (path: string, body: unknown) => club.put(path, body, admin.headers),
  };
}
