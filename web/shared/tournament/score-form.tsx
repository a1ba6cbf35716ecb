import { type FormEvent, useState } from 'react';
import type { ShownGame } from '../../../src/domain/api/tournament-routes.ts';
import type { Score } from '../../../src/domain/tournament/tournament.ts';
import { InputField } from '../../ui/field.tsx';

/** Asks for one side's points, which determine the other's. */
export function ScoreForm({
  game: { sides, score },
  names,
  points,
  own,
  busy = false,
  onSave,
  onCancel,
}: {
  game: Pick<ShownGame, 'sides' | 'score'>;
  /** The two sides. */
  names: readonly [string, string];
  /** Both sides together. */
  points: number;
  /** The side whose points are asked for first. */
  own: 0 | 1;
  busy?: boolean;
  onSave: (score: Score) => void;
  onCancel: () => void;
}) {
  const [typed, setTyped] = useState(score ? score.map(String) : ['', '']);
  const [error, setError] = useState<string>();
  const edit = (side: 0 | 1) => (event: { target: { value: string } }) => {
    const { value } = event.target;
    const number = parsePoints(value, points);
    const other = number === null ? '' : String(points - number);
    setTyped(side === 0 ? [value, other] : [other, value]);
    setError(undefined);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const [first, second] = typed.map((value) => parsePoints(value, points));
    if (first == null || second == null || first + second !== points)
      return setError(`Please enter 0 to ${points} points.`);
    onSave([first, second]);
  };
  const order: readonly (0 | 1)[] = own === 0 ? [0, 1] : [1, 0];
  return (
    <form className="score-form" noValidate aria-busy={busy} onSubmit={save}>
      <div className="score-sides">
        {order.map((side, index) => (
          <InputField
            key={side}
            label={names[side]}
            name={`score-${sides[side].join('-')}`}
            inputMode="numeric"
            autoComplete="off"
            // The press that opened the form asked for this field.
            autoFocus={index === 0}
            value={typed[side] ?? ''}
            error={index === 0 ? error : undefined}
            onChange={edit(side)}
          />
        ))}
      </div>
      <p className="hint">Both sides together have {points} points.</p>
      <div className="cluster">
        <button type="submit" disabled={busy}>
          Save score
        </button>
        <button type="button" className="quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** Null if it isn't a valid number of points. */
function parsePoints(text: string, points: number): number | null {
  const number = /^\s*\d{1,2}\s*$/.test(text) ? Number(text) : null;
  return number !== null && number <= points ? number : null;
}
