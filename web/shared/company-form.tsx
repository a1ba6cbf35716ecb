import { type FormEvent, useState } from 'react';
import { callApi } from '../lib/api.ts';
import { setQueryData, useQuery } from '../lib/query.ts';
import { useAction } from '../lib/use-action.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { InputField } from '../ui/field.tsx';
import { Row } from './booking-view/row.tsx';

/** The company on a booking's invoice; used by the customer, whose page has it as a row, and by the reception. */
export function CompanyForm({ bookingId, isRow = false }: { bookingId: number; isRow?: boolean }) {
  const address = { params: { id: bookingId }, keyOf: bookingId };
  const [isOpen, setIsOpen] = useState(false);
  const { data, state } = useQuery('GET /api/booking/:id/statement', { ...address, skip: !isOpen });
  const failed = isOpen && state === 'failed' && !data;
  const [typed, setTyped] = useState<{ company?: string; tax_number?: string }>({});
  const [saved, setSaved] = useState(false);
  const { busy, error, run } = useAction('The company could not be saved. Please try again.');
  const body = {
    company: typed.company ?? data?.company?.company ?? '',
    tax_number: typed.tax_number ?? data?.company?.tax_number ?? '',
  };
  const change = (patch: typeof typed) => {
    setTyped({ ...typed, ...patch });
    setSaved(false);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const answer = await callApi('PUT /api/booking/:id/company', { ...address, body });
      setQueryData('GET /api/booking/:id/statement', answer, address);
      setTyped({});
      setSaved(true);
    });
  };
  const title = 'Invoice for a company';
  const form = (
    <form aria-busy={isOpen && !data && !failed} noValidate onSubmit={save}>
      <ErrorAlert text={failed ? 'The invoice could not be loaded. Please reload the page.' : error} />
      <InputField
        label="Company"
        name="company"
        autoComplete="organization"
        value={body.company}
        onChange={(event) => change({ company: event.target.value })}
      />
      <InputField
        label="Tax number (NTN)"
        name="company-tax-number"
        autoComplete="off"
        value={body.tax_number}
        onChange={(event) => change({ tax_number: event.target.value })}
      />
      <p className="cluster">
        <button type="submit" className="ghost" aria-busy={busy} disabled={!data}>
          Save the company
        </button>
        <a href={`/receipt?booking_id=${bookingId}`} target="_blank" rel="noreferrer">
          See the invoice
        </a>
      </p>
      <p role="status">{saved && 'Saved. It’s now on the invoice.'}</p>
    </form>
  );
  if (isRow) {
    return (
      <Row id="company-title" title={title} onToggle={setIsOpen}>
        {form}
      </Row>
    );
  }
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {form}
    </details>
  );
}
