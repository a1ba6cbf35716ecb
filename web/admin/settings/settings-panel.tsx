import { SettingPictureField } from '../../shared/settings/picture-field.tsx';
import { SETTING_GROUPS, SETTING_LABELS } from '../../shared/settings/setting-groups.ts';
import { type SettingsData, SettingsForm } from '../../shared/settings/settings-form.tsx';
import { previewOf } from '../../shared/settings/settings-preview.tsx';
import { AuditLogList } from '../audit-log-list.tsx';
import { BackupStatus } from '../insights/backup-status.tsx';
import { OutdatedTransfers } from '../money/outdated-transfers.tsx';
import { QueryError } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { ServerSettings } from './server-settings.tsx';

/** Everything the owner sets, group by group; each group saves on its own and counts at once. */
export default function SettingsPanel() {
  const { data, error } = useAdminQuery('GET /api/admin/settings');
  return (
    <section aria-label="Settings" className="settings">
      <div className="admin-day-head">
        <h2>Settings</h2>
      </div>
      <QueryError error={error} />
      {!data && !error && <p aria-busy="true">Loading settings …</p>}
      {data && (
        <>
          <nav aria-label="Groups of settings" className="cluster settings-nav">
            {SETTING_GROUPS.map(({ id, title }) => (
              <a key={id} href={`#settings-${id}`}>
                {title}
              </a>
            ))}
          </nav>
          {SETTING_GROUPS.map((group) => (
            <article key={group.id} id={`settings-${group.id}`} className="settings-group">
              <h3>{group.title}</h3>
              <p className="muted">{group.lead}</p>
              {group.id === 'bank' && data.locked['bank.iban'] && (
                <p className="alert warning">
                  The account is set on the server. The site sends no email when it changes there: tell the
                  owners, and the customers who know the earlier account, yourself.
                </p>
              )}
              {group.id === 'bank' && <OutdatedTransfers />}
              <SettingsForm group={group} data={data} {...withPreview(group.id)}>
                <GroupPictures id={group.id} data={data} />
              </SettingsForm>
            </article>
          ))}
          <ServerSettings machine={data.machine} />
          <BackupStatus />
          <SettingsHistory />
        </>
      )}
    </section>
  );
}

function withPreview(id: string) {
  const preview = previewOf(id);
  return preview ? { preview } : {};
}

function GroupPictures({ id, data }: { id: string; data: SettingsData }) {
  const urlOf = (key: string) => String(data.values[key] ?? '');
  if (id === 'bank') {
    const file = urlOf('bank.qr_picture');
    return (
      <SettingPictureField
        name="bank_qr"
        legend="QR code of the bank"
        hint="A screenshot of the code in your banking app. Customers scan it to pay."
        url={file && `/media/${file}`}
        source={data.locked['bank.qr_picture']}
      />
    );
  }
  if (id !== 'landing') return null;
  return (
    <>
      <SettingPictureField
        name="hero"
        legend="Picture of the welcome"
        hint="A wide photo behind the welcome text. Without one the page shows a court at night."
        url={urlOf('landing.hero_picture')}
        source={data.locked['landing.hero_picture']}
      />
      <SettingPictureField
        name="food"
        legend="Picture of Food & Drink"
        hint="Without one the page shows a lounge."
        url={urlOf('landing.food_picture')}
        source={data.locked['landing.food_picture']}
      />
    </>
  );
}

/** What was changed, collapsed because owners rarely need it. */
function SettingsHistory() {
  const { data, error } = useAdminQuery('GET /api/admin/settings/history');
  return (
    <details className="settings-history">
      <summary>History</summary>
      <QueryError error={error} />
      {data && (
        <AuditLogList
          history={data.history}
          formatEntry={({ details }) =>
            Object.entries(details)
              .map(([key, change]) => formatChange(key, change as { from: unknown; to: unknown }))
              .join('. ')
          }
        />
      )}
    </details>
  );
}

function formatChange(key: string, { from, to }: { from: unknown; to: unknown }): string {
  const label = SETTING_LABELS[key] ?? key;
  if (key.endsWith('_picture')) return `${label}: ${to ? 'new picture' : 'removed'}`;
  return `${label}: from “${from ?? 'nothing'}” to “${to ?? 'nothing'}”`;
}
