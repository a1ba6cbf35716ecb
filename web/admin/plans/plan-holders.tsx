import type { AdminPlan } from '../../../src/domain/api/plan-answers.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { hoursText } from '../../../src/domain/plan.ts';
import { PURCHASE_STATUS_LABELS } from '../../../src/domain/plan-texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ListLine } from '../list-line.tsx';
import { QueryStatus } from '../query-error.tsx';
import { adminUrl } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';

/** Who has a plan, those that end first at the top. */
export function PlanHolders({ plan, onClose }: { plan: AdminPlan; onClose: () => void }) {
  const { data, error } = useAdminQuery('GET /api/admin/plans/:id/holders', { params: { id: plan.id } });
  return (
    <Dialog title={`Who has ${plan.name}`} onClose={onClose} drawer>
      <QueryStatus data={data} error={error} />
      {data?.holders.length === 0 && <p className="muted">Nobody has it.</p>}
      <ul className="lines">
        {data?.holders.map(({ purchase_id, user_id, name, status, starts_on, ends_on, slots_owed }) => (
          <ListLine
            key={purchase_id}
            name={name ?? 'A deleted account'}
            details={[
              PURCHASE_STATUS_LABELS[status],
              ...(starts_on && ends_on ? [`${shortDate(starts_on)} – ${shortDate(ends_on)}`] : []),
              ...(slots_owed > 0 ? [`${hoursText(slots_owed)} left`] : []),
            ].join('. ')}
          >
            {user_id !== null && (
              <a href={adminUrl({ tab: 'users', user: String(user_id) })}>
                Open <span className="visually-hidden">{name}</span>
              </a>
            )}
          </ListLine>
        ))}
      </ul>
    </Dialog>
  );
}
