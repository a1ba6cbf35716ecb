import { useState } from 'react';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { MONEY_METHOD_LABELS, topUpSchema } from '../../../src/domain/ledger.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { ActionForm } from '../action-form.tsx';
import { AmountInput, ChoiceInput } from '../inputs.tsx';

const METHODS = ['cash', 'bank_transfer', 'card'] as const;

interface Values {
  paid: string;
  /** Null until typed: as much as is paid. */
  credit: string | null;
  method: (typeof METHODS)[number];
}

/** Sells prepaid credit to a member; credit above the price is a package bonus. */
export function SellCredit({ userId }: { userId: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const toBody = ({ paid, credit, method }: Values) => ({
    paid: Number(paid),
    credit: Number(credit ?? paid),
    method,
  });
  const form = useForm<Values>({
    isStaff: true,
    schema: topUpSchema,
    initialValues: { paid: '', credit: null, method: 'cash' },
    toBody,
    onSubmit: async (values) => {
      await callApi('POST /api/admin/users/:id/credit', { params: { id: userId }, body: toBody(values) });
      showToast('success', 'Credit sold');
      setIsOpen(false);
      form.form.resetForm();
    },
    failure: 'The credit could not be sold. Please try again.',
  });
  const { values, errors, set } = form;
  const { paid } = values;
  const credit = values.credit ?? paid;
  const bonus = Number(credit) - Number(paid);
  return (
    <details
      className="admin-money-sell"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>Sell credit</summary>
      <ActionForm form={form} submitLabel="Sell credit">
        <AmountInput
          label="Paid in PKR"
          value={paid}
          error={errors.paid}
          onText={(digits) => set('paid', digits)}
        />
        <AmountInput
          label="Credit in PKR"
          value={credit}
          error={errors.credit}
          onText={(digits) => set('credit', digits)}
        />
        <p className="muted small" role="status">
          {bonus > 0 && paid !== '' ? `Includes a bonus of ${formatPkr(bonus)}.` : ''}
        </p>
        <ChoiceInput
          label="Paid by"
          of={METHODS.map((id) => [id, MONEY_METHOD_LABELS[id]] as const)}
          value={values.method}
          onChoose={(method) => set('method', method)}
        />
      </ActionForm>
    </details>
  );
}
