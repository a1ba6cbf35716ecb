import type { ReactNode } from 'react';
import type { ApiAnswer } from '../../../src/domain/api.ts';
import { BANK_WEEKENDS, type BankWeekend } from '../../../src/domain/bank.ts';
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
import { callApi } from '../../lib/api.ts';
import { loadNextPageFromServer } from '../../lib/full-navigation.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
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

interface Values {
  /** What differs from the stored settings, as text. */
  typed: Record<string, string>;
  /** A date, or empty for now. */
  from: string;
}

const UNCHANGED: Values = { typed: {}, from: '' };

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
  const storedText = ({ key, example }: Field) => {
    const value = data.values[key] ?? '';
    return withoutExamples && example && value === readSetting(DEFAULT_SETTINGS, key) ? '' : String(value);
  };
  const controls = fields.filter(({ kind }) => kind !== 'picture' && kind !== 'raast');
  const current = settingsOf(data.values);
  const toBody = ({ typed }: Values) =>
    Object.fromEntries(
      controls
        .map((field) => [field.key, valueFrom(field, typed[field.key] ?? storedText(field))] as const)
        .filter(([key, value]) => value !== data.values[key]),
    );
  const { form, formProps, values, set, errors, problem, failedAttempts, busy } = useForm<Values>({
    schema: (changes) => {
      const check = checkSettings({ ...changes }, current);
      return check.ok ? {} : check.fields;
    },
    initialValues: UNCHANGED,
    toBody,
    onSubmit: async (submitted) => {
      const changes = toBody(submitted);
      const { from } = submitted;
      if (Object.keys(changes).length > 0) {
        await callApi('PUT /api/admin/settings', {
          body: { changes, version: data.version, ...(from ? { from } : {}) },
        });
        await invalidateQueries('GET /api/admin/*');
        loadNextPageFromServer();
        form.resetForm();
        // The set-up continues with its next step, whose buttons a toast would cover on a phone.
        if (!onSaved)
          showToast(
            'success',
            'Saved',
            from ? `It takes effect on ${shortDate(from)}.` : 'The site shows it now.',
          );
      }
      onSaved?.();
    },
    failure: 'The settings could not be saved. Please try again.',
  });

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
        value={values.typed[field.key] ?? storedText(field)}
        error={errors[field.key]}
        locked={field.key in data.locked}
        onChange={(text) => set('typed', { ...values.typed, [field.key]: text })}
      />
    );
  };
  const advanced = fields.filter((field) => field.advanced);
  return (
    <form className="settings-form" {...formProps}>
      <ErrorSummary errors={errors} failedAttempts={failedAttempts} labels={SETTING_LABELS} />
      <ErrorAlert text={problem} />
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
          value={values.from}
          hint="Empty: now. Customers who have the earlier account will then be listed here."
          onChange={(event) => set('from', event.target.value)}
        />
      )}
      {preview && <div className="settings-preview">{preview(previewSettings(current, toBody(values)))}</div>}
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
