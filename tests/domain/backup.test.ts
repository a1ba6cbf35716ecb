import { expect, test } from 'bun:test';
import { type BackupRun, backupWorries, formatBytes } from '../../src/domain/backup.ts';

const NOW = Date.parse('2026-11-21T10:00:00+05:00');
const run = (over: Partial<BackupRun>): BackupRun => ({
  id: 1,
  started_at: '2026-11-21T05:00:00+05:00',
  finished_at: '2026-11-21T05:00:03+05:00',
  ok: true,
  file: 'club.tar.zst',
  bytes: 3_200_000,
  copied_to: null,
  message: '',
  ...over,
});
const worries = (over: { last_success?: BackupRun | null; runs?: BackupRun[] }) =>
  backupWorries({ last_success: run({}), runs: [run({})], ...over }, NOW);

test('a club saved this morning gives no worry, also while the next backup runs', () => {
  expect(worries({})).toEqual([]);
  const running = run({ ok: false, started_at: '2026-11-21T09:58:00+05:00', finished_at: null });
  expect(worries({ runs: [running, run({})] })).toEqual([]);
});

test('a backup is too old after two days, to the minute', () => {
  const made = (finished_at: string) => worries({ last_success: run({ finished_at }) });
  expect(made('2026-11-19T10:01:00+05:00')).toEqual([]);
  expect(made('2026-11-19T09:59:00+05:00')).toEqual(['The last backup is 2 days old.']);
});

test('a failed attempt is told with its message, one that never ended as cut off', () => {
  const failed = run({ ok: false, message: 'The disk is full' });
  expect(worries({ runs: [failed, run({})] })).toEqual(['The last attempt failed: The disk is full']);
  expect(worries({ runs: [run({}), failed] })).toEqual([]);
  const killed = run({ ok: false, finished_at: null });
  expect(worries({ runs: [killed] })).toEqual(['The last attempt was cut off before it was done.']);
});

test('a club without any backup hears of it', () => {
  expect(worries({ last_success: null, runs: [] })).toEqual(['No backup of this club has been made yet.']);
});

test.each([
  [412_000, '412 KB'],
  [3_240_000, '3.2 MB'],
  [1_400_000_000, '1.4 GB'],
])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
