import { backupWarnings, formatBytes } from '../../src/domain/backup.ts';
import { QueryError, useAdminQuery } from './admin-query.tsx';
import { dateTimeLabel } from './format.ts';

/** When the club was last saved, in one line; what is wrong with that is said above it. */
export function BackupStatus() {
  const { data, error } = useAdminQuery('GET /api/admin/backups');
  if (error) return <QueryError error={error} />;
  if (!data) return <p className="admin-backup-status muted">Looking for the last backup …</p>;
  const { last_success: last, at: dailyAt, keep, folder } = data;
  const warnings = backupWarnings(data, Date.now());
  const sentences = [...warnings];
  if (last) {
    const size = last.bytes ? `, ${formatBytes(last.bytes)}` : '';
    sentences.push(`Last backup ${dateTimeLabel(last.finished_at ?? last.started_at)}${size}.`);
  }
  if (dailyAt === '') sentences.push('The daily backup is off.');
  return (
    <section aria-label="Backups" className="admin-backup-status">
      <details className={warnings.length > 0 ? 'alert warning' : ''}>
        <summary>
          <span aria-hidden="true">{warnings.length > 0 ? '⚠' : '✓'}</span>
          <span>{sentences.join(' ')}</span>
        </summary>
        <dl className="facts">
          {last?.file && (
            <>
              <dt>File</dt>
              <dd>{last.file}</dd>
              <dt>Folder</dt>
              <dd>{data.in_folder ? folder : `not in ${folder}: made for another place, or taken away`}</dd>
            </>
          )}
          {last?.copied_to && (
            <>
              <dt>Copy</dt>
              <dd>{last.copied_to}</dd>
            </>
          )}
          <dt>Every day</dt>
          <dd>
            {dailyAt ? `at ${dailyAt}, the newest ${keep} are kept` : 'off: set [backup] at in club.toml'}
          </dd>
          <dt>By hand</dt>
          <dd>
            <code>padel-club backup</code>
          </dd>
        </dl>
      </details>
    </section>
  );
}
