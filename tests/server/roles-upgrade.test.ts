/** The upgrade from one kind of admin to owners and staff. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { migrate } from '../../src/db/migrate.ts';

/** The schema whose users had `is_admin` as their only right. */
const SCHEMA_BEFORE = 13;

test('today’s admins become owners, the tally stays right, and is_admin follows the role', () => {
  const db = new Database(':memory:', { strict: true });
  migrate(db, SCHEMA_BEFORE);
  const insert = db.query(
    'INSERT INTO user (email, name, is_admin, created_at, updated_at) VALUES (?, ?, ?, 1, 1)',
  );
  for (let id = 1; id <= 500; id += 1)
    insert.run(`user${id}@example.com`, `User ${id}`, id % 100 === 0 ? 1 : 0);
  migrate(db);
  const users = () => db.query('SELECT is_admin, users FROM user_stats ORDER BY is_admin').values();
  expect(db.query('SELECT role, count(*) FROM user GROUP BY role ORDER BY role').values()).toEqual([
    [null, 495],
    ['owner', 5],
  ]);
  expect(db.query("SELECT count(*) FROM user WHERE is_admin <> (role IS 'owner')").values()).toEqual([[0]]);
  expect(users()).toEqual([
    [0, 495],
    [1, 5],
  ]);
  db.run("UPDATE user SET role = 'staff' WHERE id IN (1, 100)");
  db.run('UPDATE user SET role = NULL WHERE id = 200');
  db.run('DELETE FROM user WHERE id IN (2, 300)');
  db.run(
    "INSERT INTO user (email, name, role, created_at, updated_at) VALUES ('new@example.com', 'N', 'staff', 1, 1)",
  );
  expect(users()).toEqual([
    [0, 494],
    [1, 5],
  ]);
  expect(() => db.run("UPDATE user SET role = 'king' WHERE id = 3")).toThrow('CHECK constraint failed');
  db.close();
});
