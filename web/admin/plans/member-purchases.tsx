import { useState } from 'react';
import { toast } from 'sonner';
import type { PlanOffer, Purchase } from '../../../src/domain/api/plan-answers.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { describeBalance, MONEY_METHOD_LABELS } from '../../../src/domain/ledger.ts';
import { hoursText } from '../../../src/domain/plan.ts';
import { PURCHASE_STATUS_LABELS } from '../../../src/domain/plan-texts.ts';
import { callApi } from '../../lib/api.ts';
import { useIsOwner } from '../../shared/session.tsx';
import { ActionButton } from '../action-button.tsx';
import { ActionForm } from '../action-form.tsx';
import { ChoiceInput, TextInput } from '../inputs.tsx';
import { ListLine } from '../list-line.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

const PAID_BY = [
  ['later', 'Pays later'],
  ...(['cash', 'bank_transfer', 'card', 'credit'] as const).map(
    (method) => [method, MONEY_METHOD_LABELS[method]] as const,
  ),
] as const;

/** What a member bought, and what the reception sells them; nothing in a club without plans. */
export function MemberPurchases({ userId }: { userId: number }) {
  const plans = useAdminQuery('GET /api/admin/plans').data?.plans ?? [];
  const { data } = useAdminQuery('GET /api/admin/users/:id/purchases', {
    params: { id: userId },
    skip: plans.length === 0,
  });
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
      {offers.length > 0 && <SellPlan key={userId} userId={userId} offers={offers} />}
    </>
  );
}

/** `Active. Nov 20 – Dec 19. 3 h left. PKR 15,000 to collect` */
function describePurchase({ status, starts_on, ends_on, slots_left, balance }: Purchase): string {
  return [
    PURCHASE_STATUS_LABELS[status],
    ...(starts_on && ends_on ? [`${shortDate(starts_on)} – ${shortDate(ends_on)}`] : []),
    ...(slots_left === null || status === 'ended' ? [] : [`${hoursText(slots_left)} left`]),
    ...(balance === 0 ? [] : [describeBalance(balance)]),
  ].join('. ');
}

function PurchaseActions({ purchase }: { purchase: Purchase }) {
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
  const [reason, setReason] = useState('');
  return (
    <ActionForm
      failure="The plan could not be ended. Please try again."
      act={() =>
        callApi('PUT /api/admin/purchases/:id/end', {
          params: { id },
          body: { version, reason, amount_back: gives_back },
        })
      }
      onDone={() => {
        toast.success(`${name} ended`);
        onDone();
      }}
      submitLabel={`End ${name}`}
      submitClass="danger"
      disabled={reason.trim() === ''}
    >
      <p>
        {gives_back === 0
          ? 'Nothing is refunded.'
          : `${formatPkr(gives_back)} goes back: what of its days and hours is left.`}{' '}
        Bookings made with it stay.
      </p>
      <TextInput label="Reason" maxLength={200} value={reason} onText={setReason} />
    </ActionForm>
  );
}

function ExtendForm({ purchase, onDone }: { purchase: Purchase; onDone: () => void }) {
  const { id, name, version } = purchase;
  const [days, setDays] = useState('7');
  const [reason, setReason] = useState('');
  return (
    <ActionForm
      failure="It could not be extended. Please try again."
      act={() =>
        callApi('PUT /api/admin/purchases/:id/extend', {
          params: { id },
          body: { version, reason, days: Number(days) },
        })
      }
      onDone={() => {
        toast.success(`${name} extended`);
        onDone();
      }}
      submitLabel={`Extend ${name}`}
      disabled={reason.trim() === ''}
    >
      <TextInput label="Days" inputMode="numeric" value={days} onText={setDays} />
      <TextInput label="Reason" maxLength={200} value={reason} onText={setReason} />
    </ActionForm>
  );
}

function SellPlan({ userId, offers }: { userId: number; offers: readonly PlanOffer[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState('');
  const [method, setMethod] = useState<(typeof PAID_BY)[number][0]>('cash');
  const offer = offers.find(({ version_id }) => String(version_id) === chosen) ?? offers[0];
  if (!offer) return null;
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Sell a plan</summary>
      <ActionForm
        failure="The plan could not be sold. Please try again."
        act={() =>
          callApi('POST /api/admin/users/:id/purchases', {
            params: { id: userId },
            body: { version_id: offer.version_id, ...(method === 'later' ? {} : { method }) },
          })
        }
        onDone={() => {
          toast.success(`${offer.name} sold`);
          setIsOpen(false);
        }}
        submitLabel={`Sell for ${formatPkr(offer.terms.price)}`}
      >
        <ChoiceInput
          label="Plan"
          of={offers.map(({ version_id, name }) => [String(version_id), name] as const)}
          value={String(offer.version_id)}
          onChoose={setChosen}
        />
        <ChoiceInput label="Paid by" of={PAID_BY} value={method} onChoose={setMethod} />
      </ActionForm>
    </details>
  );
}
