import { afterEach, beforeEach, expect, test } from 'bun:test';
import { keyHeader } from '../../support/booking-key.ts';
import { createTestOutboxWorker, startMailServer } from '../../support/message-servers.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';

let server: Awaited<ReturnType<typeof startMailServer>>;
let club: TestClub;
beforeEach(async () => {
  server = await startMailServer();
  club = await createTestClub({ env: { SMTP_URL: server.url, PUBLIC_URL: 'http://localhost' } });
});
afterEach(async () => {
  club.close();
  await server.close();
});

type Link = { id: number; charge: number; join_url: string };
const keyOf = ({ join_url }: Pick<Link, 'join_url'>) => ({
  'x-booking-key': join_url.split('.').at(-1) as string,
});

/** What the host reads after a player of this name gave the place back. */
async function readAfterLeaving(name: string, prepare = () => {}) {
  const { json } = await club.post('/api/book', bookingBody());
  const body = { payers: [{ name: 'Friend' }] };
  const split = await club.put(`/api/booking/${json.booking.id}/payers`, body, keyHeader(json));
  const share = split.json.payers[1] as Link;
  const pay = { method: 'cash', amount: share.charge, name, email: 'bilal@example.com' };
  const claimed = (await club.post(`/api/payers/${share.id}/pay`, pay, keyOf(share))).json as Link;
  expect((await club.post(`/api/payers/${share.id}/leave`, {}, keyOf(claimed))).status).toBe(200);
  prepare();
  const worker = createTestOutboxWorker(club);
  await worker.runOnce();
  await worker.stop();
  const mail = server.mails.find(({ subject }) => subject?.includes('can’t come'));
  return `${mail?.subject}. ${mail?.text?.split('\n').find((line) => line.includes('given the place back'))}`;
}

test('the host reads who can’t come, by first name and initial', async () => {
  expect(await readAfterLeaving('Bilal Ahmed')).toStartWith(
    'Booking 1: Bilal A. can’t come. Bilal A. has given the place back. You now pay for it',
  );
});

test('the host reads no advertisement for a name', async () => {
  const nobody = 'Booking 1: a player can’t come. One of your players has given the place back.';
  expect(await readAfterLeaving('courts.example.com now')).toStartWith(nobody);
});

test('the host reads no name that was deleted since', async () => {
  const erase = () => club.db.run("UPDATE payer SET name = '', erased = 1 WHERE position = 2");
  expect(await readAfterLeaving('Bilal Ahmed', erase)).toStartWith('Booking 1: a player can’t come.');
});
