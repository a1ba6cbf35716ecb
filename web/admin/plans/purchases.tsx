import { useState } from 'react';
import type { Person } from '../../../src/domain/api/customer-routes.ts';
import type { PlanOffer, Purchase } from '../../../src/domain/api/plan-answers.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { describeBalance, MONEY_METHOD_LABELS } from '../../../src/domain/ledger.ts';
import {
  endPurchaseSchema,
  extendPurchaseSchema,
  sellPlanSchema,
  sellToContactSchema,
} from '../../../src/domain/plan-schemas.ts';
import { PURCHASE_STATUS_LABELS, purchaseFacts } from '../../../src/domain/plan-texts.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { useIsOwner } from '../../shared/session.tsx';
import { InputField } from '../../ui/field.tsx';
import { ActionButton } from '../action-button.tsx';
import { ActionForm } from '../action-form.tsx';
import { CustomerFields } from '../customer-fields.tsx';
import { FormDialog } from '../dialog-form.tsx';
import { ChoiceInput, TextInput } from '../inputs.tsx';
import { ListLine } from '../list-line.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

const PAID_BY = [
  ['later', 'Pays later'],
  ...(['cash', 'bank_transfer', 'card', 'credit'] as const).map(
    (method) => [method, MONEY_METHOD_LABELS[method]] as const,
  ),
] as const;

/** What somebody bought, and what the reception sells them; nothing in a club without plans. */
export function BuyerPurchases({ buyer }: { buyer: Person }) {
  const { user_id, email, phone } = buyer;
  const plans = useAdminQuery('GET /api/admin/plans').data?.plans ?? [];
  const ofMember = useAdminQuery('GET /api/admin/users/:id/purchases', {
    params: { id: user_id ?? 0 },
    skip: plans.length === 0 || user_id === null,
  });
  const ofContact = useAdminQuery('GET /api/admin/purchases', {
    query: { email, phone },
    skip: plans.length === 0 || user_id !== null,
  });
  const { data } = user_id === null ? ofContact : ofMember;
  if (plans.length === 0 || !data) return null;
  const offers = plans.filter(({ active }) => active);
  return (
    <>
      <h3>Plans</h3>
      {data.purchases.length === 0 && <p className="muted">No plans yet.</p>}
      <ul className="lines">
        {data.purchases.map((purchase) => (
          <ListLine key={purchase.id} name={purchase.name} details={describePurchase(purchase)}>
            <PurchaseActions purchase={purchase} />
          </ListLine>
        ))}
      </ul>
      {offers.length > 0 && <SellPlan key={user_id} buyer={buyer} offers={offers} />}
    </>
  );
}

/** `Active. Hours left: 3 h. Period: Fri, Nov 20 – Sat, Dec 19. PKR 15,000 to collect` */
export function describePurchase(purchase: Purchase): string {
  const { status, balance, receipt_waits } = purchase;
  return [
    PURCHASE_STATUS_LABELS[status],
    ...purchaseFacts(purchase).map(([label, value]) => `${label}: ${value}`),
    ...(balance === 0 ? [] : [describeBalance(balance)]),
    ...(receipt_waits ? ['A receipt is to be checked'] : []),
  ].join('. ');
}

export function PurchaseActions({ purchase }: { purchase: Purchase }) {
  const { id, version, kind, status } = purchase;
  const isOwner = useIsOwner();
  const [open, setOpen] = useState<'end' | 'extend' | null>(null);
  if (status === 'ended') return null;
  const isPaused = status === 'paused';
  const mayPause = kind === 'plan' && (isPaused || status === 'active');
  return (
    <>
      <span className="cluster admin-row-actions">
        {mayPause && (
          <ActionButton
            failure="The plan could not be changed. Please try again."
            act={() =>
              callApi('PUT /api/admin/purchases/:id/pause', {
                params: { id },
                body: { version, paused: !isPaused },
              })
            }
          >
            {isPaused ? 'Resume' : 'Pause'}
          </ActionButton>
        )}
        {isOwner && status !== 'waiting' && (
          <button type="button" className="quiet" onClick={() => setOpen('extend')}>
            Extend
          </button>
        )}
        <button type="button" className="quiet" onClick={() => setOpen('end')}>
          End
        </button>
      </span>
      {open === 'end' && <EndForm purchase={purchase} onDone={() => setOpen(null)} />}
      {open === 'extend' && <ExtendForm purchase={purchase} onDone={() => setOpen(null)} />}
    </>
  );
}

function EndForm({ purchase, onDone }: { purchase: Purchase; onDone: () => void }) {
  const { id, name, version, gives_back } = purchase;
  const toBody = ({ reason }: { reason: string }) => ({ version, reason, amount_back: gives_back });
  const form = useForm({
    isStaff: true,
    schema: endPurchaseSchema,
    initialValues: { reason: '' },
    toBody,
    onSubmit: async (values) => {
      await callApi('PUT /api/admin/purchases/:id/end', { params: { id }, body: toBody(values) });
      showToast('success', `${name} ended`);
      onDone();
    },
    failure: 'The plan could not be ended. Please try again.',
  });
  return (
    <ActionForm
      form={form}
      submitLabel={`End ${name}`}
      submitClass="danger"
      disabled={form.values.reason.trim() === ''}
    >
      <p>
        {gives_back === 0
          ? 'Nothing is refunded.'
          : `${formatPkr(gives_back)} is refunded for the days and hours that are left.`}{' '}
        Bookings made with it stay.
      </p>
      <TextInput label="Reason, which the member reads" maxLength={200} {...form.fieldProps('reason')} />
    </ActionForm>
  );
}

function ExtendForm({ purchase, onDone }: { purchase: Purchase; onDone: () => void }) {
  const { id, name, version } = purchase;
  const toBody = ({ reason, days }: { reason: string; days: string }) => ({
    version,
    reason,
    days: Number(days),
  });
  const form = useForm({
    isStaff: true,
    schema: extendPurchaseSchema,
    initialValues: { days: '7', reason: '' },
    toBody,
    onSubmit: async (values) => {
      await callApi('PUT /api/admin/purchases/:id/extend', { params: { id }, body: toBody(values) });
      showToast('success', `${name} extended`);
      onDone();
    },
    failure: 'It could not be extended. Please try again.',
  });
  return (
    <ActionForm form={form} submitLabel={`Extend ${name}`} disabled={form.values.reason.trim() === ''}>
      <TextInput label="Days" inputMode="numeric" {...form.fieldProps('days')} />
      <TextInput label="Reason" maxLength={200} {...form.fieldProps('reason')} />
    </ActionForm>
  );
}

interface SaleValues {
  /** Empty until one is chosen: the first. */
  chosen: string;
  method: (typeof PAID_BY)[number][0];
}

function SellPlan({ buyer, offers }: { buyer: Person; offers: readonly PlanOffer[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const form = useForm<SaleValues>({
    isStaff: true,
    schema: sellPlanSchema,
    initialValues: { chosen: '', method: 'cash' },
    toBody: (values) => saleOf(values, offers),
    onSubmit: async (values) => {
      await sell(buyer, saleOf(values, offers));
      showToast('success', `${chosenOffer(offers, values.chosen)?.name} sold`);
      setIsOpen(false);
    },
    failure: SALE_FAILURE,
  });
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Sell a plan</summary>
      <ActionForm form={form} submitLabel={saleLabel(offers, form.values.chosen)}>
        <SaleFields offers={offers} values={form.values} set={form.set} />
      </ActionForm>
    </details>
  );
}

const SALE_FAILURE = 'The plan could not be sold. Please try again.';

const chosenOffer = (offers: readonly PlanOffer[], chosen: string) =>
  offers.find(({ version_id }) => String(version_id) === chosen) ?? offers[0];

const saleLabel = (offers: readonly PlanOffer[], chosen: string) =>
  `Sell for ${formatPkr(chosenOffer(offers, chosen)?.terms.price ?? 0)}`;

function saleOf({ chosen, method }: SaleValues, offers: readonly PlanOffer[]) {
  const version_id = chosenOffer(offers, chosen)?.version_id ?? 0;
  return { version_id, ...(method === 'later' ? {} : { method }) };
}

async function sell({ user_id, name, phone, email }: Person, sale: ReturnType<typeof saleOf>): Promise<void> {
  if (user_id === null) await callApi('POST /api/admin/purchases', { body: { ...sale, name, phone, email } });
  else await callApi('POST /api/admin/users/:id/purchases', { params: { id: user_id }, body: sale });
}

/** Which plan, and how it is paid. */
function SaleFields({
  offers,
  values,
  set,
}: {
  offers: readonly PlanOffer[];
  values: SaleValues;
  set: (name: 'chosen' | 'method', value: string) => void;
}) {
  return (
    <>
      <ChoiceInput
        label="Plan"
        of={offers.map(({ version_id, name }) => [String(version_id), name] as const)}
        value={String(chosenOffer(offers, values.chosen)?.version_id ?? '')}
        onChoose={(id) => set('chosen', id)}
      />
      <ChoiceInput
        label="Paid by"
        of={PAID_BY}
        value={values.method}
        onChoose={(method) => set('method', method)}
      />
    </>
  );
}

interface NewSaleValues extends SaleValues {
  name: string;
  phone: string;
  email: string;
}

/** Sells a plan to a known customer or a new one. */
function SellPlanDialog({ offers, onClose }: { offers: readonly PlanOffer[]; onClose: () => void }) {
  const [found, setFound] = useState<Person | null>(null);
  const toBody = ({ name, phone, email, ...sale }: NewSaleValues) => ({
    ...saleOf(sale, offers),
    name,
    phone,
    email,
  });
  const form = useForm<NewSaleValues>({
    isStaff: true,
    schema: sellToContactSchema,
    initialValues: { chosen: '', method: 'cash', name: '', phone: '', email: '' },
    toBody,
    onSubmit: async (values) => {
      const { name, phone, email } = values;
      await sell({ user_id: found?.user_id ?? null, name, phone, email }, saleOf(values, offers));
      showToast('success', `${chosenOffer(offers, values.chosen)?.name} sold`, name);
      onClose();
    },
    failure: SALE_FAILURE,
  });
  return (
    <FormDialog
      title="Sell a plan"
      form={form}
      submitLabel={saleLabel(offers, form.values.chosen)}
      onClose={onClose}
    >
      <CustomerFields form={form} onChoose={setFound} />
      <InputField
        label="Email (optional)"
        hint="An account with this email also books online with the plan."
        type="email"
        autoComplete="off"
        {...form.fieldProps('email')}
      />
      <SaleFields offers={offers} values={form.values} set={form.set} />
    </FormDialog>
  );
}

/** Opens the sale; nothing in a club that sells no plan. */
export function SellPlanButton() {
  const [isOpen, setIsOpen] = useState(false);
  const plans = useAdminQuery('GET /api/admin/plans').data?.plans ?? [];
  const offers = plans.filter(({ active }) => active);
  if (offers.length === 0) return null;
  return (
    <>
      <button type="button" className="quiet" onClick={() => setIsOpen(true)}>
        Sell a plan
      </button>
      {isOpen && <SellPlanDialog offers={offers} onClose={() => setIsOpen(false)} />}
    </>
  );
}
