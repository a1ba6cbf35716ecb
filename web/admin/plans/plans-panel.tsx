import { useState } from 'react';
import type { AdminPlan } from '../../../src/domain/api/plan-answers.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { periodText, planLines } from '../../../src/domain/plan-texts.ts';
import { useIsOwner } from '../../shared/session.tsx';
import { useCourtNames } from '../../shared/use-court-names.ts';
import { ListLine } from '../list-line.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { PlanHolders } from './plan-holders.tsx';
import { SellPlanButton } from './purchases.tsx';

/** The plans and packages that the club sells to regulars. */
export default function PlansPanel() {
  const isOwner = useIsOwner();
  const { data, error } = useAdminQuery('GET /api/admin/plans');
  const [open, setOpen] = useState<{ plan: AdminPlan | null } | null>(null);
  const [shown, setShown] = useState<AdminPlan | null>(null);
  const courtNames = useCourtNames();
  return (
    <section aria-labelledby="plans-title">
      <div className="admin-day-head">
        <h2 id="plans-title">Plans and packages</h2>
        <span className="cluster">
          <SellPlanButton />
          {isOwner && (
            <button type="button" onClick={() => setOpen({ plan: null })} disabled={!data}>
              Add a plan
            </button>
          )}
        </span>
      </div>
      <p className="muted">
        A plan runs for months; a package is a number of hours with an end date. Buyers keep what they bought
        until its period ends, whatever you change here.
      </p>
      <QueryStatus data={data} error={error} />
      {data?.plans.length === 0 && <p className="muted">There are no plans yet.</p>}
      <ul className="lines">
        {data?.plans.map((plan) => (
          <ListLine key={plan.id} name={plan.name} details={describePlan(plan, courtNames)}>
            <span className="cluster admin-row-actions">
              {plan.holders > 0 && (
                <button type="button" className="quiet" onClick={() => setShown(plan)}>
                  Members <span className="visually-hidden">of {plan.name}</span>
                </button>
              )}
              {isOwner && (
                <button type="button" className="quiet" onClick={() => setOpen({ plan })}>
                  Edit <span className="visually-hidden">{plan.name}</span>
                </button>
              )}
            </span>
          </ListLine>
        ))}
      </ul>
      {open && <PlanDialog plan={open.plan} onClose={() => setOpen(null)} />}
      {shown && <PlanHolders plan={shown} onClose={() => setShown(null)} />}
    </section>
  );
}

/** `PKR 30,000, 3 months. 4 h of court a month. 20% off. 7 members` */
function describePlan(
  { active, holders, terms }: AdminPlan,
  courtNames: ReadonlyMap<number, string>,
): string {
  const sale = active ? '' : 'Not sold any more. ';
  const price = `${formatPkr(terms.price)}, ${periodText(terms)}`;
  return `${sale}${[price, ...planLines(terms, courtNames), membersText(holders)].join('. ')}`;
}

function membersText(count: number): string {
  if (count === 0) return 'No members yet';
  return count === 1 ? '1 member' : `${count.toLocaleString('en-US')} members`;
}
