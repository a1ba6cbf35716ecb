import { type FormEvent, type ReactNode, useState } from 'react';
import type { ApiAnswer } from '../../../src/domain/api.ts';
import { BANK_WEEKENDS, type BankWeekend } from '../../../src/domain/bank.ts';
import type { FieldErrors } from '../../../src/domain/failure.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import {
  buildSettings,
  checkSettings,
  DEFAULT_SETTINGS,
  isSettingKey,
  type OwnerSettings,
  readSetting,
  SETTING_FIELDS,
  type SettingKey,
  type SettingValue,
} from '../../../src/domain/owner-settings.ts';
import { timeLabel } from '../../../src/domain/slot.ts';
import { ApiError, callApi, errorMessage } from '../../lib/api.ts';
import { loadNextPageFromServer } from '../../lib/full-navigation.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { showToast } from '../../lib/toast.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { InputField, Options, SelectField, SwitchField, TextareaField } from '../../ui/field.tsx';
import { LOCKED_HINT, SettingPictureField } from './picture-field.tsx';
import { RaastField } from './raast-field.tsx';

export type SettingsData = ApiAnswer<'GET /api/admin/settings'>['data'];

type Field = (typeof SETTING_FIELDS)[number];

export const SETTING_LABELS: Record<string, string> = Object.fromEntries(
  SETTING_FIELDS.map(({ key, label }) => [key, label]),
);

const WEEKEND_LABELS: Record<BankWeekend, string> = {
  'saturday and sunday': 'Saturday and Sunday',
  sunday: 'Sunday',
  'friday and saturday': 'Friday and Saturday',
  none: 'None',
};

/** The settings as the server stores them. */
function settingsOf(values: SettingsData['values']): OwnerSettings {
  return buildSettings(
    Object.entries(values).filter((entry): entry is [SettingKey, SettingValue] => isSettingKey(entry[0])),
  );
}

/** A form for some settings. Saved changes apply everywhere at once; `preview` shows them beforehand. */
export function SettingsForm({
  fields,
  data,
  preview,
  submitLabel = 'Save',
  withoutExamples = false,
  dated = false,
  onSaved,
}: {
  fields: readonly Field[];
  data: SettingsData;
  preview?: ((settings: OwnerSettings) => ReactNode) | undefined;
  submitLabel?: string;
  /** Shows a new club's examples as empty fields, so that nobody saves them. */
  withoutExamples?: boolean;
  /** The change can take effect on a later day. */
  dated?: boolean;
  onSaved?: (() => void) | undefined;
}) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [attempts, setAttempts] = useState(0);
  const [busy, setBusy] = useState(false);
  const [from, setFrom] = useState('');
  const storedText = ({ key, example }: Field) => {
    const value = data.values[key] ?? '';
    return withoutExamples && example && value === readSetting(DEFAULT_SETTINGS, key) ? '' : String(value);
  };
  const textOf = (field: Field) => typed[field.key] ?? storedText(field);
  const controls = fields.filter(({ kind }) => kind !== 'picture' && kind !== 'raast');
  const changes = Object.fromEntries(
    controls
      .map((field) => [field.key, valueFrom(field, textOf(field))] as const)
      .filter(([key, value]) => value !== data.values[key]),
  );
  const current = settingsOf(data.values);

  const save = async () => {
    if (Object.keys(changes).length === 0) return;
    const check = checkSettings(changes, current);
    if (!check.ok) throw check.fields;
    await callApi('PUT /api/admin/settings', {
      body: { changes, version: data.version, ...(from ? { from } : {}) },
    });
    await invalidateQueries('GET /api/admin/*');
    loadNextPageFromServer();
    setTyped({});
    // The set-up continues with its next step, whose buttons a toast would cover on a phone.
    if (!onSaved)
      showToast(
        'success',
        'Saved',
        from ? `It takes effect on ${shortDate(from)}.` : 'The site shows it now.',
      );
    setFrom('');
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
      const refused = error instanceof ApiError ? (error.failure?.fields ?? {}) : (error as FieldErrors);
      const known = controls.some(({ key }) => refused[key]);
      setErrors(known ? refused : {});
      if (!known) setFailure(errorMessage(error, 'The settings could not be saved. Please try again.'));
      setAttempts((count) => count + 1);
    } finally {
      setBusy(false);
    }
  };

  const controlOf = (field: Field) => {
    const OwnField =
      field.kind === 'picture' ? SettingPictureField : field.kind === 'raast' ? RaastField : null;
    return OwnField ? (
      <OwnField
        key={field.key}
        field={field}
        value={String(data.values[field.key] ?? '')}
        locked={field.key in data.locked}
      />
    ) : (
      <SettingControl
        key={field.key}
        field={field}
        value={textOf(field)}
        error={errors[field.key]}
        locked={field.key in data.locked}
        onChange={(text) => setTyped((all) => ({ ...all, [field.key]: text }))}
      />
    );
  };
  const advanced = fields.filter((field) => field.advanced);
  return (
    <form className="settings-form" noValidate onSubmit={(event) => void submit(event)}>
      <ErrorSummary errors={errors} failedAttempts={attempts} labels={SETTING_LABELS} />
      <ErrorAlert text={failure} />
      <div className="settings-fields">{fields.filter((field) => !field.advanced).map(controlOf)}</div>
      {advanced.length > 0 && (
        <details open={advanced.some(({ key }) => errors[key]) || undefined}>
          <summary>Advanced</summary>
          <div className="settings-fields">{advanced.map(controlOf)}</div>
        </details>
      )}
      {dated && (
        <InputField
          label="Takes effect"
          name="settings-from"
          type="date"
          value={from}
          hint="Empty: now. Customers who have the earlier account will then be listed here."
          onChange={(event) => setFrom(event.target.value)}
        />
      )}
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
  locked,
  onChange,
}: {
  field: Field;
  value: string;
  error: string | undefined;
  /** Set in the server's own settings. */
  locked: boolean;
  onChange: (text: string) => void;
}) {
  const { key, label, kind } = field;
  const common = {
    label,
    name: key,
    value,
    error,
    hint: locked ? LOCKED_HINT : field.hint,
    disabled: locked,
  };
  if (kind === 'long')
    return <TextareaField {...common} rows={3} onChange={(event) => onChange(event.target.value)} />;
  if (kind === 'switch') {
    return (
      <SwitchField
        {...common}
        checked={value === 'true'}
        onChange={(event) => onChange(String(event.target.checked))}
      />
    );
  }
  if (kind === 'weekend') {
    return (
      <SelectField {...common} onChange={(event) => onChange(event.target.value)}>
        <Options of={BANK_WEEKENDS.map((weekend) => [weekend, WEEKEND_LABELS[weekend]])} />
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
  const type = kind === 'tel' || kind === 'email' ? kind : 'text';
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

/** Converts typed text to the setting's type; anything that isn't a number stays text, which the check rejects. */
function valueFrom({ kind }: Field, text: string): SettingValue {
  if (kind === 'switch') return text === 'true';
  if (kind !== 'number' && kind !== 'hour') return text;
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : trimmed;
}

/** Shows the typed value if it can be stored, otherwise the stored one. */
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
