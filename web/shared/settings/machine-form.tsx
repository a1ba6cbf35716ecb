import {
  CHANNEL_IDS,
  CHANNEL_SETTINGS,
  type ChannelId,
  channelFields,
  isChannelId,
} from '../../../src/domain/channel-settings.ts';
import type { FieldErrors } from '../../../src/domain/failure.ts';
import type { MachinePart, MachineSettings } from '../../../src/domain/machine-settings.ts';
import { ApiError, callApi } from '../../lib/api.ts';
import { invalidateQueries, useQuery } from '../../lib/query.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { InputField, Options, SelectField } from '../../ui/field.tsx';
import { LOCKED_HINT } from './picture-field.tsx';

interface Field {
  name: string;
  label: string;
  hint?: string;
  type?: 'password';
  /** Shown only while copies go there. */
  place?: PlaceKind;
  /** Collapsed, because most clubs leave it empty. */
  advanced?: true;
}

const PLACE_LABELS = {
  none: 'None yet',
  folder: 'A folder on another disk',
  bucket: 'Online storage, such as Amazon S3',
};
type PlaceKind = keyof typeof PLACE_LABELS;

interface MachinePage {
  title: string;
  lead: string;
  fields: readonly Field[];
}

function channelPages() {
  const pageOf = (id: ChannelId): MachinePage => ({
    title: CHANNEL_SETTINGS[id].label,
    lead: CHANNEL_SETTINGS[id].lead,
    fields: channelFields(id).map(([name, { label, hint, secret }]) => ({
      name,
      label,
      ...(hint ? { hint } : {}),
      ...(secret ? { type: 'password' } : {}),
    })),
  });
  return Object.fromEntries(CHANNEL_IDS.map((id) => [id, pageOf(id)])) as Record<ChannelId, MachinePage>;
}

/** What the machine needs from its owner; each part is tried before it takes effect. */
export const MACHINE_PAGES: Record<MachinePart, MachinePage> = {
  mail: {
    title: 'Email',
    lead: 'Your mail provider sends the club’s emails. Saving sends you a test email first.',
    fields: [
      { name: 'host', label: 'Mail server', hint: 'Such as smtp.gmail.com. Your provider can tell you.' },
      { name: 'port', label: 'Port', hint: 'Mostly 465 or 587.' },
      { name: 'user', label: 'User name', hint: 'Usually your email address.' },
      {
        name: 'password',
        label: 'Password of the mailbox',
        type: 'password',
        hint: 'Some providers give you an app password for this.',
      },
      { name: 'from', label: 'Sender', hint: 'Empty: the club’s name and email.' },
    ],
  },
  address: {
    title: 'Public address',
    lead: 'Links in emails lead here. Passkeys are tied to this address: add them again after changing it.',
    fields: [{ name: 'address', label: 'Address of the site', hint: 'Such as https://club.example.' }],
  },
  copies: {
    title: 'Backup copies',
    lead: 'Copies on another disk or online are made every few minutes. If this machine is lost, you continue from the copy.',
    fields: [
      { name: 'folder', place: 'folder', label: 'Folder', hint: 'Such as /mnt/copies or E:\\copies.' },
      { name: 'bucket', place: 'bucket', label: 'Bucket' },
      {
        name: 'endpoint',
        place: 'bucket',
        label: 'Address of the service',
        hint: 'Empty: Amazon S3.',
      },
      { name: 'access_key_id', place: 'bucket', label: 'Access key' },
      { name: 'secret_access_key', place: 'bucket', label: 'Secret key', type: 'password' },
      { name: 'region', place: 'bucket', advanced: true, label: 'Region' },
      { name: 'prefix', place: 'bucket', advanced: true, label: 'Folder in the bucket' },
      {
        name: 'folder',
        place: 'bucket',
        advanced: true,
        label: 'Folder of the daily backup',
        hint: 'On another disk, such as /mnt/copies.',
      },
    ],
  },
  ...channelPages(),
};

const POLL_MS = 500;

/** One part of the machine's settings; the server restarts with what it saves. */
export function MachineForm({
  part,
  submitLabel = 'Try and save',
  proposeHere = false,
  onSaved,
}: {
  part: MachinePart;
  submitLabel?: string;
  /** If there is no address yet, suggests that of the open page. */
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

interface Values {
  /** What differs from the stored settings. */
  typed: Record<string, string>;
  /** Null: as stored. */
  place: PlaceKind | null;
}

const UNCHANGED: Values = { typed: {}, place: null };

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
  const { fields: allFields } = MACHINE_PAGES[part];
  const locked = settings.locked.includes(part);
  const stored = storedValues(settings, part);
  const here = location.origin;
  const isHereAnAddress = part === 'address' && !locked && here.startsWith('https://');
  const proposed = proposeHere && isHereAnAddress && stored.address === '' ? { address: here } : stored;
  const storedPlace = stored.bucket ? 'bucket' : stored.folder ? 'folder' : 'none';
  // What belongs to another place is neither shown nor kept.
  const fieldsOf = ({ place }: Values) =>
    allFields.filter((field) => field.place === undefined || field.place === (place ?? storedPlace));
  const toBody = (values: Values) =>
    Object.fromEntries(
      fieldsOf(values).map(({ name }) => [name, values.typed[name] ?? proposed[name] ?? '']),
    );

  const { form, formProps, values, set, errors, problem, failedAttempts, busy } = useForm<Values>({
    schema: (body) => missingPlaceIn(body as Record<string, string>),
    initialValues: UNCHANGED,
    toBody,
    onSubmit: async (submitted) => {
      await save(part, toBody(submitted));
      await untilRestarted(settings.started);
      await invalidateQueries('GET /api/admin/*');
      form.resetForm();
      if (onSaved) onSaved();
      else showToast('success', 'Saved', 'It works, and is in use now.');
    },
    failure: 'The settings could not be saved. Please try again.',
  });
  const texts: Record<string, string> = toBody(values);
  const fields = fieldsOf(values);
  const mayUseHere = isHereAnAddress && texts.address !== here;
  const advanced = fields.filter((field) => field.advanced);
  const controlOf = ({ name, label, hint, type }: Field) => (
    <InputField
      key={name}
      label={label}
      name={name}
      type={type ?? 'text'}
      inputMode={name === 'port' ? 'numeric' : 'text'}
      autoComplete={type ? 'new-password' : 'off'}
      spellCheck={false}
      value={texts[name] ?? ''}
      hint={type && hasSecret(settings, part, name) ? 'Stored. Leave empty to keep it.' : hint}
      error={errors[name]}
      disabled={locked}
      onChange={(event) => set('typed', { ...values.typed, [name]: event.target.value })}
    />
  );
  return (
    <form className="settings-form" {...formProps}>
      <ErrorSummary
        errors={errors}
        failedAttempts={failedAttempts}
        labels={Object.fromEntries(fields.map(({ name, label }) => [name, label]))}
      />
      <ErrorAlert text={problem} />
      {locked && <p className="alert">{LOCKED_HINT}</p>}
      <div className="settings-fields">
        {part === 'copies' && (
          <SelectField
            label="Copies on another disk or online"
            name="copies-place"
            value={values.place ?? storedPlace}
            disabled={locked}
            onChange={({ target }) => set('place', target.value as PlaceKind)}
          >
            <Options of={Object.entries(PLACE_LABELS)} />
          </SelectField>
        )}
        {fields.filter((field) => !field.advanced).map(controlOf)}
      </div>
      {advanced.length > 0 && (
        <details open={advanced.some(({ name }) => errors[name]) || undefined}>
          <summary>Advanced</summary>
          <div className="settings-fields">{advanced.map(controlOf)}</div>
        </details>
      )}
      {mayUseHere && (
        <button type="button" className="ghost" onClick={() => set('typed', { address: here })}>
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

/** A chosen place needs its name; a bucket's page also asks for the folder of the daily backup. */
function missingPlaceIn(body: Record<string, string>): FieldErrors {
  const place = ['bucket', 'folder'].find((name) => name in body);
  return place && body[place]?.trim() === '' ? { [place]: `Please enter the ${place}.` } : {};
}

function storedValues(settings: MachineSettings, part: MachinePart): Record<string, string> {
  if (part === 'address') return { address: settings.address };
  if (part === 'copies') return { ...settings.copies, has_secret: '' };
  if (isChannelId(part)) return settings.channels[part]?.values ?? {};
  return { ...settings.mail, port: String(settings.mail.port), has_password: '' };
}

function hasSecret({ mail, copies, channels }: MachineSettings, part: MachinePart, name: string): boolean {
  if (isChannelId(part)) return channels[part]?.stored.includes(name) === true;
  return part === 'mail' ? mail.has_password : copies.has_secret;
}

async function save(part: MachinePart, values: Record<string, string>): Promise<void> {
  const text = (name: string) => values[name] ?? '';
  if (isChannelId(part)) {
    await callApi('PUT /api/admin/machine-settings/channels/:channel', {
      params: { channel: part },
      body: values,
    });
    return;
  }
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

/** Waits until a restarted server answers; with a new address, logging in may be necessary again. */
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
