import type { Coach } from '../../../src/domain/api/event-routes.ts';
import { EVENT_KIND_RULES } from '../../../src/domain/event.ts';
import { AUDIENCE_LABELS } from '../../../src/domain/event-labels.ts';
import { LEVEL_LABELS } from '../../../src/domain/match.ts';
import { InputField, Options, SelectField, SwitchField, TextareaField } from '../../ui/field.tsx';
import type { TextDraft } from './event-draft.ts';

interface FieldProps {
  name: string;
  error?: string | undefined;
}

/** What an event says of itself beside its dates. */
export function EventFields({
  values,
  coaches,
  fieldProps,
  set,
}: {
  values: TextDraft;
  coaches: readonly Coach[];
  fieldProps: (name: keyof TextDraft & string) => FieldProps & { value: string };
  set: (name: keyof TextDraft, value: unknown) => void;
}) {
  const rules = EVENT_KIND_RULES[values.kind];
  const active = coaches.filter(({ id, active }) => active || String(id) === values.coach_id);
  return (
    <>
      <div className="field-row">
        <InputField
          label="Price of a place (PKR)"
          inputMode="numeric"
          autoComplete="off"
          {...fieldProps('price')}
        />
        {rules.hasCoach && active.length > 0 && (
          <SelectField label="Coach" {...fieldProps('coach_id')}>
            <Options of={[['', 'No coach'], ...active.map(({ id, name }) => [id, name] as const)]} />
          </SelectField>
        )}
      </div>
      <div className="field-row">
        <InputField label="Least players" inputMode="numeric" autoComplete="off" {...fieldProps('least')} />
        <InputField label="Most players" inputMode="numeric" autoComplete="off" {...fieldProps('most')} />
      </div>
      <details>
        <summary>Text, level, rules</summary>
        <TextareaField
          label="Text (optional)"
          rows={3}
          maxLength={2000}
          hint="What happens, what to bring."
          {...fieldProps('text')}
        />
        <div className="field-row">
          <SelectField label="Level from" {...fieldProps('level_from')}>
            <Options of={[['', 'Any'], ...Object.entries(LEVEL_LABELS)]} />
          </SelectField>
          <SelectField label="Level to" {...fieldProps('level_to')}>
            <Options of={[['', 'Any'], ...Object.entries(LEVEL_LABELS)]} />
          </SelectField>
          <SelectField label="Who may join" {...fieldProps('for')}>
            <Options of={Object.entries(AUDIENCE_LABELS)} />
          </SelectField>
        </div>
        <div className="field-row">
          <InputField
            label="Join until, hours before"
            inputMode="numeric"
            autoComplete="off"
            hint="If fewer than the least players have joined by then, it’s cancelled."
            {...fieldProps('join_hours')}
          />
          <InputField
            label="Leave until, hours before"
            inputMode="numeric"
            autoComplete="off"
            hint="After that the price is kept."
            {...fieldProps('leave_hours')}
          />
        </div>
        {rules.hasMakeUps && (
          <SwitchField
            label="Missed dates can be made up"
            name="make_ups"
            checked={values.make_ups}
            onChange={({ target }) => set('make_ups', target.checked)}
          />
        )}
        <SwitchField
          label="Show on the site"
          name="public"
          hint="Off: only people with the link find it."
          checked={values.public}
          onChange={({ target }) => set('public', target.checked)}
        />
      </details>
    </>
  );
}
