import { useEffect } from 'react';
import { shortDate } from '../../../src/domain/format-date.ts';
import { MACHINE_PARTS, type MachinePart } from '../../../src/domain/machine-settings.ts';
import { SETTING_FIELDS, SETTING_PAGES, type SettingPage } from '../../../src/domain/owner-settings.ts';
import { callApi } from '../../lib/api.ts';
import { MACHINE_PAGES, MachineForm } from '../../shared/settings/machine-form.tsx';
import { SETTING_LABELS, type SettingsData, SettingsForm } from '../../shared/settings/settings-form.tsx';
import { previewOf } from '../../shared/settings/settings-preview.tsx';
import { ActionButton } from '../action-button.tsx';
import { AuditLogList } from '../audit-log-list.tsx';
import { BackupStatus } from '../insights/backup-status.tsx';
import { OutdatedTransfers } from '../money/outdated-transfers.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { AddressCheck } from './address-check.tsx';
import { TestText } from './test-text.tsx';
import { WhatsappStatus } from './whatsapp-status.tsx';

const OWNER_PAGES = Object.keys(SETTING_PAGES) as SettingPage[];
type Page = SettingPage | MachinePart | 'history';
const PAGES: readonly Page[] = [...OWNER_PAGES, ...MACHINE_PARTS, 'history'];
const TITLES: Record<string, string> = {
  ...Object.fromEntries(OWNER_PAGES.map((page) => [page, SETTING_PAGES[page].title])),
  ...Object.fromEntries(MACHINE_PARTS.map((part) => [part, MACHINE_PAGES[part].title])),
  history: 'History',
};

function isMachinePart(page: Page): page is MachinePart {
  return (MACHINE_PARTS as readonly Page[]).includes(page);
}

/** All of the owner's settings, one screen per subject; a phone shows the list of subjects first. */
export default function SettingsPanel() {
  const { params, navigate, href } = useUrlParams();
  const { data, error } = useAdminQuery('GET /api/admin/settings');
  const page = PAGES.find((id) => id === params.page);
  useEffect(() => {
    // Earlier emails and bookmarks name a section of one long page.
    const old = /^#settings-(\w+)/.exec(location.hash)?.[1];
    const named = PAGES.find((id) => id === old);
    if (named && !page) navigate({ page: named }, { replace: true });
  });
  return (
    <section aria-label="Settings" className="settings" data-open={page !== undefined}>
      <nav aria-label="Pages of the settings" className="settings-nav">
        <h2>Settings</h2>
        <ul>
          {PAGES.map((id) => (
            <li key={id}>
              <a href={href({ page: id })} aria-current={id === (page ?? 'club') ? 'page' : undefined}>
                {TITLES[id]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <article className="settings-page">
        <a className="settings-back" href={href({ page: undefined })}>
          ‹ All settings
        </a>
        <QueryStatus data={data} error={error} />
        {data && <SettingsPage key={page} page={page ?? 'club'} data={data} />}
      </article>
    </section>
  );
}

function SettingsPage({ page, data }: { page: Page; data: SettingsData }) {
  if (page === 'history') return <SettingsHistory />;
  if (isMachinePart(page)) {
    return (
      <>
        <PageHead title={MACHINE_PAGES[page].title} lead={MACHINE_PAGES[page].lead} />
        <MachineForm key={page} part={page} />
        {page === 'address' && <AddressCheck />}
        {page === 'copies' && <BackupStatus />}
        {page === 'whatsapp' && <WhatsappStatus />}
      </>
    );
  }
  return (
    <>
      <PageHead {...SETTING_PAGES[page]} />
      {page === 'bank' && data.locked['bank.iban'] && (
        <p className="alert warning">
          The account is set on the server. The site sends no email when it changes there, so tell the owners,
          and the customers who have the earlier account, yourself.
        </p>
      )}
      {page === 'bank' && <PlannedChange planned={data.planned} />}
      {page === 'bank' && <OutdatedTransfers />}
      {page === 'messages' && data.machine.text_messages && <TestText />}
      <SettingsForm
        fields={SETTING_FIELDS.filter((field) => field.page === page)}
        data={data}
        preview={previewOf(page)}
        dated={page === 'bank' && data.values['bank.iban'] !== ''}
      />
    </>
  );
}

/** Settings that take effect on a later day, with a way to drop them. */
function PlannedChange({ planned }: { planned: SettingsData['planned'] }) {
  if (!planned) return null;
  return (
    <div className="alert">
      <p>
        <strong>From {shortDate(planned.from)}:</strong>{' '}
        {Object.entries(planned.changes)
          .map(([key, value]) => `${SETTING_LABELS[key] ?? key} ${value}`)
          .join(', ')}
      </p>
      <ActionButton
        className="ghost"
        failure="The change could not be dropped. Please try again."
        act={() => callApi('DELETE /api/admin/settings/planned')}
      >
        Drop this change
      </ActionButton>
    </div>
  );
}

function PageHead({ title, lead }: { title: string; lead?: string }) {
  return (
    <div>
      <h3>{title}</h3>
      {lead && <p className="muted">{lead}</p>}
    </div>
  );
}

/** What owners have changed, with old and new values. */
function SettingsHistory() {
  const { data, error } = useAdminQuery('GET /api/admin/settings/history');
  return (
    <>
      <PageHead title="History" />
      <QueryStatus data={data} error={error} />
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
    </>
  );
}

function formatChange(key: string, { from, to }: { from: unknown; to: unknown }): string {
  const label = SETTING_LABELS[key] ?? key;
  if (key.endsWith('_picture')) return `${label}: ${to ? 'new picture' : 'removed'}`;
  return `${label}: from “${from || 'nothing'}” to “${to || 'nothing'}”`;
}
