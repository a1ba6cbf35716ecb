import { useState } from 'react';
import type * as v from 'valibot';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { refundAccountSchema } from '../../../src/domain/self-service.ts';
import { useForm } from '../../lib/use-form.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { InputField } from '../../ui/field.tsx';

/** Asks where the refund of a bank transfer should go, and shows the answer. */
export default function RefundAccountCard({
  owed,
  account,
  onSave,
}: {
  /** PKR. */
  owed: number;
  account: string | null;
  onSave: (account: v.InferOutput<typeof refundAccountSchema>) => Promise<unknown>;
}) {
  const [isEditing, setIsEditing] = useState(false);
  const form = useForm({
    schema: refundAccountSchema,
    initialValues: { title: '', account: '' },
    onSubmit: async (body) => {
      await onSave(body);
      setIsEditing(false);
    },
    failure: 'The connection was lost. Please try again.',
  });
  const amount = formatPkr(owed);
  return (
    <section className="card highlighted" aria-labelledby="refund-title">
      <h2 id="refund-title">Your refund</h2>
      {account !== null && !isEditing ? (
        <>
          <p role="status">
            We send {amount} to <strong className="manage-email">{account}</strong>.
          </p>
          <button type="button" className="link" onClick={() => setIsEditing(true)}>
            Use another account
          </button>
        </>
      ) : (
        <form {...form.formProps} aria-busy={form.busy}>
          <p>
            Where shall we send your <span className="no-wrap">{amount}</span>?
          </p>
          <InputField label="Name on the account" autoComplete="name" {...form.fieldProps('title')} />
          <InputField
            label="IBAN or wallet number"
            hint="A wallet number is the mobile number you use with Easypaisa or JazzCash."
            autoComplete="off"
            spellCheck={false}
            {...form.fieldProps('account')}
          />
          <ErrorAlert text={form.problem} />
          <button type="submit" className="wide" disabled={form.busy}>
            Send my refund there
          </button>
        </form>
      )}
    </section>
  );
}
