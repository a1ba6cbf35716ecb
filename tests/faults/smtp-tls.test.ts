import { Database } from 'bun:sqlite';
import { afterEach, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addDays } from '../../src/domain/business-day.ts';
import { postBooking } from '../support/booking-load.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { startMailServer } from '../support/message-servers.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { bookingBody } from '../support/test-club.ts';
import { waitUntil } from '../support/wait-until.ts';

/** A self-signed certificate for localhost. */
const tlsDir = resolve(import.meta.dir, '../support/tls');
const CERTIFICATE = join(tlsDir, 'cert.pem');
const tls = { key: readFileSync(join(tlsDir, 'key.pem')), cert: readFileSync(CERTIFICATE) };
const TRUST_ENV = { NODE_EXTRA_CA_CERTS: CERTIFICATE };

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A mail server that records whether each email came over TLS. */
async function openTlsServer(options: NonNullable<Parameters<typeof startMailServer>[0]>) {
  const secured: boolean[] = [];
  const server = await startMailServer({
    ...options,
    onMailFrom(_address, session, done) {
      secured.push(session.secure);
      done();
    },
  });
  closers.push(server.close);
  return { ...server, port: new URL(server.url).port, secured };
}

async function startAndBook(env: Record<string, string>): Promise<ServerProcess> {
  const club = await startServerProcess({ env });
  closers.push(() => club.close());
  const date = addDays(clubToday(), 1);
  expect((await postBooking(club.url, bookingBody({ date }))).status).toBe(201);
  return club;
}

interface Row {
  state: string;
  reason: string | null;
}
function readOutbox(club: ServerProcess): Row[] {
  const db = new Database(join(club.dataDir, 'club.db'), { readonly: true });
  const rows = db.query<Row, []>('SELECT state, reason FROM outbox ORDER BY id').all();
  db.close();
  return rows;
}

describe('email over TLS', () => {
  test('the client uses STARTTLS when the server offers it', async () => {
    const server = await openTlsServer({ disabledCommands: ['AUTH'], ...tls });
    await startAndBook({ SMTP_URL: `smtp://localhost:${server.port}`, ...TRUST_ENV });
    await waitUntil(() => server.mails.length === 2);
    expect(server.secured).toEqual([true, true]);
  });

  test('smtps uses TLS from the first byte', async () => {
    const server = await openTlsServer({ disabledCommands: ['AUTH'], secure: true, ...tls });
    await startAndBook({ SMTP_URL: `smtps://localhost:${server.port}`, ...TRUST_ENV });
    await waitUntil(() => server.mails.length === 2);
    expect(server.secured).toEqual([true, true]);
  });

  test.each(['smtp', 'smtps'])(
    'over %s an untrusted certificate gets no email; the messages stay queued with the reason',
    async (scheme) => {
      const server = await openTlsServer({ disabledCommands: ['AUTH'], secure: scheme === 'smtps', ...tls });
      const club = await startAndBook({ SMTP_URL: `${scheme}://localhost:${server.port}` });
      await waitUntil(() => readOutbox(club).some((row) => row.reason !== null));
      expect(readOutbox(club).map((row) => row.state)).toEqual(['queued', 'queued']);
      expect(readOutbox(club).find((row) => row.reason)?.reason).toMatch(/certificate|self.signed/i);
      expect([server.mails, server.secured]).toEqual([[], []]);
    },
  );
});
