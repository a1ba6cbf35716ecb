import { backupWarnings, copyWarnings, formatBytes } from '../../../src/domain/backup-warnings.ts';
import { formatTimeOfDay } from '../../../src/domain/format-time.ts';
import { serverNow } from '../../lib/server-time.ts';
import { Facts } from '../../ui/facts.tsx';
import { dateTimeLabel } from '../date-time-labels.ts';
import { QueryStatus } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

/** The last backup in one line, after any warnings about backups. */
export function BackupStatus() {
  const { data, error } = useAdminQuery('GET /api/admin/backups');
  if (!data) return <QueryStatus data={data} error={error} />;
  const { last_success: last, at: dailyAt, keep, copies } = data;
  const warnings = [...backupWarnings(data, serverNow()), ...copyWarnings(copies)];
  const sentences = [...warnings];
  if (last) {
    const size = last.bytes ? `, ${formatBytes(last.bytes)}` : '';
    // Without copies elsewhere, the backups lie beside the club.
    const where = copies ? '' : ' on this machine';
    sentences.push(`Last backup${where}: ${dateTimeLabel(last.finished_at ?? last.started_at)}${size}.`);
  }
  if (copies?.last_copy) {
    sentences.push(
      copies.uncopied_since === null
        ? 'Every change is copied.'
        : `Last copy: ${dateTimeLabel(copies.last_copy)}.`,
    );
  }
  if (dailyAt === '') sentences.push('The daily backup is off.');
  if (!copies) sentences.push('Copies on another disk or online: none yet.');
  return (
    <section aria-label="Backups" className="admin-backup-status">
      <details className={warnings.length > 0 ? 'alert warning' : ''}>
        <summary>
          <span aria-hidden="true">{warnings.length > 0 ? '⚠' : '✓'}</span>
          <span>{sentences.join(' ')}</span>
        </summary>
        <Facts
          of={{
            'Daily backup': dailyAt ? `at ${formatTimeOfDay(dailyAt)}; the newest ${keep} are kept` : 'off',
            'Last backup':
              last?.file &&
              !data.in_folder &&
              'not where it should be: it was written elsewhere, moved or deleted',
            Copies:
              copies &&
              `every ${copies.every_minutes} minutes if something has changed${copies.bytes ? `; the last one has ${formatBytes(copies.bytes)}` : ''}`,
            'Last restore test':
              copies && (copies.last_rehearsal ? dateTimeLabel(copies.last_rehearsal) : 'none yet'),
          }}
        />
      </details>
    </section>
  );
}
