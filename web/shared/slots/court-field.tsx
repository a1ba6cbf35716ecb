import { invalidateQueries } from '../../lib/query.ts';
import { Options, SelectField } from '../../ui/field.tsx';
import { useCourts } from '../use-courts.ts';

const COURT_PROMPTS = {
  loading: 'Loading courts...',
  failed: 'Courts not loaded',
  ready: 'Select a court',
};

/** Chooses a court, for single half-hours and for a booking being moved. */
export function CourtField({
  name = 'court',
  courtId,
  onChoose,
}: {
  name?: string;
  courtId: number | null;
  onChoose: (courtId: number | null) => void;
}) {
  const { state, courts } = useCourts();
  return (
    <SelectField
      label="Court"
      name={name}
      value={state === 'ready' ? (courtId ?? '') : ''}
      disabled={state === 'loading'}
      required
      hint={
        state === 'failed' && (
          <button type="button" className="link" onClick={() => void invalidateQueries('GET /api/courts')}>
            Load the courts again
          </button>
        )
      }
      onChange={(event) => onChoose(Number(event.target.value) || null)}
    >
      <option value="">{COURT_PROMPTS[state]}</option>
      {state === 'ready' && <Options of={courts.map(({ id, name }) => [id, name])} />}
    </SelectField>
  );
}
