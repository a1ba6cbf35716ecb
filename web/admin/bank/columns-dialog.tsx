import { type FormEvent, useState } from 'react';
import type { BankColumns, ProposedColumns } from '../../../src/domain/bank.ts';
import { formatIban } from '../../../src/domain/iban.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Options, SelectField } from '../../ui/field.tsx';
import { TableRegion } from '../../ui/table-region.tsx';
import { ReadingProgress } from './reading-progress.tsx';

const SHOWN_LINES = 3;
const MAX_LABEL = 60;

const ORDERS = [
  ['dmy', 'Day first: 31/12'],
  ['mdy', 'Month first: 12/31'],
  ['ymd', 'Year first: 2026-12-31'],
] as const;

/** Confirms the columns of a new bank, once. */
export function ColumnsDialog({
  question: { columns, rows },
  busy,
  error,
  onConfirm,
  onClose,
}: {
  question: { columns: ProposedColumns; rows: string[][] };
  busy: boolean;
  error: string | null;
  onConfirm: (columns: BankColumns) => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState(columns);
  const [header = [], ...lines] = rows.slice(chosen.header);
  const names = header.map((name, index) => [index, name || `Column ${index + 1}`] as const);
  const choose = (patch: Partial<ProposedColumns>) => setChosen((before) => ({ ...before, ...patch }));
  const numberOf = (text: string) => (text === '' ? null : Number(text));
  const { date, credit, debit, direction, date_order, text } = chosen;
  const isWhole = date !== null && credit !== null && date_order !== null && text.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole)
      onConfirm({ ...chosen, date, credit, date_order, direction: debit === null ? direction : null });
  };
  return (
    <Dialog title="Which column is which?" onClose={onClose}>
      <form onSubmit={submit}>
        <p>
          This bank is new here. Is it the account {formatIban(chosen.iban)}? You confirm its columns once.
        </p>
        <SelectField
          label="Row with the column names"
          name="bank-header"
          required
          value={chosen.header}
          onChange={(event) =>
            setChosen({ ...NOTHING, iban: chosen.iban, header: Number(event.target.value) })
          }
        >
          <Options of={rows.map((cells, index) => [index, rowLabel(cells)])} />
        </SelectField>
        <TableRegion label="First lines" className="small bank-first-lines">
          <thead>
            <tr>
              {names.map(([index, name]) => (
                <th key={index} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, SHOWN_LINES).map((cells) => (
              <tr key={cells.join('|')}>
                {names.map(([index]) => (
                  <td key={index}>{cells[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </TableRegion>
        <ColumnSelect
          label="Date"
          name="bank-date"
          names={names}
          value={date}
          onChange={(value) => choose({ date: numberOf(value) })}
        />
        <SelectField
          label="Date format"
          name="bank-order"
          required
          value={date_order ?? ''}
          onChange={(event) =>
            choose({ date_order: (event.target.value || null) as ProposedColumns['date_order'] })
          }
        >
          <option value="">Please choose</option>
          <Options of={ORDERS} />
        </SelectField>
        <ColumnSelect
          label="Money in"
          name="bank-credit"
          names={names}
          value={credit}
          onChange={(value) => choose({ credit: numberOf(value) })}
        />
        <ColumnSelect
          label="Money out"
          name="bank-debit"
          none="In the same column"
          names={names}
          value={debit}
          onChange={(value) => choose({ debit: numberOf(value) })}
        />
        {debit === null && (
          <ColumnSelect
            label="How money out is marked"
            name="bank-direction"
            none="A minus, brackets or Dr"
            names={names}
            value={direction}
            onChange={(value) => choose({ direction: numberOf(value) })}
          />
        )}
        <fieldset>
          <legend>Sender, reference and description</legend>
          {names.map(([index, name]) => (
            <label key={index}>
              <input
                type="checkbox"
                checked={text.includes(index)}
                onChange={(event) =>
                  choose({
                    text: event.target.checked ? [...text, index] : text.filter((one) => one !== index),
                  })
                }
              />
              {name}
            </label>
          ))}
        </fieldset>
        <ErrorAlert text={error} />
        {busy && <ReadingProgress />}
        <button type="submit" aria-busy={busy} disabled={busy || !isWhole}>
          Read the statement
        </button>
      </form>
    </Dialog>
  );
}

/** Has to be chosen again when the names are in a different row. */
const NOTHING = {
  date: null,
  date_order: null,
  time: null,
  credit: null,
  debit: null,
  direction: null,
  text: [],
};

function rowLabel(cells: readonly string[]): string {
  const label = cells.filter(Boolean).join(' | ');
  return label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL)} …` : label;
}

/** Chooses a column by name; `none` says what leaving it out means; without it, a column is required. */
function ColumnSelect({
  none,
  names,
  value,
  onChange,
  ...field
}: {
  label: string;
  name: string;
  none?: string;
  names: readonly (readonly [number, string])[];
  value: number | null;
  onChange: (value: string) => void;
}) {
  return (
    <SelectField
      {...field}
      required={none === undefined}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{none ?? 'Please choose'}</option>
      <Options of={names} />
    </SelectField>
  );
}
