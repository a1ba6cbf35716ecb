import { backupWarnings, formatBytes } from '../../src/domain/backup.ts';
import { QueryError, useAdminQuery } from './admin-query.tsx';
import { dateTimeLabel } from './format.ts';

/** The last backup in one line, after the warnings about backups. */
export function BackupStatus() {
  const { data, error } = useAdminQuery('GET /api/admin/backups');
  if (error) return <QueryError error={error} />;
  if (!data) return <p className="admin-backup-status muted">Loading the last backup …</p>;
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
              <dd>
                {data.in_folder
                  ? folder
                  : `${folder} does not contain it: it was written elsewhere, moved or deleted`}
              </dd>
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
            {dailyAt
              ? `at ${dailyAt}; the newest ${keep} are kept`
              : 'off; set `at` under [backup] in club.toml'}
          </dd>
          <dt>Command</dt>
          <dd>
            <code>padel-club backup</code>
          </dd>
        </dl>
      </details>
    </section>
  );
}
