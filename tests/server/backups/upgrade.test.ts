/** The upgrade of the clubs of both releases, row by row. */
import type { Database } from 'bun:sqlite';
import { afterEach, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { upgradeWithBackup } from '../../../src/backups/upgrade-with-backup.ts';
import { listBookFaults } from '../../../src/cli/check-books.ts';
import { readSchema } from '../../../src/db/compare-schema.ts';
import { migrate, SCHEMA_VERSION, schemaVersionOf } from '../../../src/db/migrate.ts';
import { openDatabase } from '../../../src/db/open-database.ts';
import { findMessage } from '../../../src/notifications/messages/table.ts';
import { channelOf } from '../../../src/outbox/channels/table.ts';
import { listOfferFaults } from '../../../src/waitlist/check-offer-integrity.ts';
import { makeTempDir, removeDirs } from '../../support/data-dir.ts';
import { insertBooking } from '../../support/insert-booking.ts';
import { createNewClubDatabase } from '../../support/new-club-database.ts';
import { openReleasedDatabase, RELEASES, type Release } from '../../support/released-club.ts';

const releases = Object.keys(RELEASES) as Release[];
const folders: string[] = [];
const open: Database[] = [];
afterEach(() => {
  for (const db of open.splice(0)) db.close();
  removeDirs(...folders.splice(0));
});

function openReleased(release: Release): Database {
  const { db, dataDir } = openReleasedDatabase(release);
  folders.push(dataDir);
  open.push(db);
  expect(schemaVersionOf(db)).toBe(RELEASES[release]);
  return db;
}

type Row = Record<string, unknown>;
const read = (db: Database, sql: string) => db.query<Row, []>(sql).all();
const values = (db: Database, sql: string) => db.query(sql).values();

function listTables(db: Database): string[] {
  return read(db, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('sqlite_stat') && !name.startsWith('booking_search'));
}

test.each(releases)('a club of %s gets the schema of a new club, and sound books', (release) => {
  const db = openReleased(release);
  migrate(db);
  expect(schemaVersionOf(db)).toBe(SCHEMA_VERSION);
  const folder = makeTempDir();
  folders.push(folder);
  const created = createNewClubDatabase(join(folder, 'club.db'));
  open.push(created);
  expect(readSchema(db)).toEqual(readSchema(created));
  expect(values(db, 'PRAGMA integrity_check')).toEqual([['ok']]);
  expect(values(db, 'PRAGMA foreign_key_check')).toEqual([]);
  expect(values(db, 'PRAGMA foreign_keys')).toEqual([[1]]);
  expect([listBookFaults(db), listOfferFaults(db)]).toEqual([[], []]);
});

/** The tables that 0.3.0 names anew. */
const NEW_NAMES: Record<string, string> = {
  wish: 'waitlist_entry',
  history: 'audit_log',
  mail_link: 'email_token',
  tally: 'rate_limit',
};
const OLD_WORDS: Record<string, string> = {
  'payment.unmatched': 'payment.stray',
  'club.unmatched': 'club.stray',
  'payment.amount_mismatch': 'payment.differs',
  'club.amount_mismatch': 'club.differs',
};
/** The kind of a text message, and the words of its key, then and since its message has one kind in all channels. */
const SHORT_KINDS: Record<string, [kind: string, was: string, is: string]> = {
  'sms.booked': ['booking.soon', ':sms:', ':short.play:'],
  'sms.reminder': ['booking.reminder', ':sms:', ':short.play:'],
  'sms.payment_due': ['booking.payment_due', ':sms.payment_due:', ':short.booking.payment_due:'],
  'sms.released': ['booking.released', ':sms.released:', ':short.booking.released:'],
  'sms.wish': ['waitlist.received', 'sms.wish:', 'short.waitlist.received:'],
  'sms.offer': ['offer.made', 'sms.offer:', 'short.offer.made:'],
  'sms.withdrawn': ['offer.withdrawn', 'sms.withdrawn:', 'short.offer.withdrawn:'],
};

/** What 0.2.0 did not write down. */
const NEW_TABLES = [
  'bank_format',
  'bank_line',
  'bank_match',
  'bank_statement',
  'booking_company',
  'coach',
  'coach_busy',
  'coach_claim',
  'contact_block',
  'conversation',
  'conversation_message',
  'event',
  'event_attendance',
  'event_place',
  'event_session',
  'freed_slot',
  'make_up',
  'match',
  'message_template',
  'offer_origin',
  'place_origin',
  'payer',
  'plan',
  'plan_version',
  'purchase',
  'purchase_friend',
  'purchase_slot',
  'staff_grant',
  'tournament',
  'tournament_game',
  'tournament_player',
  'tournament_seat',
  'whatsapp_callback',
];

/** Kept sums that queries answer, marks of a search index, and lost bookings that nothing reads out of emails. */
const GONE_TABLES = [
  'booking_tally',
  'credit_balance',
  'ledger_total',
  'missing_booking',
  'search_mark',
  'user_tally',
];

test('0.2.0: every row of every table is there, and only the named columns differ', () => {
  const db = openReleased('0.2.0');
  const uploads: [string, number][] = [
    ['admin', ADMINS_RECEIPT],
    ['customer', 6],
  ];
  for (const [actor, receipt] of uploads)
    db.run(
      `INSERT INTO history (at, actor, action, subject, subject_id) SELECT created_at, ?, 'receipt', 'booking', booking_id
       FROM receipt WHERE id = ?`,
      [actor, receipt],
    );
  const before = new Map(listTables(db).map((name) => [name, read(db, `SELECT * FROM ${name}`)]));
  const empty = [...before].filter(([, rows]) => rows.length === 0).map(([name]) => name);
  expect(empty).toEqual([]);
  for (const gone of GONE_TABLES) before.delete(gone);
  migrate(db);
  const names = [...before.keys()].map((name) => NEW_NAMES[name] ?? name);
  expect(listTables(db)).toEqual([...names, ...NEW_TABLES].sort());
  for (const [name, rows] of before) {
    const after =
      name === 'booking'
        ? readBookings(db, rows[0] ?? {})
        : read(db, `SELECT * FROM ${NEW_NAMES[name] ?? name}`);
    const expected = name === 'booking_origin' ? originRows(rows) : rows.map((row) => expectedRow(name, row));
    // The shift of the cash without one is added.
    const kept =
      name === 'shift'
        ? after.slice(0, -1)
        : after.filter(({ name }) => name !== 'staff_grant' && name !== 'payer');
    expect([name, kept]).toEqual([name, expected]);
  }
  const halfHours = values(db, 'SELECT duration FROM booking WHERE json_array_length(slots) = 1');
  expect(halfHours).toEqual([[30], [30], [30]]);
});

test('0.2.0: cash without a shift joins one that nobody counted, and what staff gave back counts', () => {
  const db = openReleased('0.2.0');
  const bookingId = Number(values(db, 'SELECT min(id) FROM booking')[0]?.[0]);
  const staffId = Number(values(db, "SELECT min(id) FROM user WHERE role = 'owner'")[0]?.[0]);
  db.run("UPDATE user SET role = 'staff' WHERE id = ?", [staffId]);
  const add = db.prepare(
    `INSERT INTO ledger_entry (at, booking_id, kind, method, amount, actor, actor_id) VALUES (?, ?, ?, 'cash', ?, 'admin', ?)`,
  );
  add.run(1_000, bookingId, 'payment', 5000, staffId);
  add.run(3_000, bookingId, 'refund', -1200, staffId);
  const orphans = "method = 'cash' AND shift_id IS NULL";
  const [before] = values(
    db,
    `SELECT min(at), max(at), 0, sum(amount), NULL, count(*) FROM ledger_entry WHERE ${orphans}`,
  );
  const gaveBack = values(
    db,
    `SELECT count(*), -sum(amount) FROM ledger_entry WHERE amount < 0
       AND actor_id IN (SELECT id FROM user WHERE role = 'staff')`,
  );
  migrate(db);
  expect(values(db, `SELECT 1 FROM ledger_entry WHERE ${orphans}`)).toEqual([]);
  const [shift] = values(
    db,
    `SELECT opened_at, closed_at, float, expected, counted,
       (SELECT count(*) FROM ledger_entry WHERE shift_id = shift.id) FROM shift ORDER BY id DESC LIMIT 1`,
  );
  expect(shift).toEqual(before);
  expect(values(db, 'SELECT count(*), sum(amount) FROM staff_grant WHERE seen_at IS NOT NULL')).toEqual(
    gaveBack,
  );
  expect(listBookFaults(db)).toEqual([]);
  expect(() => db.run('UPDATE ledger_entry SET shift_id = NULL')).toThrow('append-only');
});

/** Who asked for text messages asked when the row was written, by the only words that there were. */
function smsConsent({ created_at }: Row): string {
  return JSON.stringify({ sms: { at: created_at, words: 'Send me SMS updates about this booking' } });
}

/** The columns of earlier bookings, some of which are those of the customer now. */
function readBookings(db: Database, earlier: Row): Row[] {
  const rows = read(
    db,
    `SELECT booking.*, payer.remind_at FROM customer_booking AS booking JOIN payer ON payer.id = payer_id ORDER BY booking.id`,
  );
  return rows.map((row) => {
    const was = { ...row, sms_updates: row.consents === smsConsent(row) ? 1 : 0 } as Row;
    return Object.fromEntries(Object.keys(earlier).map((column) => [column, was[column]])) as Row;
  });
}

/** 0.3.0 has a row for each key of a booking, in the order of the keys. */
function originRows(rows: readonly Row[]): Row[] {
  return rows
    .flatMap(({ keys, booking_id, created_at, slots }) =>
      (JSON.parse(String(keys)) as string[]).map((key) => ({ key, booking_id, created_at, slots })),
    )
    .sort(
      (one, other) =>
        (one.key < other.key ? -1 : one.key > other.key ? 1 : 0) ||
        Number(one.booking_id) - Number(other.booking_id),
    );
}

/** The shifts of the fixture have the numbers 1 to 6. */
const UNCOUNTED_SHIFT = 7;

/** A receipt of the fixture, which the test says an admin has uploaded. */
const ADMINS_RECEIPT = 5;

function expectedRow(table: string, row: Row): Row {
  if (table === 'claim') return { ...row, session_id: null };
  if (table === 'personal_data_link') return { ...row, corrected: 0 };
  if (table === 'backup_run') return { ...row, folder: null };
  if (table === 'ledger_entry' && row.method === 'cash') {
    return { ...row, payer_id: row.booking_id ?? null, shift_id: row.shift_id ?? UNCOUNTED_SHIFT };
  }
  if (table === 'sqlite_sequence' && row.name === 'shift') return { ...row, seq: UNCOUNTED_SHIFT };
  if (table === 'booking') {
    return { ...row, duration: row.duration ?? 30 };
  }
  // The customer of a booking has its number.
  if (['ledger_entry', 'checkout'].includes(table)) return { ...row, payer_id: row.booking_id ?? null };
  if (table === 'receipt')
    return { ...row, payer_id: row.booking_id ?? null, by_customer: row.id === ADMINS_RECEIPT ? 0 : 1 };
  if (table === 'sqlite_sequence') return { ...row, name: NEW_NAMES[String(row.name)] ?? row.name };
  if (table === 'offer') {
    const { wish_id, ...rest } = row;
    return { ...rest, waitlist_entry_id: wish_id };
  }
  if (table === 'wish') {
    const { sms_updates, ...rest } = row;
    return { ...rest, origins: '[]', consents: sms_updates === 1 ? smsConsent(row) : '{}' };
  }
  if (table === 'user') {
    const { sms_notifications, ...preferences } = JSON.parse(String(row.preferences)) as Row;
    const sms = { at: row.updated_at, words: 'SMS notifications' };
    return {
      ...row,
      preferences: JSON.stringify(preferences),
      consents: JSON.stringify(sms_notifications === true ? { sms } : {}),
    };
  }
  if (table === 'totp') {
    const { last_step, ...rest } = row;
    return { ...rest, used_steps: JSON.stringify([last_step]) };
  }
  if (table !== 'outbox') return row;
  const [shortKind, was = '', is = ''] = SHORT_KINDS[String(row.kind)] ?? [];
  const kind = shortKind ?? String(row.kind).replace('wish.received', 'waitlist.received');
  const key = String(row.key)
    .replace(/^wish\.received:/, 'waitlist.received:')
    .replace(was, is)
    .replace(`${row.booking_id}:${OLD_WORDS[kind]}:`, `${row.booking_id}:${kind}:`);
  const details = String(row.details).replace('"wish_id"', '"waitlist_entry_id"');
  const { lease_owner, leased_until, ...rest } = row;
  return {
    ...rest,
    kind,
    key,
    details,
    payer_id: row.audience === 'customer' ? row.booking_id : null,
    passed_from: null,
    provider_id: null,
  };
}

test.each(releases)('%s: a member who chose SMS has agreed to them, and to nothing else', (release) => {
  const db = openReleased(release);
  const [chosen, refused] = values(db, 'SELECT id, updated_at FROM user ORDER BY id LIMIT 2');
  const choose = db.prepare(
    `UPDATE user SET preferences = json_set(preferences, '$.sms_notifications', json(?)) WHERE id = ?`,
  );
  choose.run('true', Number(chosen?.[0]));
  choose.run('false', Number(refused?.[0]));
  migrate(db);
  const consents = read(
    db,
    `SELECT consents FROM user WHERE id IN (${chosen?.[0]}, ${refused?.[0]}) ORDER BY id`,
  );
  expect(consents.map((row) => JSON.parse(String(row.consents)))).toEqual([
    { sms: { at: chosen?.[1], words: 'SMS notifications' } },
    {},
  ]);
  expect(values(db, "SELECT 1 FROM user WHERE preferences LIKE '%sms%'")).toEqual([]);
});

test.each(['0.1.0', '0.2.0'] as const)(
  '%s: every message that was queued can be composed today, for the customer',
  (version) => {
    const db = openReleased(version);
    migrate(db);
    const kinds = values(db, 'SELECT DISTINCT kind, channel FROM outbox').map((row) => row.map(String));
    expect(kinds.length).toBeGreaterThan(10);
    const unknown = kinds.filter(([kind = '', id = '']) => !findMessage(kind)?.[channelOf(id).form]);
    expect(unknown).toEqual([]);
    const ofOthers = `SELECT count(*) FROM outbox LEFT JOIN customer_booking AS booking ON booking.id = booking_id
    WHERE outbox.payer_id IS NOT iif(audience = 'customer', booking.payer_id, NULL)`;
    expect(values(db, ofOthers)).toEqual([[0]]);
  },
);

describe('0.1.0', () => {
  test('every row that a person wrote is there with every column that is left', () => {
    const db = openReleased('0.1.0');
    const unchanged = [
      ...[
        'booking',
        'claim',
        'closure',
        'contact_message',
        'court',
        'idempotency',
        'identity',
        'receipt',
        'secret',
      ],
      ...['session', 'user', 'history', 'mail_link', 'tally', 'backup_run'],
    ];
    const gone: Record<string, string[]> = {
      booking: ['card_received', 'sms_updates'],
      user: ['is_admin', 'preferences'],
    };
    const columns = new Map(
      unchanged.map((table) => [
        table,
        read(db, `SELECT name FROM pragma_table_info('${table}')`)
          .map(({ name }) => String(name))
          .filter((name) => !gone[table]?.includes(name))
          .join(', '),
      ]),
    );
    const readAll = (names: Record<string, string>) =>
      unchanged.map((table) =>
        values(db, `SELECT ${columns.get(table)} FROM ${names[table] ?? table} ORDER BY 1, 2`),
      );
    // No other way to pay was ever taken.
    const asToday = <T>(value: T) => (value === 'wallet' ? 'cash' : value);
    const before = readAll({}).map((rows) => rows.map((row) => row.map(asToday)));
    expect(before.filter((rows) => rows.length === 0)).toEqual([]);
    migrate(db);
    expect(readAll({ ...NEW_NAMES, booking: 'customer_booking' })).toEqual(before);
  });

  test('admins become owners, courts keep their order, open card payments their deadline', () => {
    const db = openReleased('0.1.0');
    const admins = values(db, 'SELECT email FROM user WHERE is_admin = 1 ORDER BY id');
    const deadlines = values(
      db,
      `SELECT booking.id, expires_at FROM booking JOIN checkout ON booking_id = booking.id
       WHERE state = 'open' AND status = 'pending' ORDER BY 1`,
    );
    expect([admins.length, deadlines.length > 1]).toEqual([2, true]);
    migrate(db);
    expect(values(db, "SELECT email FROM user WHERE role = 'owner' ORDER BY id")).toEqual(admins);
    expect(values(db, 'SELECT count(*) FROM user WHERE is_admin')).toEqual([[admins.length]]);
    expect(values(db, 'SELECT id FROM court ORDER BY position')).toEqual([[1], [2], [3]]);
    expect(values(db, 'SELECT id, pay_by FROM booking WHERE pay_by IS NOT NULL ORDER BY id')).toEqual(
      deadlines,
    );
  });

  test('messages keep their state, and the stored words are those of today', () => {
    const db = openReleased('0.1.0');
    const count = 'SELECT channel, audience, state, count(*) FROM outbox GROUP BY 1, 2, 3 ORDER BY 1, 2, 3';
    const before = values(db, count);
    const keys = (kind: string) => values(db, `SELECT key FROM outbox WHERE kind = '${kind}' ORDER BY id`);
    const earlier = [keys('payment.stray'), keys('club.differs'), keys('booking.paid'), keys('sms.booked')];
    expect(earlier[3]).not.toEqual([]);
    const rename = (rows: unknown[][], from: string, to: string) =>
      rows.map(([key]) => [String(key).replace(new RegExp(`^${from}:([0-9]+):`), `$1:${to}:`)]);
    migrate(db);
    expect(values(db, count)).toEqual(before);
    expect(keys('payment.unmatched')).toEqual(rename(earlier[0] ?? [], 'payment.stray', 'payment.unmatched'));
    expect(keys('club.amount_mismatch')).toEqual(
      rename(earlier[1] ?? [], 'club.differs', 'club.amount_mismatch'),
    );
    expect(keys('booking.paid')).toEqual(rename(earlier[2] ?? [], 'booking.paid', 'booking.paid'));
    expect(keys('booking.soon')).toEqual(rename(earlier[3] ?? [], 'sms', 'short.play'));
    expect(
      values(db, "SELECT count(*) FROM outbox WHERE audience = 'customer' AND recipient IS NULL"),
    ).toEqual([[0]]);
  });

  test('what was deleted before the upgrade is no longer in the file', async () => {
    const { db, dataDir } = openReleasedDatabase('0.1.0');
    folders.push(dataDir);
    open.push(db);
    db.run('PRAGMA secure_delete = OFF');
    db.run(
      "INSERT INTO user (email, name, created_at, updated_at) VALUES ('z@example.com', 'Zubaida Quraishi', 1, 1)",
    );
    db.run("DELETE FROM user WHERE email = 'z@example.com'");
    db.run('PRAGMA wal_checkpoint(TRUNCATE)');
    db.run('PRAGMA secure_delete = ON');
    const isInFile = () => readFileSync(join(dataDir, 'club.db')).toString('latin1').includes('Zubaida');
    expect(isInFile()).toBe(true);
    expect(await upgradeWithBackup(dataDir, db, 'test')).toMatchObject({ from: 9, isRewritten: true });
    expect(isInFile()).toBe(false);
  });
});

test('what the schema promises holds in an upgraded club', () => {
  const db = openReleased('0.1.0');
  migrate(db);
  const [{ id: entry } = { id: 0 }] = read(db, 'SELECT id FROM ledger_entry LIMIT 1');
  for (const change of ["note = 'another'", 'amount = 1', "method = 'card'"]) {
    expect(() => db.run(`UPDATE ledger_entry SET ${change} WHERE note IS NOT NULL`)).toThrow('append-only');
  }
  expect(() => db.run(`DELETE FROM ledger_entry WHERE id = ${entry}`)).toThrow('append-only');
  db.run('UPDATE ledger_entry SET note = NULL WHERE note IS NOT NULL');
  expect(() => db.run('DELETE FROM audit_log')).toThrow('append-only');
  const claim = (slot: number, owners: string) =>
    db.run(`INSERT INTO claim (court_id, date, slot, ${owners.replaceAll('=1', '')})
      VALUES (1, '2027-11-21', ${slot}, ${owners.replaceAll(/\w+=/g, '')})`);
  claim(8, 'closure_id=1');
  claim(14, 'offer_id=1');
  expect(() => claim(48, 'closure_id=1')).toThrow();
  expect(() => claim(8, 'booking_id=1')).toThrow();
  expect(() => claim(20, 'booking_id=1, offer_id=1')).toThrow();
  for (const duration of ['NULL', '15', '90']) {
    expect(() => db.run(`UPDATE booking SET duration = ${duration} WHERE id = 1`)).toThrow('constraint');
  }
  expect(() => db.run("UPDATE user SET role = 'king'")).toThrow('CHECK');
});

describe('a database that no release had', () => {
  test.each([1, 8, 10, 24, 32])('of schema %p is refused and stays as it was', async (schema) => {
    const { db, dataDir } = openReleasedDatabase('0.2.0');
    folders.push(dataDir);
    open.push(db);
    db.run(`PRAGMA user_version = ${schema}`);
    const sentence =
      `This database has schema ${schema}, which no release of padel-club ever had. ` +
      'Start the site once with padel-club 0.2.0, then with this version.';
    expect(() => migrate(db)).toThrow(sentence);
    expect(upgradeWithBackup(dataDir, db, 'test')).rejects.toThrow(sentence);
    expect(schemaVersionOf(db)).toBe(schema);
    expect(listTables(db)).toContain('wish');
  });
});

test('a failed upgrade leaves the file as it was and succeeds once the cause is gone', () => {
  const db = openReleased('0.1.0');
  // A table has the name of one that the second step creates.
  db.run('CREATE TABLE audit_log (id INTEGER)');
  expect(() => migrate(db)).toThrow('already');
  expect(schemaVersionOf(db)).toBe(9);
  expect(values(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'ledger_entry'")).toEqual([[0]]);
  expect(values(db, 'PRAGMA foreign_keys')).toEqual([[1]]);
  db.run('DROP TABLE audit_log');
  migrate(db);
  expect(schemaVersionOf(db)).toBe(SCHEMA_VERSION);
});

test('an upgrade refuses a file whose rows refer to missing rows, and leaves it as it was', () => {
  const db = openReleased('0.1.0');
  db.run('PRAGMA foreign_keys = OFF');
  db.run('UPDATE booking SET court_id = 9 WHERE id = 1');
  expect(() => migrate(db)).toThrow('rows of booking that refer to missing rows');
  expect(schemaVersionOf(db)).toBe(9);
});

test('the number of a deleted booking is never used again', () => {
  const db = openReleased('0.2.0');
  const [[seq] = []] = values(
    db,
    "UPDATE sqlite_sequence SET seq = seq + 7 WHERE name = 'booking' RETURNING seq",
  );
  migrate(db);
  const path = join(folders.at(-1) ?? '', 'club.db');
  const again = openDatabase(path);
  open.push(again);
  insertBooking(again, { date: '2027-11-21', slots: ['18:00'] });
  expect(values(again, 'SELECT max(id) FROM booking')).toEqual([[Number(seq) + 1]]);
});
