import { useState } from 'react';
import { toast } from 'sonner';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { MONEY_METHOD_LABELS } from '../../../src/domain/ledger.ts';
import { callApi } from '../../lib/api.ts';
import { ActionForm } from '../action-form.tsx';
import { AmountInput, ChoiceInput } from '../inputs.tsx';

const METHODS = ['cash', 'bank_transfer', 'card'] as const;

/** Sells prepaid credit to a member; credit above the price is a package bonus. */
export function SellCredit({ userId }: { userId: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const [paid, setPaid] = useState('');
  const [typedCredit, setTypedCredit] = useState<string | null>(null);
  const [method, setMethod] = useState<(typeof METHODS)[number]>('cash');
  const credit = typedCredit ?? paid;
  const bonus = Number(credit) - Number(paid);
  const sell = () => {
    const body = { paid: Number(paid), credit: Number(credit), method };
    return callApi('POST /api/admin/users/:id/credit', { params: { id: userId }, body });
  };
  return (
    <details
      className="admin-money-sell"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>Sell credit</summary>
      <ActionForm
        failure="The credit could not be sold. Please try again."
        act={sell}
        onDone={() => {
          toast.success('Credit sold');
          setIsOpen(false);
          setPaid('');
          setTypedCredit(null);
        }}
        submitLabel="Sell credit"
      >
        <AmountInput label="Paid in PKR" value={paid} onText={setPaid} />
        <AmountInput label="Credit in PKR" value={credit} onText={setTypedCredit} />
        <p className="muted small" role="status">
          {bonus > 0 && paid !== '' ? `Includes a bonus of ${formatPkr(bonus)}.` : ''}
        </p>
        <ChoiceInput
          label="Paid by"
          of={METHODS.map((id) => [id, MONEY_METHOD_LABELS[id]] as const)}
          value={method}
          onChoose={setMethod}
        />
      </ActionForm>
    </details>
  );
}
