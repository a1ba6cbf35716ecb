import { type FormEvent, useState } from 'react';
import type { FieldErrors } from '../../../src/domain/failure.ts';
import type { MachinePart, MachineSettings } from '../../../src/domain/machine-settings.ts';
import { ApiError, callApi, errorMessage } from '../../lib/api.ts';
import { invalidateQueries, useQuery } from '../../lib/query.ts';
import { showToast } from '../../lib/toast.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { InputField } from '../../ui/field.tsx';
import { LOCKED_HINT } from './picture-field.tsx';

interface Field {
  name: string;
  label: string;
  hint?: string;
  type?: 'password';
}

/** What the machine needs from its owner: each part is tried before it counts. */
export const MACHINE_PAGES: Record<MachinePart, { title: string; lead: string; fields: readonly Field[] }> = {
  mail: {
    title: 'Email',
    lead: 'Your mail provider sends the emails of the club. Saving sends you a test email first.',
    fields: [
      { name: 'host', label: 'Mail server', hint: 'Such as smtp.gmail.com. Your provider names it.' },
      { name: 'port', label: 'Port', hint: 'Mostly 465 or 587.' },
      { name: 'user', label: 'User name', hint: 'Mostly your email address.' },
      {
        name: 'password',
        label: 'Password of the mailbox',
        type: 'password',
        hint: 'Some providers give you an app password for this.',
      },
      { name: 'from', label: 'Sender', hint: 'Empty: the name and the email of the club.' },
    ],
  },
  address: {
    title: 'Public address',
    lead: 'Links in emails lead here. Passkeys belong to an address: add them again after a change.',
    fields: [{ name: 'address', label: 'Address of the site', hint: 'Such as https://club.example.' }],
  },
  copies: {
    title: 'Place of the copies',
    lead: 'The club is copied there every few minutes. If this machine is lost, you continue from the copy.',
    fields: [
      { name: 'folder', label: 'Folder', hint: 'On another disk, such as /mnt/copies. Empty: none.' },
      {
        name: 'bucket',
        label: 'Bucket',
        hint: 'Of Amazon S3 or a service like it. It wins over the folder.',
      },
      { name: 'endpoint', label: 'Address of the service' },
      { name: 'region', label: 'Region' },
      { name: 'prefix', label: 'Folder in the bucket' },
      { name: 'access_key_id', label: 'Access key' },
      { name: 'secret_access_key', label: 'Secret key', type: 'password' },
    ],
  },
};

const POLL_MS = 500;

/** One part of the machine's settings; the server starts again with what it saves. */
export function MachineForm({
  part,
  submitLabel = 'Try and save',
  proposeHere = false,
  onSaved,
}: {
  part: MachinePart;
  submitLabel?: string;
  /** Where there is no address yet, the form begins with that of the open page. */
  proposeHere?: boolean;
  onSaved?: () => void;
}) {
  const { data, state } = useQuery('GET /api/admin/machine-settings');
  if (state === 'failed' && !data) {
    return (
      <div className="alert danger" role="alert">
        <p>The settings could not be read.</p>
        <button
          type="button"
          className="quiet"
          onClick={() => void invalidateQueries('GET /api/admin/machine-settings')}
        >
          Try again
        </button>
      </div>
    );
  }
  if (!data) return <p aria-busy="true">One moment …</p>;
  return (
    <PartForm
      part={part}
      settings={data.data}
      submitLabel={submitLabel}
      proposeHere={proposeHere}
      onSaved={onSaved}
    />
  );
}

function PartForm({
  part,
  settings,
  submitLabel,
  proposeHere,
  onSaved,
}: {
  part: MachinePart;
  settings: MachineSettings;
  submitLabel: string;
  proposeHere: boolean;
  onSaved: (() => void) | undefined;
}) {
  const { fields } = MACHINE_PAGES[part];
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [attempts, setAttempts] = useState(0);
  const [busy, setBusy] = useState(false);
  const locked = settings.locked.includes(part);
  const stored = storedValues(settings, part);
  const here = location.origin;
  const isHereAnAddress = part === 'address' && !locked && here.startsWith('https://');
  const proposed = proposeHere && isHereAnAddress && stored.address === '' ? { address: here } : stored;
  const textOf = (name: string) => typed[name] ?? proposed[name] ?? '';
  const mayUseHere = isHereAnAddress && textOf('address') !== here;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      await save(part, Object.fromEntries(fields.map(({ name }) => [name, textOf(name)])));
      await untilRestarted(settings.started);
      await invalidateQueries('GET /api/admin/*');
      setErrors({});
      setTyped({});
      if (onSaved) onSaved();
      else showToast('success', 'Saved', 'It works and counts now.');
    } catch (error) {
      const refused = error instanceof ApiError ? (error.failure?.fields ?? {}) : {};
      setErrors(refused);
      if (Object.keys(refused).length === 0)
        setFailure(errorMessage(error, 'The settings could not be saved. Please try again.'));
      setAttempts((count) => count + 1);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="settings-form" noValidate onSubmit={(event) => void submit(event)}>
      <ErrorSummary
        errors={errors}
        failedAttempts={attempts}
        labels={Object.fromEntries(fields.map(({ name, label }) => [name, label]))}
      />
      <ErrorAlert text={failure} />
      {locked && <p className="alert">{LOCKED_HINT}</p>}
      <div className="settings-fields">
        {fields.map(({ name, label, hint, type }) => (
          <InputField
            key={name}
            label={label}
            name={name}
            type={type ?? 'text'}
            inputMode={name === 'port' ? 'numeric' : 'text'}
            autoComplete={type ? 'new-password' : 'off'}
            spellCheck={false}
            value={textOf(name)}
            hint={type && hasSecret(settings, part) ? 'Stored. Empty: it stays.' : hint}
            error={errors[name]}
            disabled={locked}
            onChange={(event) => setTyped((all) => ({ ...all, [name]: event.target.value }))}
          />
        ))}
      </div>
      {mayUseHere && (
        <button type="button" className="ghost" onClick={() => setTyped({ address: here })}>
          Use {here}
        </button>
      )}
      {!locked && (
        <button type="submit" aria-busy={busy} disabled={busy}>
          {submitLabel}
        </button>
      )}
    </form>
  );
}

function storedValues(settings: MachineSettings, part: MachinePart): Record<string, string> {
  if (part === 'address') return { address: settings.address };
  if (part === 'copies') return { ...settings.copies, has_secret: '' };
  return { ...settings.mail, port: String(settings.mail.port), has_password: '' };
}

function hasSecret({ mail, copies }: MachineSettings, part: MachinePart): boolean {
  return part === 'mail' ? mail.has_password : copies.has_secret;
}

async function save(part: MachinePart, values: Record<string, string>): Promise<void> {
  const text = (name: string) => values[name] ?? '';
  switch (part) {
    case 'mail':
      await callApi('PUT /api/admin/machine-settings/mail', {
        body: {
          host: text('host'),
          port: Number(text('port')),
          user: text('user'),
          password: text('password'),
          from: text('from'),
        },
      });
      return;
    case 'address':
      await callApi('PUT /api/admin/machine-settings/address', { body: { address: text('address') } });
      return;
    case 'copies':
      await callApi('PUT /api/admin/machine-settings/copies', {
        body: {
          folder: text('folder'),
          bucket: text('bucket'),
          endpoint: text('endpoint'),
          region: text('region'),
          prefix: text('prefix'),
          access_key_id: text('access_key_id'),
          secret_access_key: text('secret_access_key'),
        },
      });
  }
}

/** Waits until another start of the server answers; with a new address the login may be needed again. */
async function untilRestarted(startedBefore: number): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    try {
      const { started } = (await callApi('GET /api/admin/machine-settings')).data;
      if (started !== startedBefore) return;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return;
    }
  }
}
