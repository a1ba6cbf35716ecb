import { type FormEvent, useState } from 'react';
import type { BankColumns, ProposedColumns } from '../../../src/domain/bank.ts';
import { formatIban } from '../../../src/domain/iban.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Options, SelectField } from '../../ui/field.tsx';
import { TableRegion } from '../../ui/table-region.tsx';
import { ReadingProgress } from './reading-progress.tsx';

const ORDERS = [
  ['dmy', 'Day first: 31/12'],
  ['mdy', 'Month first: 12/31'],
  ['ymd', 'Year first: 2026-12-31'],
] as const;

/** A bank that is new: its columns are confirmed once. */
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
  const [header = [], ...lines] = rows;
  const names = header.map((name, index) => [index, name || `Column ${index + 1}`] as const);
  const choose = (patch: Partial<ProposedColumns>) => setChosen((before) => ({ ...before, ...patch }));
  const numberOf = (text: string) => (text === '' ? null : Number(text));
  const { date, credit, date_order, text } = chosen;
  const isWhole = date !== null && credit !== null && date_order !== null && text.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) onConfirm({ ...chosen, date, credit, date_order });
  };
  return (
    <Dialog title="Which column is which?" onClose={onClose}>
      <form onSubmit={submit}>
        <p>
          This bank is new here. Is it the account {formatIban(chosen.iban)}? You confirm its columns once.
        </p>
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
            {lines.slice(0, 3).map((cells) => (
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
          label="The date is written"
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
          label="Money that came in"
          name="bank-credit"
          names={names}
          value={credit}
          onChange={(value) => choose({ credit: numberOf(value) })}
        />
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

function ColumnSelect({
  names,
  value,
  onChange,
  ...field
}: {
  label: string;
  name: string;
  names: readonly (readonly [number, string])[];
  value: number | null;
  onChange: (value: string) => void;
}) {
  return (
    <SelectField {...field} required value={value ?? ''} onChange={(event) => onChange(event.target.value)}>
      <option value="">Please choose</option>
      <Options of={names} />
    </SelectField>
  );
}
