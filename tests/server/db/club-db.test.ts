import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordAuditEntry } from '../../../src/db/audit-log.ts';
import { ClubDb } from '../../../src/db/club-db.ts';
import { SYSTEM_ACTOR } from '../../../src/db/club-event.ts';
import { migrate, SCHEMA_VERSION, schemaVersionOf } from '../../../src/db/migrate.ts';
import { openDatabase } from '../../../src/db/open-database.ts';
import { Failure } from '../../../src/domain/failure.ts';

let folder: string;
let db: Database;
let club: ClubDb;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'padel-db-'));
  db = openDatabase(join(folder, 'club.db'));
  migrate(db);
  club = new ClubDb(db, () => 1000);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const insertMessage = (message: string) => (tx: { db: Database; now: number }) =>
  tx.db
    .query(
      "INSERT INTO contact_message (name, email, subject, message, created_at) VALUES ('n', 'e', 's', ?, ?)",
    )
    .run(message, tx.now);
const messages = () =>
  db
    .query<{ message: string }, []>('SELECT message FROM contact_message ORDER BY id')
    .all()
    .map((row) => row.message);

/** Commits in the write-ahead log: frames whose header names the size of the database after them. */
function countCommits(): number {
  const log = readFileSync(join(folder, 'club.db-wal'));
  const pageSize = log.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at + 24 + pageSize <= log.length; at += 24 + pageSize) {
    const isOfThisLog = log.subarray(at + 8, at + 16).equals(log.subarray(16, 24));
    if (isOfThisLog && log.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return commits;
}

describe('the file', () => {
  test('has settings that survive a power cut, and only its owner can read it', () => {
    const pragma = (name: string) => Object.values(db.query<object, []>(`PRAGMA ${name}`).get() ?? {})[0];
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys')]).toEqual(['wal', 2, 1]);
    expect(pragma('busy_timeout')).toBe(5000);
    expect(statSync(join(folder, 'club.db')).mode & 0o077).toBe(0);
  });

  test('of a newer program is refused and stays unchanged', () => {
    db.run(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
    expect(() => migrate(db)).toThrow('Install a newer version');
    expect(schemaVersionOf(db)).toBe(SCHEMA_VERSION + 1);
  });

  test('is migrated once, however often the program starts', () => {
    expect(schemaVersionOf(db)).toBe(SCHEMA_VERSION);
    migrate(db);
    expect(db.query<{ n: number }, []>('SELECT count(*) AS n FROM court').get()?.n).toBe(2);
  });

  test('refuses a second claim of a slot, even from code that does not check', () => {
    db.run("INSERT INTO closure (court_id, date, reason, created_at) VALUES (1, '2026-11-21', 'x', 1)");
    const claim = "INSERT INTO claim (court_id, date, slot, closure_id) VALUES (1, '2026-11-21', 36, 1)";
    db.run(claim);
    expect(() => db.run(claim)).toThrow('UNIQUE');
    expect(() =>
      db.run("INSERT INTO claim (court_id, date, slot, closure_id) VALUES (1, '2026-11-21', 48, 1)"),
    ).toThrow('CHECK');
    expect(() => db.run("INSERT INTO claim (court_id, date, slot) VALUES (1, '2026-11-21', 38)")).toThrow(
      'CHECK',
    );
  });

  test('keeps its audit log: no entry is changed or deleted', async () => {
    await club.write((tx) =>
      recordAuditEntry(tx, SYSTEM_ACTOR, 'status', 'booking', 1, { from: 'pending', to: 'paid' }),
    );
    expect(() => db.run("UPDATE audit_log SET actor = 'x'")).toThrow('append-only');
    expect(() => db.run('DELETE FROM audit_log')).toThrow('append-only');
  });
});

describe('writing', () => {
  test('writes of one turn share a transaction, and each resolves to its own value', async () => {
    const before = countCommits();
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((text) => club.write((tx) => insertMessage(text)(tx) && text)),
    );
    expect([answers, messages(), countCommits() - before]).toEqual([['a', 'b', 'c'], ['a', 'b', 'c'], 1]);
  });

  test('a write that throws undoes its own rows only', async () => {
    const results = await Promise.allSettled([
      club.write(insertMessage('before')),
      club.write((tx) => {
        insertMessage('undone')(tx);
        throw new Failure('slot_taken', 'Taken.');
      }),
      club.write(insertMessage('after')),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(messages()).toEqual(['before', 'after']);
  });

  test('more writes than one batch holds are all done, in order', async () => {
    const texts = Array.from({ length: 1000 }, (_, at) => String(at));
    await Promise.all(texts.map((text) => club.write(insertMessage(text))));
    expect(messages()).toEqual(texts);
  });

  test('a failed commit rejects every write in it, and the next write works', async () => {
    const results = await Promise.allSettled([
      club.write(insertMessage('a')),
      club.write((tx) => {
        tx.db.run('PRAGMA defer_foreign_keys = ON');
        tx.db.run(
          "INSERT INTO closure (court_id, date, reason, created_at) VALUES (99, '2026-11-21', 'x', 1)",
        );
      }),
    ]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
    await club.write(insertMessage('c'));
    expect(messages()).toEqual(['c']);
  });

  test('a write waits for the lock of another process and then fails', async () => {
    db.run('PRAGMA busy_timeout = 50');
    const other = new Database(join(folder, 'club.db'));
    other.run('BEGIN IMMEDIATE');
    const impatient = new ClubDb(db, () => 1000);
    const refused = await impatient.write(insertMessage('a')).catch((error: Failure) => error.reason);
    other.run('ROLLBACK');
    other.close();
    expect([refused as string, messages()]).toEqual(['unavailable', []]);
  });

  test('listeners in the transaction are rolled back with it; later listeners receive committed events only', async () => {
    const committed: string[] = [];
    club.onEventInTransaction((event, tx) => insertMessage(`inside ${event.kind}`)(tx));
    club.onEventCommitted((event) => committed.push(`${event.kind} ${messages().length}`));
    await club.write((tx) => tx.emit({ kind: 'court.changed', court_id: 1 }));
    await club
      .write((tx) => {
        tx.emit({ kind: 'court.changed', court_id: 2 });
        throw new Error('no');
      })
      .catch(() => {});
    expect([messages(), committed]).toEqual([['inside court.changed'], ['court.changed 1']]);
  });
});

describe('a value that is kept until the database changes', () => {
  test('is computed again after a change by this connection, another one or a write that was undone', async () => {
    const other = new Database(join(folder, 'club.db'));
    let computed = 0;
    const count = club.untilChanged(() => {
      computed += 1;
      return messages().length;
    });
    const readTwice = () => [count(), count(), computed];
    expect(readTwice()).toEqual([0, 0, 1]);
    expect(readTwice()).toEqual([0, 0, 1]);
    await club.write(insertMessage('own'));
    expect(readTwice()).toEqual([1, 1, 2]);
    other.run('DELETE FROM contact_message');
    expect(readTwice()).toEqual([0, 0, 3]);
    db.run(
      "INSERT INTO contact_message (name, email, subject, message, created_at) VALUES ('', '', '', '', 1)",
    );
    expect(readTwice()).toEqual([1, 1, 4]);
    const seen: number[] = [];
    await Promise.allSettled([
      club.write((tx) => {
        seen.push(count());
        insertMessage('undone')(tx);
        tx.emit({ kind: 'court.changed', court_id: 1 });
        seen.push(count());
        throw new Error('undone');
      }),
      club.write(() => seen.push(count())),
    ]);
    expect(seen).toEqual([1, 2, 1]);
    expect(readTwice()).toEqual([1, 1, expect.any(Number)]);
    other.close();
  });
});
