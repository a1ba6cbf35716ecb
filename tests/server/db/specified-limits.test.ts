/** The lengths and defaults that the specification gives to stored fields. */
import { beforeAll, expect, test } from 'bun:test';
import { bookingBody, clubForTestFile } from '../../support/test-club.ts';

const club = clubForTestFile();

beforeAll(async () => {
  await club.signIn();
  await club.post('/api/book', bookingBody());
  await club.post('/api/contact', {
    ...{ name: 'Ayesha Khan', email: 'ayesha@example.com' },
    ...{ subject: 'lessons', message: 'Do you teach beginners?' },
  });
});

test.each([
  ['court', 'name', 100],
  ['court', 'image_url', 500],
  ['booking', 'date', 10],
  ['booking', 'start_time', 5],
  ['booking', 'provider_ref', 100],
  ['payer', 'name', 100],
  ['payer', 'email', 255],
  ['payer', 'phone', 20],
  ['payer', 'payment_receipt', 500],
  ['user', 'email', 255],
  ['contact_message', 'subject', 200],
])('%s.%s holds %d characters and no more', (table, column, length) => {
  const { db } = club.club;
  const write = (text: string) => () =>
    db.run(`UPDATE ${table} SET ${column} = ? WHERE id = (SELECT min(id) FROM ${table})`, [text]);
  db.run('BEGIN');
  try {
    expect(write('x'.repeat(length + 1))).toThrow('constraint failed');
    expect(write('x'.repeat(length))).not.toThrow();
  } finally {
    db.run('ROLLBACK');
  }
});

test.each([
  ['court', { hourly_rate: '5000', features: "'[]'", active: '1' }],
  ['booking', { duration: '60', state: "'pending'", price: '0' }],
  ['user', { preferences: "'{}'", email_verified: '0' }],
])('%s has the specified defaults', (table, defaults) => {
  const columns = club.rows<{ name: string; dflt_value: string }>(`PRAGMA table_info(${table})`);
  const found = Object.fromEntries(columns.map(({ name, dflt_value }) => [name, dflt_value]));
  expect(found).toMatchObject(defaults);
});
