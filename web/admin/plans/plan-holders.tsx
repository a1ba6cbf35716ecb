import type { AdminPlan } from '../../../src/domain/api/plan-answers.ts';
import { useIsOwner } from '../../shared/session.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ListLine } from '../list-line.tsx';
import { QueryStatus } from '../query-error.tsx';
import { adminUrl } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { describePurchase, PurchaseActions } from './purchases.tsx';

/** Who has a plan, those that end first at the top. */
export function PlanHolders({ plan, onClose }: { plan: AdminPlan; onClose: () => void }) {
  const isOwner = useIsOwner();
  const { data, error } = useAdminQuery('GET /api/admin/plans/:id/holders', { params: { id: plan.id } });
  return (
    <Dialog title={`Who has ${plan.name}`} onClose={onClose} drawer>
      <QueryStatus data={data} error={error} />
      {data?.holders.length === 0 && <p className="muted">Nobody has it.</p>}
      <ul className="lines">
        {data?.holders.map(({ purchase, user_id, name, phone, email }) => (
          <ListLine
            key={purchase.id}
            name={name ?? 'A deleted account'}
            details={[phone || email, describePurchase(purchase)].filter(Boolean).join('. ')}
          >
            {isOwner && user_id !== null && (
              <a href={adminUrl({ tab: 'users', user: String(user_id) })}>
                Open <span className="visually-hidden">{name}</span>
              </a>
            )}
            <PurchaseActions purchase={purchase} />
          </ListLine>
        ))}
      </ul>
    </Dialog>
  );
}
