import { OpenSetupSteps } from '../../shared/settings/open-setup-steps.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

/** What the club has still to do; nothing once everything is done. */
export function SetupChecklist() {
  const { data } = useAdminQuery('GET /api/admin/settings');
  const steps = data?.open_steps ?? [];
  if (steps.length === 0) return null;
  return (
    <details className="setup-checklist">
      <summary>
        {steps.length === 1
          ? '1 thing is still to be set up'
          : `${steps.length} things are still to be set up`}
        {steps.includes('bank') && ': bank transfer is not offered yet'}
      </summary>
      <OpenSetupSteps steps={steps} />
    </details>
  );
}
