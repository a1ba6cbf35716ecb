import { type FormEvent, type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import type { ApiAnswer } from '../../../src/domain/api.ts';
import type { FieldErrors } from '../../../src/domain/failure.ts';
import {
  buildSettings,
  checkSettings,
  isSettingKey,
  type OwnerSettings,
  type SettingKey,
  type SettingValue,
} from '../../../src/domain/owner-settings.ts';
import { timeLabel } from '../../../src/domain/slot.ts';
import { ApiError, callApi, errorMessage } from '../../lib/api.ts';
import { loadNextPageFromServer } from '../../lib/full-navigation.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { InputField, Options, SelectField, TextareaField } from '../../ui/field.tsx';
import { SETTING_LABELS, type SettingField, type SettingGroup } from './setting-groups.ts';

export type SettingsData = ApiAnswer<'GET /api/admin/settings'>['data'];

/** The settings as the server stores them. */
export function settingsOf(values: SettingsData['values']): OwnerSettings {
  return buildSettings(
    Object.entries(values).filter((entry): entry is [SettingKey, SettingValue] => isSettingKey(entry[0])),
  );
}

/** The form of one group. What it saves counts everywhere at once; `preview` shows it before. */
export function SettingsForm({
  group,
  data,
  preview,
  submitLabel = 'Save',
  onSaved,
  children,
}: {
  group: SettingGroup;
  data: SettingsData;
  preview?: (settings: OwnerSettings) => ReactNode;
  submitLabel?: string;
  onSaved?: (() => void) | undefined;
  children?: ReactNode;
}) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [attempts, setAttempts] = useState(0);
  const [busy, setBusy] = useState(false);
  const textOf = ({ key }: SettingField) => typed[key] ?? String(data.values[key] ?? '');
  const changes = Object.fromEntries(
    group.fields
      .map((field) => [field.key, valueFrom(field, textOf(field))] as const)
      .filter(([key, value]) => value !== data.values[key]),
  );
  const current = settingsOf(data.values);

  const save = async () => {
    if (Object.keys(changes).length === 0) return;
    const check = checkSettings(changes, current);
    if (!check.ok) throw check.fields;
    await callApi('PUT /api/admin/settings', { body: { changes, version: data.version } });
    await invalidateQueries('/api/admin');
    loadNextPageFromServer();
    setTyped({});
    // The set-up goes on to its next step, whose buttons a toast would cover on a phone.
    if (!onSaved) toast.success('Saved', { description: 'The site shows it now.' });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      await save();
      setErrors({});
      onSaved?.();
    } catch (error) {
      const fields = error instanceof ApiError ? (error.failure?.fields ?? {}) : (error as FieldErrors);
      const known = Object.keys(fields).some((key) => group.fields.some((field) => field.key === key));
      setErrors(known ? fields : {});
      if (!known) setFailure(errorMessage(error, 'The settings could not be saved. Please try again.'));
      setAttempts((count) => count + 1);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className="settings-form" noValidate onSubmit={(event) => void submit(event)}>
      <ErrorSummary errors={errors} failedAttempts={attempts} labels={SETTING_LABELS} />
      <ErrorAlert text={failure} />
      <div className="settings-fields">
        {group.fields.map((field) => (
          <SettingControl
            key={field.key}
            field={field}
            value={textOf(field)}
            error={errors[field.key]}
            source={data.locked[field.key]}
            onChange={(text) => setTyped((all) => ({ ...all, [field.key]: text }))}
          />
        ))}
      </div>
      {children}
      {preview && <div className="settings-preview">{preview(previewSettings(current, changes))}</div>}
      <button type="submit" aria-busy={busy} disabled={busy}>
        {submitLabel}
      </button>
    </form>
  );
}

function SettingControl({
  field,
  value,
  error,
  source,
  onChange,
}: {
  field: SettingField;
  value: string;
  error: string | undefined;
  /** What sets it beside the dashboard, if anything. */
  source: string | undefined;
  onChange: (text: string) => void;
}) {
  const { key, label, kind } = field;
  const hint = source ? lockedHint(source) : field.hint || undefined;
  const common = { label, name: key, value, error, hint, disabled: source !== undefined };
  if (kind === 'long')
    return <TextareaField {...common} rows={3} onChange={(event) => onChange(event.target.value)} />;
  if (kind === 'yes_no') {
    return (
      <SelectField {...common} onChange={(event) => onChange(event.target.value)}>
        <option value="false">No</option>
        <option value="true">Yes</option>
      </SelectField>
    );
  }
  if (kind === 'hour') {
    return (
      <SelectField {...common} onChange={(event) => onChange(event.target.value)}>
        <Options of={HOURS.map((hour) => [hour, timeLabel(2 * hour)])} />
      </SelectField>
    );
  }
  const number = kind === 'number' ? { inputMode: 'decimal' as const } : {};
  const type = kind === 'number' || kind === 'url' ? 'text' : kind;
  return (
    <InputField
      {...common}
      {...number}
      type={type}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

function lockedHint(source: string): string {
  return source === 'club.toml'
    ? 'Locked: set in the file club.toml on the server, which wins.'
    : `Locked: set by the variable ${source} of the server, which wins.`;
}

/** The typed text as the setting's type; one that is no number stays text, which the check refuses. */
function valueFrom({ kind }: SettingField, text: string): SettingValue {
  if (kind === 'yes_no') return text === 'true';
  if (kind !== 'number' && kind !== 'hour') return text;
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : trimmed;
}

/** Shows the typed value while it can be stored, else the stored one. */
function previewSettings(current: OwnerSettings, changes: Record<string, SettingValue>): OwnerSettings {
  const check = checkSettings(changes, current);
  const fields = check.ok ? {} : check.fields;
  const valid = Object.entries(changes).filter(([key]) => !fields[key]);
  const stored = checkSettings(Object.fromEntries(valid), current);
  return stored.ok ? mergeSettings(current, stored.values) : current;
}

function mergeSettings(current: OwnerSettings, values: ReadonlyMap<SettingKey, SettingValue>): OwnerSettings {
  const all = Object.entries(current).flatMap(([section, entries]) =>
    Object.entries(entries).map(([name, value]) => [`${section}.${name}` as SettingKey, value] as const),
  );
  return buildSettings([...all, ...values]);
}
