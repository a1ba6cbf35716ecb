import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatPkr } from '../../../src/domain/format-money.ts';
import {
  type ItemEntryRequest,
  itemEntryRequestSchema,
  MONEY_METHOD_LABELS,
  MONEY_METHODS,
  type MoneyMethod,
  proposedMethod,
} from '../../../src/domain/ledger.ts';
import { DOUBLE_TAP_MS } from '../../lib/ignore-second-tap.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { DialogFoot } from '../dialog-foot.tsx';
import { AmountInput, ChoiceInput, TextInput } from '../inputs.tsx';
import { describeWays, KIND_LABELS } from './ledger-labels.ts';

/** How many people may share a payment. */
const PEOPLE = [1, 2, 3, 4];

interface Values {
  /** Null until typed or chosen: as suggested. */
  amount: string | null;
  method: MoneyMethod | null;
  reference: string;
  people: number;
}

const SUGGESTED: Values = { amount: null, method: null, reference: '', people: 1 };

/**
 * Takes a payment or gives money back, for whatever the payer owes. Suggests what is due; for a refund, each part the
 * way it came. Change the `key` when the balance changes its sign.
 */
export function EntryForm({
  payer,
  due: balance,
  ways,
  mayShare = false,
  before,
  qr,
  seen,
  send,
  onClose,
}: {
  payer: { name: string; credit: number | null; user_id: number | null; payment_method: string | null };
  /** PKR: positive to take, negative to give back. */
  due: number;
  /** How the money that is given back came. */
  ways: readonly { method: MoneyMethod; amount: number }[];
  /** Up to four people pay a part each, in four taps. */
  mayShare?: boolean;
  before?: ReactNode;
  /** The code the customer pays with; `choose` presets a bank transfer. */
  qr?: (choose: () => void) => ReactNode;
  /** Another number after every entry, so that the same amount can be taken twice. */
  seen: number;
  send: (
    kind: 'payments' | 'refunds',
    body: ItemEntryRequest,
    headers: { 'idempotency-key': string },
  ) => Promise<unknown>;
  /** Called once everything is settled; without it, the form stays. */
  onClose?: () => void;
}) {
  const isRefund = balance < 0;
  const due = Math.abs(balance);
  const credit = payer.credit ?? 0;
  const retryHeader = useIdempotencyKey();
  const submitRef = useRef<HTMLButtonElement>(null);
  // What the last press recorded: the form for the rest looks the same.
  const [recorded, setRecorded] = useState<string | null>(null);
  // The second press of a double press must not take what the first one left.
  const [resting, setResting] = useState(false);
  useEffect(() => {
    if (!resting) return;
    const timer = setTimeout(() => setResting(false), DOUBLE_TAP_MS);
    return () => clearTimeout(timer);
  }, [resting]);
  // The form appears after its dialog has opened, and its suggestion is usually right. A refund's first lines stay in
  // view.
  useEffect(() => {
    if (!resting && onClose) submitRef.current?.focus({ preventScroll: true });
  }, [resting, onClose]);

  const methodOf = ({ method }: Values) =>
    method ?? ways[0]?.method ?? proposedMethod(payer.payment_method ?? '');
  const amountOf = (values: Values) => {
    const method = methodOf(values);
    const part = isRefund
      ? (ways.find((way) => way.method === method)?.amount ?? due)
      : Math.ceil(due / values.people);
    return values.amount ?? String(method === 'credit' && !isRefund ? Math.min(part, credit) : part);
  };
  const toBody = (values: Values): ItemEntryRequest => ({
    amount: Number(amountOf(values)),
    method: methodOf(values),
    ...(values.reference ? { reference: values.reference } : {}),
  });
  const { form, formProps, values, set, errors, problem, busy } = useForm<Values>({
    isStaff: true,
    schema: itemEntryRequestSchema,
    initialValues: SUGGESTED,
    toBody,
    onSubmit: async (values) => {
      const body = toBody(values);
      await send(isRefund ? 'refunds' : 'payments', body, retryHeader({ ...body, seen }));
      showToast(
        'success',
        isRefund ? 'Refund recorded' : 'Payment recorded',
        `${payer.name}, ${formatPkr(body.amount)}`,
      );
      // The sheet closes before the reload, so that the keyboard continues from the balance behind it.
      if (body.amount >= due && onClose) return onClose();
      const kind = KIND_LABELS[isRefund ? 'refund' : 'payment'];
      setRecorded(`${kind}: ${describeWays([body])}. ${formatPkr(due - body.amount)} left.`);
      await form.setValues({
        ...SUGGESTED,
        people: Math.max(1, values.people - 1),
        method: isRefund ? null : body.method === 'credit' ? 'cash' : values.method,
      });
      setResting(true);
    },
    failure: 'The entry could not be saved. Please try again.',
  });
  const method = methodOf(values);
  const amount = amountOf(values);
  const methods = MONEY_METHODS.filter(
    (id) => id !== 'credit' || (isRefund ? payer.user_id !== null : credit > 0),
  );
  return (
    <form className="admin-money-form" {...formProps}>
      {recorded && <p className="alert success">{recorded}</p>}
      {isRefund && before}
      {mayShare && !isRefund && (
        <fieldset>
          <legend>Split by</legend>
          {PEOPLE.map((count) => (
            <button
              key={count}
              type="button"
              className="quiet"
              aria-pressed={count === values.people}
              onClick={() => void form.setValues({ ...values, people: count, amount: null })}
            >
              {count}
            </button>
          ))}
        </fieldset>
      )}
      {ways.length > 1 && <p className="muted">Give it back the way it came: {describeWays(ways)}.</p>}
      <AmountInput
        label="Amount in PKR"
        value={amount}
        error={errors.amount}
        onText={(text) => set('amount', text)}
      />
      <ChoiceInput
        label={isRefund ? 'Given back by' : 'Paid by'}
        of={methods.map((id) => {
          const left = id === 'credit' && !isRefund ? ` (${formatPkr(credit)} left)` : '';
          return [id, `${MONEY_METHOD_LABELS[id]}${left}`] as const;
        })}
        value={method}
        onChoose={(id) => set('method', id)}
      />
      <TextInput
        label="Reference (optional)"
        maxLength={200}
        value={values.reference}
        error={errors.reference}
        onText={(text) => set('reference', text)}
      />
      {!isRefund && qr?.(() => set('method', 'bank_transfer'))}
      <DialogFoot error={problem} {...(onClose ? { onClose } : {})}>
        <button type="submit" ref={submitRef} aria-busy={busy} disabled={resting}>
          {`${isRefund ? 'Give back' : 'Take'} ${formatPkr(Number(amount))}`}
        </button>
      </DialogFoot>
    </form>
  );
}
