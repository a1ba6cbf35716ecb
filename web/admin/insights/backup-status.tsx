import { backupWarnings, copyWarnings, formatBytes } from '../../../src/domain/backup-warnings.ts';
import { dateTimeLabel } from '../date-time-labels.ts';
import { QueryError } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

/** The last backup in one line, after the warnings about backups. */
export function BackupStatus() {
  const { data, error } = useAdminQuery('GET /api/admin/backups');
  if (error) return <QueryError error={error} />;
  if (!data) return <p className="admin-backup-status muted">Loading the last backup …</p>;
  const { last_success: last, at: dailyAt, keep, folder, copies } = data;
  const warnings = [...backupWarnings(data, Date.now()), ...copyWarnings(copies)];
  const sentences = [...warnings];
  if (last) {
    const size = last.bytes ? `, ${formatBytes(last.bytes)}` : '';
    sentences.push(`Last backup ${dateTimeLabel(last.finished_at ?? last.started_at)}${size}.`);
  }
  if (copies?.last_copy) {
    sentences.push(
      copies.uncopied_since === null
        ? 'Every change is copied.'
        : `Last copy ${dateTimeLabel(copies.last_copy)}.`,
    );
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
          <dd>{dailyAt ? `at ${dailyAt}; the newest ${keep} are kept` : 'off'}</dd>
          {copies && (
            <>
              <dt>Copies</dt>
              <dd>
                every {copies.every_minutes} minutes when something changed, to {copies.place}
                {copies.bytes ? `; the last one has ${formatBytes(copies.bytes)}` : ''}
              </dd>
              <dt>Rehearsal</dt>
              <dd>
                {copies.last_rehearsal
                  ? `A copy was restored and compared ${dateTimeLabel(copies.last_rehearsal)}`
                  : 'No copy was restored for a test yet'}
              </dd>
            </>
          )}
        </dl>
      </details>
    </section>
  );
}
