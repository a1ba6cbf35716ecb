import { type BackupsResponse, backupWarnings, formatBytes } from '../../src/domain/backup.ts';
import { QueryError, useDesk } from './desk-query.tsx';
import { momentLabel } from './words.tsx';

/** When the club was last saved, in one line; what is wrong with that is said above it. */
export function BackupLine() {
  const { data, error } = useDesk<BackupsResponse['data']>('/api/admin/backups');
  if (error) return <QueryError error={error} />;
  if (!data) return <p className="desk-backup muted">Looking for the last backup …</p>;
  const { last_success: last, at, keep, folder } = data;
  const worries = backupWarnings(data, Date.now());
  const said = [...worries];
  if (last) {
    const size = last.bytes ? `, ${formatBytes(last.bytes)}` : '';
    said.push(`Last backup ${momentLabel(last.finished_at ?? last.started_at)}${size}.`);
  }
  if (at === '') said.push('The daily backup is off.');
  return (
    <section aria-label="Backups" className="desk-backup">
      <details className={worries.length > 0 ? 'notice warning' : ''}>
        <summary>
          <span aria-hidden="true">{worries.length > 0 ? '⚠' : '✓'}</span>
          <span>{said.join(' ')}</span>
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
          <dd>{at ? `at ${at}, the newest ${keep} are kept` : 'off: set [backup] at in club.toml'}</dd>
          <dt>By hand</dt>
          <dd>
            <code>padel-club backup</code>
          </dd>
        </dl>
      </details>
    </section>
  );
}
