import {
  LEVEL_LABELS,
  LEVELS,
  type Level,
  matchTextError,
  type OpenMatch,
} from '../../../src/domain/match.ts';
import { InputField, Options, SelectField, SwitchField } from '../../ui/field.tsx';
import { RadioChoice } from '../../ui/radio-choice.tsx';

const PLACES = { 1: '1 place', 2: '2 places', 3: '3 places' };

/** What a host says about a match: how many places, for whom, and who can see it. */
export function MatchFields({
  value,
  most,
  onChange,
}: {
  value: OpenMatch;
  /** Padel is for four, so this many places are left. */
  most: number;
  onChange: (value: OpenMatch) => void;
}) {
  const { places, level_from, level_to, text } = value;
  const set = (change: Partial<OpenMatch>) => onChange({ ...value, ...change });
  const from = level_from ? LEVELS.indexOf(level_from) : 0;
  const levels = LEVELS.map((level) => [level, LEVEL_LABELS[level]] as const);
  return (
    <>
      <RadioChoice
        legend="How many places are free?"
        name="match-places"
        labels={Object.fromEntries(Object.entries(PLACES).slice(0, most)) as Record<string, string>}
        value={String(places)}
        onChange={(count) => set({ places: Number(count) })}
      />
      <div className="field-row">
        <SelectField
          label="Level from"
          name="match-level-from"
          value={level_from ?? ''}
          onChange={({ target }) => {
            const level = (target.value || undefined) as Level | undefined;
            const isBelow = level && level_to && LEVELS.indexOf(level_to) < LEVELS.indexOf(level);
            set({ level_from: level, ...(isBelow ? { level_to: level } : {}) });
          }}
        >
          <Options of={[['', 'Any'], ...levels]} />
        </SelectField>
        <SelectField
          label="Level to"
          name="match-level-to"
          value={level_to ?? ''}
          onChange={({ target }) => set({ level_to: (target.value || undefined) as Level | undefined })}
        >
          <Options of={[['', 'Any'], ...levels.slice(from)]} />
        </SelectField>
      </div>
      <InputField
        label="Message to players (optional)"
        name="match-text"
        hint="Shown once you have paid, or if your account’s email is confirmed. No links or phone numbers."
        autoComplete="off"
        maxLength={200}
        value={text}
        error={matchTextError(text)}
        onChange={({ target }) => set({ text: target.value })}
      />
      <SwitchField
        label="Women only"
        name="match-women"
        checked={value.for === 'women'}
        onChange={({ target }) => set({ for: target.checked ? 'women' : 'everyone' })}
      />
      <SwitchField
        label="Show in Open matches"
        name="match-public"
        hint="Off: only people with the link can find it."
        checked={value.public}
        onChange={({ target }) => set({ public: target.checked })}
      />
    </>
  );
}

/** The fields of a match before the host has chosen anything. */
export function emptyMatch(most: number): OpenMatch {
  return { places: most, for: 'everyone', text: '', public: true };
}
