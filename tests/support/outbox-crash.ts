import { Database } from 'bun:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { ClubDb } from '../../src/db/club-db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { Outbox } from '../../src/outbox/outbox.ts';
import { startGraphServer } from './graph-server.ts';
import { startMailServer } from './message-servers.ts';
import { startServerProcess } from './server-process.ts';

export interface CrashStats {
  kills: number;
  messages: number;
  /** Marked as sent, but never received in full. */
  lost: number;
  /** Not marked as sent before the deadline. */
  unsent: number;
  /** Received in full more than once with one Message-ID. */
  duplicated: number;
  /** Received with a Message-ID that no row has. */
  unknown: number;
}

/** A provider that counts what it received, by the Message-ID of the outbox. */
interface Provider {
  env: Record<string, string>;
  received: ReadonlyMap<string, number>;
  fill: (dataDir: string, messages: number) => Promise<void>;
  close: () => unknown;
}

async function mailProvider(): Promise<Provider> {
  const received = new Map<string, number>();
  const server = await startMailServer({
    onData(stream, _session, done) {
      simpleParser(stream).then(
        (mail) => {
          const isWhole = typeof mail.html === 'string' && mail.html.trimEnd().endsWith('</html>');
          if (!isWhole) return done();
          const id = (mail.messageId ?? '').replace(/^<|>$/g, '');
          received.set(id, (received.get(id) ?? 0) + 1);
          // The delay makes some kills happen between an email's arrival and the response.
          setTimeout(done, Math.random() * 20);
        },
        () => done(),
      );
    },
  });
  return { env: { SMTP_URL: server.url }, received, fill: fillOutbox, close: () => server.close() };
}

function whatsappProvider(): Provider {
  const graph = startGraphServer();
  const received = new Map<string, number>();
  graph.state.onTaken = async ({ tag }) => {
    const [, id = ''] = tag.split(' ');
    received.set(id, (received.get(id) ?? 0) + 1);
    await Bun.sleep(Math.random() * 20);
  };
  const fill = (dataDir: string, messages: number) => {
    for (let index = 1; index <= messages; index += 1)
      graph.receive(phoneOf(index).slice(1), { type: 'text', text: { body: 'Hello' } });
    return fillChats(dataDir, messages);
  };
  return { env: graph.env, received, fill, close: () => graph.stop() };
}

/** Fills an outbox, kills the compiled server repeatedly while it sends, and counts the results. */
export async function killServerWhileSending(
  kills: number,
  messages: number,
  channel: 'email' | 'whatsapp' = 'email',
): Promise<CrashStats> {
  const dataDir = mkdtempSync(join(tmpdir(), 'padel-club-'));
  const { env, received, fill, close } = channel === 'email' ? await mailProvider() : whatsappProvider();
  await fill(dataDir, messages);
  for (let kill = 0; kill < kills; kill += 1) {
    const club = await startServerProcess({ dataDir, env });
    await Bun.sleep(Math.random() * 600);
    await club.stop('SIGKILL');
  }
  const last = await startServerProcess({ dataDir, env });
  const db = new Database(join(dataDir, 'club.db'), { readonly: true });
  const unsentCount = db.prepare<{ count: number }, []>(
    "SELECT COUNT(*) AS count FROM outbox WHERE state <> 'sent'",
  );
  const deadline = Date.now() + 60_000 + messages * 100;
  while ((unsentCount.get()?.count ?? 0) > 0 && Date.now() < deadline) await Bun.sleep(100);
  await last.stop();
  const rows = db
    .query<{ message_id: string; state: string }, []>('SELECT message_id, state FROM outbox')
    .all();
  db.close();
  await close();
  rmSync(dataDir, { recursive: true, force: true });
  const known = new Set(rows.map((row) => row.message_id));
  const sent = rows.filter((row) => row.state === 'sent');
  return {
    kills,
    messages: rows.length,
    lost: sent.filter((row) => !received.has(row.message_id)).length,
    unsent: rows.length - sent.length,
    duplicated: [...received.values()].filter((count) => count > 1).length,
    unknown: [...received.keys()].filter((id) => !known.has(id)).length,
  };
}

const phoneOf = (index: number) => `+92311${String(index).padStart(7, '0')}`;

/** Queues answers to customers who have just written. */
async function fillChats(dataDir: string, messages: number): Promise<void> {
  const db = openDatabase(join(dataDir, 'club.db'));
  migrate(db);
  const outbox = new Outbox(db, 'club.example');
  await new ClubDb(db, Date.now).write((tx) => {
    for (let index = 1; index <= messages; index += 1)
      outbox.enqueue(tx, {
        key: `conversation.answer:${index}`,
        kind: 'conversation.answer',
        channel: 'whatsapp',
        audience: 'customer',
        recipient: phoneOf(index),
        details: { text: `Court ${index} is free.`, free_until: tx.now + 3_600_000 },
      });
  });
  db.close();
}

/** Queues contact messages directly in the database, as after a long outage. */
export async function fillOutbox(dataDir: string, messages: number): Promise<void> {
  const db = openDatabase(join(dataDir, 'club.db'));
  migrate(db);
  const club = new ClubDb(db, Date.now);
  const outbox = new Outbox(db, 'club.example');
  const insert = db.prepare(
    `INSERT INTO contact_message (id, name, email, subject, message, created_at)
     VALUES (?, 'Sana', 'sana@example.com', 'events', 'Is Thursday free for a party?', 0)`,
  );
  await club.write((tx) => {
    for (let id = 1; id <= messages; id += 1) {
      insert.run(id);
      outbox.enqueue(tx, {
        key: `club.contact:${id}`,
        kind: 'club.contact',
        channel: 'email',
        audience: 'club',
        contact_id: id,
      });
    }
  });
  db.close();
}
