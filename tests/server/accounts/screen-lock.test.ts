import { expect, test } from 'bun:test';
import { adminClubForEachTest } from '../../support/admin-club.ts';
import { bookingBody } from '../../support/test-club.ts';

const { club, admin, post, put } = adminClubForEachTest();
const PIN = '2468';
const status = async (path: string) => (await club().get(path, admin().headers)).status;

async function lock(): Promise<void> {
  expect((await put('/api/auth/pin', { pin: PIN })).status).toBe(200);
  expect((await post('/api/auth/lock', {})).status).toBe(200);
}

test("a locked session can't act until its PIN opens it, and isn't ended", async () => {
  expect((await post('/api/auth/lock', {})).json.error).toBe('Please choose a PIN first.');
  expect((await put('/api/auth/pin', { pin: '12ab' })).json.fields).toEqual({
    pin: 'A PIN must have 4 to 8 digits.',
  });
  await lock();
  const refused = await post('/api/admin/bookings', {});
  expect([refused.status, refused.json.reason, refused.json.error]).toEqual([
    403,
    'screen_locked',
    'This screen is locked. Please enter the PIN.',
  ]);
  for (const path of [
    '/api/admin/inbox',
    '/api/auth/bookings',
    '/api/auth/sessions',
    '/api/admin/event-stream',
  ]) {
    expect([path, await status(path)]).toEqual([path, 403]);
  }
  expect((await put('/api/auth/pin', { pin: '1357' })).status).toBe(403);
  expect((await put('/api/auth/profile', { name: 'Someone Else', phone: '' })).status).toBe(403);
  const user = (await club().get('/api/auth/user', admin().headers)).json;
  expect([user.name, user.is_admin, user.role, user.screen_locked]).toEqual(['Sana Butt', false, null, true]);
  // On a locked tablet a customer books as a guest.
  const { json } = await club().post('/api/book', bookingBody(), admin().headers);
  expect(json.booking.user_id).toBeNull();

  const wrong = await post('/api/auth/unlock', { pin: '1111' });
  expect([wrong.status, wrong.json.fields]).toEqual([
    422,
    { pin: 'That PIN is wrong. You have 4 tries left.' },
  ]);
  expect((await post('/api/auth/unlock', { pin: PIN })).status).toBe(200);
  expect(await status('/api/admin/inbox')).toBe(200);
  expect((await club().get('/api/auth/user', admin().headers)).json.screen_locked).toBeUndefined();
});

test('five wrong PINs end the session, even in parallel', async () => {
  await lock();
  const tries = await Promise.all(
    Array.from({ length: 8 }, (_, at) => post('/api/auth/unlock', { pin: `${1000 + at}` })),
  );
  const statuses = tries.map((answer) => answer.status);
  expect(statuses.filter((code) => code === 422)).toHaveLength(5);
  expect(statuses.filter((code) => code === 401)).toHaveLength(3);
  expect((await post('/api/auth/unlock', { pin: PIN })).status).toBe(401);
  expect(club().rows('SELECT sid FROM session')).toEqual([]);
});

test('the database has a hash of the PIN, and no answer has it', async () => {
  await lock();
  const [row] = club().rows<{ pin_hash: string }>('SELECT pin_hash FROM user WHERE pin_hash IS NOT NULL');
  expect(row?.pin_hash).toStartWith('$argon2id$');
  await post('/api/auth/unlock', { pin: PIN });
  for (const path of ['/api/admin/users', '/api/admin/users/1', '/api/auth/user', '/api/auth/profile']) {
    const { json } = await club().get(path, admin().headers);
    expect([path, JSON.stringify(json).includes('argon2')]).toEqual([path, false]);
  }
});
