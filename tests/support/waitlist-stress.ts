import { addDays } from '../../src/domain/business-day.ts';
import { listOfferFaults } from '../../src/waitlist/check-offer-integrity.ts';
import { checkIntegrity } from './database-integrity.ts';
import { clubToday } from './default-day-plan.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { insertAdmin, insertBooking, random, send, withDatabase } from './stress.ts';
import { bookingBody } from './test-club.ts';
import { entryKeyHeader, offerLink } from './waitlist-links.ts';

/** Around each kill an offer begins and ends; the job that makes and ends them runs each second. */
const ROUND_MS = 2000;
/** The days that customers can book. */
const DAYS = 80;

const OFFER_WAIT_MS = 1500;

/**
 * Lets bookings be released, offers be made, accepted, refused and ended in the same second, and kills the server
 * in it, `kills` times. Then compares the database with every answer that came.
 */
export async function stressWaitlist(kills: number) {
  const env = { TRUST_PROXY: '1' };
  let server = await startServerProcess({ env });
  const { dataDir } = server;
  const cookie = insertAdmin(dataDir);
  const booked = new Set<number>();
  const unexpected: string[] = [];

  for (let kill = 0; kill < kills; kill += 1) {
    const entries = insertRound(dataDir, kill);
    const acting = Promise.all([
      act(() => bookAnyway(server, kill, booked, unexpected)),
      act(() => acceptOffer(server, entries, booked, unexpected)),
      act(() => acceptOffer(server, entries, booked, unexpected)),
      act(() => leave(server, entries, unexpected)),
      act(() => endOffer(server, cookie, unexpected)),
      act(() => sellOffered(server, cookie, booked, unexpected)),
    ]);
    await Bun.sleep(ROUND_MS / 4 + random(ROUND_MS));
    await server.stop('SIGKILL');
    server = await startServerProcess({ dataDir, env });
    await acting;
  }
  // What is due now is ended by the last server.
  withDatabase(dataDir, (db) => db.run("UPDATE offer SET expires_at = 1 WHERE state = 'open'"));
  await Bun.sleep(2 * ROUND_MS);
  await server.stop();
  const result = examine(dataDir, booked);
  await server.close();
  return { booked: booked.size, unexpected, ...result };
}

async function act(work: () => Promise<void>): Promise<void> {
  await Bun.sleep(random(ROUND_MS));
  await work().catch(() => {
    // The server was killed before its answer.
  });
}

function timeOf(kill: number): { date: string; hour: number } {
  return { date: addDays(clubToday(), 1 + (kill % DAYS)), hour: 10 + 4 * Math.floor(kill / DAYS) };
}

/** An unpaid booking that is released within a second, and two customers who wait for its hour. */
function insertRound(dataDir: string, kill: number): number[] {
  const { date, hour } = timeOf(kill);
  return withDatabase(dataDir, (db) =>
    db
      .transaction(() => {
        // Offers of the rounds before end at some moment of this one.
        db.query("UPDATE offer SET expires_at = ? WHERE state = 'open'").run(Date.now() + random(ROUND_MS));
        insertBooking(db, { date, hour, pay_by: Date.now() + random(ROUND_MS / 2) });
        const position = (hour - 6) * 2;
        return [1, 2].map((who) =>
          Number(
            db
              .query(
                `INSERT INTO waitlist_entry (date, from_position, until_position, slots, court_id, name, email, phone, contact,
                   state, created_at) VALUES (?1, ?2, ?3, 2, 1, 'Sana Malik', ?4, '', ?4, 'open', ?5)`,
              )
              .run(date, position, position + 2, `guest${kill}-${who}@example.com`, Date.now())
              .lastInsertRowid,
          ),
        );
      })
      .immediate(),
  );
}

async function readBooking(response: Response, booked: Set<number>, unexpected: string[]): Promise<void> {
  const { booking } = (await response.json()) as { booking?: { id: number } };
  if (response.status === 201 && booking) booked.add(booking.id);
  else if (response.status !== 409) unexpected.push(`booking ${response.status}`);
}

let guests = 0;
function guest() {
  guests += 1;
  return { email: `visitor${guests}@example.com`, payment_method: 'cash' };
}

/** Another customer wants the same hour. */
async function bookAnyway(
  server: ServerProcess,
  kill: number,
  booked: Set<number>,
  unexpected: string[],
): Promise<void> {
  const { date, hour } = timeOf(kill);
  const body = bookingBody({ ...guest(), date, start_time: `${hour}:00` });
  await readBooking(await send(server.url, 'POST', '/api/book', body), booked, unexpected);
}

const openOffer = (dataDir: string, entries: readonly number[]) =>
  withDatabase(dataDir, (db) =>
    db
      .query<{ id: number; date: string; from_position: number; link: string }, [string]>(
        `SELECT id, date, from_position FROM offer
         WHERE state = 'open' AND waitlist_entry_id IN (SELECT value FROM json_each(?)) LIMIT 1`,
      )
      .all(JSON.stringify(entries))
      .map((offer) => ({ ...offer, link: offerLink({ db }, offer.id) }))
      .at(0),
  );

async function acceptOffer(
  server: ServerProcess,
  entries: readonly number[],
  booked: Set<number>,
  unexpected: string[],
): Promise<void> {
  const deadline = Date.now() + OFFER_WAIT_MS;
  let offer = openOffer(server.dataDir, entries);
  while (!offer && Date.now() < deadline) {
    await Bun.sleep(50);
    offer = openOffer(server.dataDir, entries);
  }
  if (!offer) return;
  const start_time = `${6 + offer.from_position / 2}:00`;
  const body = bookingBody({ ...guest(), date: offer.date, start_time, offer: offer.link });
  await readBooking(await send(server.url, 'POST', '/api/book', body), booked, unexpected);
}

async function leave(server: ServerProcess, entries: readonly number[], unexpected: string[]): Promise<void> {
  const [first = 0] = entries;
  if (first % 3 !== 0) return;
  const headers = withDatabase(server.dataDir, (db) => entryKeyHeader({ db }, first));
  const { status } = await send(server.url, 'DELETE', `/api/waitlist/${first}`, undefined, headers);
  if (status !== 200) unexpected.push(`leaving ${status}`);
}

/** The reception sells an offered hour, while its customer may accept it or its time may end. */
async function sellOffered(
  server: ServerProcess,
  cookie: string,
  booked: Set<number>,
  unexpected: string[],
): Promise<void> {
  const offer = withDatabase(server.dataDir, (db) =>
    db
      .query<{ id: number; date: string; hour: number }, []>(
        "SELECT id, date, 6 + from_position / 2 AS hour FROM offer WHERE state = 'open' ORDER BY id DESC",
      )
      .get(),
  );
  if (!offer || offer.id % 4 !== 1) return;
  const { id, date, hour } = offer;
  const body = {
    court_id: 1,
    date,
    slots: [`${hour}:00`, `${hour}:30`],
    name: 'Omar Sheikh',
    ends_offers: [id],
  };
  const response = await send(server.url, 'POST', '/api/admin/bookings', body, { cookie });
  const { data } = (await response.json()) as { data?: { booking: { id: number } } };
  if (response.status === 201 && data) booked.add(data.booking.id);
  else if (response.status !== 409) unexpected.push(`walk-in ${response.status}`);
}

/** The reception ends some offer. */
async function endOffer(server: ServerProcess, cookie: string, unexpected: string[]): Promise<void> {
  const offer = withDatabase(server.dataDir, (db) =>
    db.query<{ id: number }, []>("SELECT id FROM offer WHERE state = 'open' ORDER BY random()").get(),
  );
  if (!offer || offer.id % 4 !== 0) return;
  const { status } = await send(server.url, 'DELETE', `/api/admin/offers/${offer.id}`, undefined, { cookie });
  if (status !== 200 && status !== 409) unexpected.push(`ending ${status}`);
}

function examine(dataDir: string, booked: ReadonlySet<number>) {
  const { ids, integrity, ...faults } = checkIntegrity(dataDir);
  return withDatabase(dataDir, (db) => {
    const rows = (sql: string) => db.query(`SELECT ${sql}`).all();
    return {
      integrity,
      ...faults,
      offerFaults: listOfferFaults(db),
      lostBookings: [...booked].filter((id) => !ids.has(id)),
      /** Claims whose booking does not stand. */
      wrongClaims: rows(
        "1 FROM claim JOIN booking ON booking.id = claim.booking_id WHERE booking.status = 'cancelled'",
      ),
      /** The same time was offered twice to one customer. */
      offeredTwice: rows(
        '1 FROM offer GROUP BY waitlist_entry_id, court_id, date, from_position HAVING count(*) > 1',
      ),
      /** An accepted offer has its booking, and a booked entry its offer. */
      withoutBooking: rows(
        `1 FROM offer LEFT JOIN booking ON booking.id = offer.booking_id
         WHERE offer.state = 'accepted' AND booking.id IS NULL`,
      ),
      wrongEntries: rows(
        `1 FROM waitlist_entry WHERE (state = 'booked') <>
           EXISTS (SELECT 1 FROM offer WHERE offer.waitlist_entry_id = waitlist_entry.id AND offer.state = 'accepted')`,
      ),
      /** Each offer told its customer once. */
      wrongMessages: rows(
        `1 FROM offer WHERE 1 <> (SELECT count(*) FROM outbox WHERE key = 'offer.made:' || offer.id)`,
      ),
      stillOpen: rows("1 FROM offer WHERE state = 'open' AND expires_at <= 1"),
      offers: db
        .query<{ state: string; n: number }, []>('SELECT state, count(*) AS n FROM offer GROUP BY state')
        .all(),
    };
  });
}

/** What `stressWaitlist` returns for a club without a fault. */
export const WAITLIST_INTACT = {
  unexpected: [],
  integrity: ['ok'],
  foreignKeyViolations: 0,
  unclaimedBookings: 0,
  overlappingBookings: 0,
  ...{ offerFaults: [], lostBookings: [], wrongClaims: [], offeredTwice: [], withoutBooking: [] },
  ...{ wrongEntries: [], wrongMessages: [], stillOpen: [] },
};
