import { listBookFaults } from '../../src/cli/check-books.ts';
import { addDays } from '../../src/domain/business-day.ts';
import type { LedgerEntry } from '../../src/domain/ledger.ts';
import { clubToday } from './default-day-plan.ts';
import { insertUserSession } from './insert-user-session.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { insertAdmin, insertBooking, withDatabase } from './stress.ts';

const BOOKINGS = 50;
const MEMBERS = 5;
const CONNECTIONS = 64;
const METHODS = ['cash', 'bank_transfer', 'card', 'credit'];
const ALLOWED_STATUSES = [200, 201, 409, 422];

const pickOne = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const amount = () => 1 + Math.floor(Math.random() * 4000);

/**
 * Lets 64 connections record random money on 50 bookings while the server is killed `kills` times, then
 * compares the books with every answer that a connection received.
 */
export async function stressMoney({ kills, killEveryMs }: { kills: number; killEveryMs: number }) {
  let server = await startServerProcess();
  const { dataDir } = server;
  const admin = insertAdmin(dataDir);
  for (let index = 0; index < MEMBERS; index += 1) {
    insertUserSession(dataDir, { email: `m${index}@example.com`, name: 'Ayesha Khan', is_admin: false });
  }
  insertBookings(dataDir);
  const send = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${server.url}/api/admin${path}`, {
      ...{ method, body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', origin: server.url, cookie: admin },
    });
    return { status: answer.status, json: (await answer.json()) as { data?: { entry?: LedgerEntry } } };
  };
  const acknowledged = new Map<number, number>();
  const unexpected: number[] = [];
  let answers = 0;
  let stopped = false;

  const act = () => {
    const id = 1 + Math.floor(Math.random() * BOOKINGS);
    const method = pickOne(METHODS);
    const choice = Math.random();
    if (choice < 0.4) return send('POST', `/bookings/${id}/payments`, { amount: amount(), method });
    if (choice < 0.6) return send('POST', `/bookings/${id}/refunds`, { amount: amount(), method });
    if (choice < 0.75) {
      const entryId = pickOne([...acknowledged.keys()]) ?? 1;
      return send('POST', `/ledger/${entryId}/reverse`, { reason: 'recorded by mistake' });
    }
    if (choice < 0.85) return send('PUT', `/bookings/${id}/status`, { status: 'paid', method });
    if (choice < 0.95) {
      const cancelled_by = pickOne(['customer', 'club', 'medical', 'mistake']);
      const decision = { cancelled_by, refund_to: pickOne(['money', 'credit']) };
      return send('PUT', `/bookings/${id}/status`, { status: 'cancelled', ...decision });
    }
    if (choice < 0.98) {
      const credit = { paid: 5000, credit: 5500, method: 'cash' };
      return send('POST', `/users/${2 + Math.floor(Math.random() * MEMBERS)}/credit`, credit);
    }
    return Math.random() < 0.5
      ? send('POST', '/shifts', { float: 1000 })
      : send('PUT', `/shifts/${1 + Math.floor(Math.random() * 5)}/close`, { counted: 1000 });
  };
  const connection = async () => {
    while (!stopped) {
      try {
        const { status, json } = await act();
        answers += 1;
        const missing = status === 404;
        if (!(ALLOWED_STATUSES.includes(status) || missing)) unexpected.push(status);
        if (json.data?.entry) acknowledged.set(json.data.entry.id, json.data.entry.amount);
      } catch {
        // The server was killed; the next one has another port.
        await Bun.sleep(20);
      }
    }
  };
  const connections = Array.from({ length: CONNECTIONS }, connection);
  for (let kill = 0; kill < kills; kill += 1) {
    await Bun.sleep(killEveryMs);
    await server.stop('SIGKILL');
    server = await startServerProcess({ dataDir });
  }
  await Bun.sleep(killEveryMs);
  stopped = true;
  await Promise.all(connections);
  const wrongBalances = await listWrongBalances(server, admin);
  await server.stop();

  const { written, faults } = withDatabase(dataDir, (db) => {
    const rows = db.query<{ id: number; amount: number }, []>('SELECT id, amount FROM ledger_entry').all();
    return { written: new Map(rows.map((row) => [row.id, row.amount])), faults: listBookFaults(db) };
  });
  await server.close();
  return {
    ...{ answers, acknowledged: acknowledged.size, entries: written.size },
    lost: [...acknowledged].filter(([id, sum]) => written.get(id) !== sum),
    ...{ unexpected, wrongBalances, faults },
  };
}

/** Bookings of PKR 5,000 of five members, one a day. */
function insertBookings(dataDir: string): void {
  const today = clubToday();
  withDatabase(dataDir, (db) => {
    for (let day = 1; day <= BOOKINGS; day += 1) {
      const member = day % MEMBERS;
      insertBooking(db, {
        ...{ date: addDays(today, day), hour: 18, payment_method: 'cash' },
        ...{ user_id: 2 + member, email: `m${member}@example.com` },
      });
    }
  });
}

/** Bookings whose answer from the running server disagrees with its own entries. */
async function listWrongBalances(server: ServerProcess, cookie: string): Promise<number[]> {
  const wrong: number[] = [];
  for (let id = 1; id <= BOOKINGS; id += 1) {
    const answer = await fetch(`${server.url}/api/admin/bookings/${id}`, { headers: { cookie } });
    const { data } = (await answer.json()) as {
      data: { booking: { charge: number; received: number; balance: number }; entries: LedgerEntry[] };
    };
    const { charge, received, balance } = data.booking;
    const sum = data.entries.reduce((total, entry) => total + entry.amount, 0);
    if (received !== sum || balance !== charge - sum || received < 0) wrong.push(id);
  }
  return wrong;
}
