import { expect, test } from 'bun:test';
import { type BackupRun, backupWarnings, formatBytes } from '../../src/domain/backup-warnings.ts';

const NOW = Date.parse('2026-11-21T10:00:00+05:00');
const backupRun = (over: Partial<BackupRun>): BackupRun => ({
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
const warnings = (over: { last_success?: BackupRun | null; runs?: BackupRun[] }) =>
  backupWarnings({ last_success: backupRun({}), runs: [backupRun({})], ...over }, NOW);

test('a backup from this morning gives no warning, even while the next backup runs', () => {
  expect(warnings({})).toEqual([]);
  const running = backupRun({ ok: false, started_at: '2026-11-21T09:58:00+05:00', finished_at: null });
  expect(warnings({ runs: [running, backupRun({})] })).toEqual([]);
});

test('a backup older than two days gives a warning', () => {
  const made = (finished_at: string) => warnings({ last_success: backupRun({ finished_at }) });
  expect(made('2026-11-19T10:01:00+05:00')).toEqual([]);
  expect(made('2026-11-19T09:59:00+05:00')).toEqual(['The last backup is 2 days old.']);
});

test('the warning quotes the error of a failed attempt and mentions an attempt that never ended', () => {
  const failed = backupRun({ ok: false, message: 'The disk is full' });
  expect(warnings({ runs: [failed, backupRun({})] })).toEqual(['The last attempt failed: The disk is full']);
  expect(warnings({ runs: [backupRun({}), failed] })).toEqual([]);
  const killed = backupRun({ ok: false, finished_at: null });
  expect(warnings({ runs: [killed] })).toEqual(['The last attempt was interrupted before it finished.']);
});

test('a club without a backup gets a warning', () => {
  expect(warnings({ last_success: null, runs: [] })).toEqual(['This club has no backup yet.']);
});

test.each([
  [412_000, '412 KB'],
  [3_240_000, '3.2 MB'],
  [1_400_000_000, '1.4 GB'],
])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
