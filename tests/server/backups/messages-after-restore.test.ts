import { afterEach, beforeEach, expect, test } from 'bun:test';
import { UserStore } from '../../../src/accounts/user-store.ts';
import { stopDeadlinesAfterRestore } from '../../../src/bookings/stop-deadlines.ts';
import { BookingStore } from '../../../src/bookings/store.ts';
import { ClubDb } from '../../../src/db/club-db.ts';
import { setAsideMessages } from '../../../src/notifications/after-restore.ts';
import { Recipients } from '../../../src/notifications/recipients.ts';
import { CHANNELS } from '../../../src/outbox/channels/table.ts';
import { createTestOutboxWorker, startMailServer, startSmsGateway } from '../../support/message-servers.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';

const HOUR = 60 * 60_000;
/** Friday, 6 PM: the last copy. */
const COPIED_AT = Date.parse('2026-11-20T18:00:00+05:00');
const LOST_AT = COPIED_AT + HOUR;

let server: Awaited<ReturnType<typeof startMailServer>>;
let gateway: ReturnType<typeof startSmsGateway>;
let club: TestClub;
beforeEach(async () => {
  server = await startMailServer();
  gateway = startSmsGateway();
  const env = { SMTP_URL: server.url, SMS_URL: `${gateway.url}/send?to={to}&text={text}` };
  club = await createTestClub({ now: COPIED_AT, env });
});
afterEach(async () => {
  club.close();
  gateway.close();
  await server.close();
});

/** What `restore` does with the messages of a copy. */
async function restoreAfterLoss(): Promise<number> {
  const bookings = new BookingStore(club.db);
  const count = await setAsideMessages(new ClubDb(club.db, () => LOST_AT), {
    lostAt: LOST_AT,
    host: 'club.example',
    publicUrl: 'https://club.example',
    channels: CHANNELS,
    sources: {
      quietHours: () => ({ quiet_from: 0, quiet_to: 0 }),
      recipients: new Recipients(club.db, new UserStore(club.db)),
      findWaitlistEntry: () => null,
      findOffer: () => null,
      findPayer: () => null,
      findItemPayer: () => null,
    },
    findBooking: (id) => bookings.find(id),
    listUpcomingBookings: (from, to) => bookings.listUpcoming(from, to),
  });
  club.clock.now = LOST_AT + 60_000;
  await club.club.write((tx) => stopDeadlinesAfterRestore(tx, bookings, tx.now));
  return count;
}

/** Everything that the restored club sends by itself: all jobs, then the queue. */
async function send(): Promise<string[]> {
  await club.schedule.runNow();
  const worker = createTestOutboxWorker(club);
  await worker.runOnce();
  await worker.stop();
  return [
    ...server.mails.splice(0).map(({ subject }) => subject ?? ''),
    ...gateway.requests.splice(0).map(({ text }) => text),
  ];
}

const book = async (over: Record<string, unknown>) => {
  const { status, json } = await club.post('/api/book', bookingBody(over));
  expect(status).toBe(201);
  return json.booking.id as number;
};
const queued = () => club.rows<{ kind: string }>("SELECT kind FROM outbox WHERE state = 'queued'");

test('no message that the lost machine may have sent is sent again, whichever job writes it', async () => {
  // Its reminder by text message was due half an hour after the copy.
  await book({ start_time: '18:30', sms_updates: true });
  const unpaid = await book({ start_time: '21:00', email: 'b@example.com', payment_method: 'bank_transfer' });
  const overdue = await book({
    start_time: '23:00',
    email: 'c@example.com',
    payment_method: 'bank_transfer',
  });
  await send();
  club.db.run('UPDATE payer SET remind_at = NULL');
  club.db.run('UPDATE payer SET remind_at = ? WHERE booking_id = ?', [COPIED_AT + 10 * 60_000, unpaid]);
  club.db.run('UPDATE booking SET pay_by = ? WHERE id = ?', [LOST_AT + 5 * HOUR, unpaid]);
  club.db.run('UPDATE booking SET pay_by = ? WHERE id = ?', [COPIED_AT + 20 * 60_000, overdue]);
  // Written by an event: bank account, waiting list, series and contact messages wait in the queue alike.
  await club.club.write((tx) => {
    tx.emit({ kind: 'booking.bank_changed', booking_id: unpaid });
    tx.emit({ kind: 'booking.resend_requested', booking_id: unpaid });
  });
  // The mail server was away: the next attempt is after the loss, unless the server came back before.
  club.db.run(
    "UPDATE outbox SET next_at = ?, attempts = 3, reason = 'unreachable: x' WHERE state = 'queued'",
    [LOST_AT + 10 * 60_000],
  );
  expect(queued().length).toBeGreaterThanOrEqual(2);

  expect(await restoreAfterLoss()).toBeGreaterThanOrEqual(3);
  expect(queued()).toEqual([]);
  club.clock.now = LOST_AT + HOUR;
  expect(await send()).toEqual([]);
});

test('a message that was not due before the loss is sent at its time', async () => {
  // Tomorrow at 8 PM: its reminder is due an hour after the loss.
  await book({ start_time: '20:00', sms_updates: true });
  await send();
  await restoreAfterLoss();
  expect(await send()).toEqual([]);
  club.clock.now = LOST_AT + HOUR + 60_000;
  expect(await send()).toEqual([expect.stringContaining('reminder, Court 1, Sat, Nov 21, 8 PM')]);
});

test('the time to pay of a transfer stops, and that of a card payment goes on', async () => {
  const ids = [await book({ payment_method: 'bank_transfer' }), await book({ court_id: 2 })];
  const payBy = COPIED_AT + 20 * 60_000;
  club.db.run(`UPDATE payer SET payment_method = 'card' WHERE booking_id = ${ids[1]}`);
  club.db.run('UPDATE booking SET pay_by = ?', [payBy]);
  await restoreAfterLoss();
  expect(club.rows('SELECT pay_by FROM booking ORDER BY id')).toEqual([{ pay_by: null }, { pay_by: payBy }]);
});
