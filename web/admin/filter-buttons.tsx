import type { ReactNode } from 'react';

/** A row of buttons that choose what a list shows. */
export function FilterButtons<Id extends string>({
  legend,
  choices,
  chosen,
  onChoose,
}: {
  legend: string;
  choices: readonly { id: Id; label: ReactNode }[];
  chosen: Id;
  onChoose: (id: Id) => void;
}) {
  return (
    <fieldset className="admin-choices">
      <legend className="visually-hidden">{legend}</legend>
      {choices.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className={id === chosen ? '' : 'quiet'}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
