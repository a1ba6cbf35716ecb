import type { SetupStep } from '../../src/domain/setup.ts';
import { OpenSetupSteps } from '../shared/settings/open-setup-steps.tsx';

/** The end of the set-up: what is left to do, and links to the dashboard and the site. */
export function DoneStep({ openSteps }: { openSteps: readonly SetupStep[] }) {
  return (
    <>
      {openSteps.length === 0 ? (
        <p className="lead">Everything is set up. Customers can book now.</p>
      ) : (
        <>
          <p className="lead">Customers can book now. Still to do in the dashboard:</p>
          <OpenSetupSteps steps={openSteps} />
        </>
      )}
      <p className="cluster">
        <a className="button lime" href="/admin">
          Open the dashboard
        </a>
        <a className="button ghost" href="/">
          See your site
        </a>
      </p>
    </>
  );
}
