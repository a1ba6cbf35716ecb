import { useState } from 'react';
import { companySchema } from '../../src/domain/api/ledger-answers.ts';
import { callApi } from '../lib/api.ts';
import { setQueryData, useQuery } from '../lib/query.ts';
import { useForm } from '../lib/use-form.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { InputField } from '../ui/field.tsx';
import { Row } from './booking-view/row.tsx';

/** The company on a booking's invoice; used by the customer, whose page has it as a row, and by the reception. */
export function CompanyForm({ bookingId, isRow = false }: { bookingId: number; isRow?: boolean }) {
  const address = { params: { id: bookingId }, keyOf: bookingId };
  const [isOpen, setIsOpen] = useState(false);
  const { data, state } = useQuery('GET /api/booking/:id/statement', { ...address, skip: !isOpen });
  const failed = isOpen && state === 'failed' && !data;
  const [saved, setSaved] = useState(false);
  const { form, fieldProps, formProps, problem, busy } = useForm({
    schema: companySchema,
    initialValues: {
      company: data?.company?.company ?? '',
      tax_number: data?.company?.tax_number ?? '',
    },
    enableReinitialize: true,
    onSubmit: async (body) => {
      const answer = await callApi('PUT /api/booking/:id/company', { ...address, body });
      setQueryData('GET /api/booking/:id/statement', answer, address);
      setSaved(true);
    },
    failure: 'The company could not be saved. Please try again.',
  });
  const title = 'Invoice for a company';
  // A club without a tax number has no invoice for what is paid.
  const isInvoice = data && (data.booking.balance > 0 || data.issuer.tax_number !== '');
  const paper = isInvoice ? 'invoice' : 'receipt';
  const content = (
    <form aria-busy={isOpen && !data && !failed} {...formProps}>
      <ErrorAlert text={failed ? 'The company could not be loaded. Please reload the page.' : problem} />
      <InputField label="Company" autoComplete="organization" {...fieldProps('company')} />
      <InputField
        label="Tax number (NTN)"
        autoComplete="off"
        {...fieldProps('tax_number')}
        name="company-tax-number"
      />
      <p className="cluster">
        <button type="submit" className="ghost" aria-busy={busy} disabled={!data}>
          Save the company
        </button>
        <a href={`/receipt?booking_id=${bookingId}`} target="_blank" rel="noreferrer">
          See the {paper}
        </a>
      </p>
      <p role="status">{saved && !form.dirty && `Saved. It’s now on the ${paper}.`}</p>
    </form>
  );
  if (isRow) {
    return (
      <Row id="company-title" title={title} onToggle={setIsOpen}>
        {content}
      </Row>
    );
  }
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {content}
    </details>
  );
}
