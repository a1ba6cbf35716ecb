import { type ReactNode, useEffect, useRef } from 'react';
import { SETTING_FIELDS } from '../../src/domain/owner-settings.ts';
import type { SetupStep } from '../../src/domain/setup.ts';
import { useQuery } from '../lib/query.ts';
import { useLocation, useQueryParams } from '../lib/router.ts';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { NewPasskeyForm } from '../shared/new-passkey-form.tsx';
import { ReauthenticationPrompt } from '../shared/reauthentication-prompt.tsx';
import { useAuth, useIsOwner } from '../shared/session.tsx';
import { MachineForm } from '../shared/settings/machine-form.tsx';
import { OpenSetupSteps } from '../shared/settings/open-setup-steps.tsx';
import { type SettingsData, SettingsForm } from '../shared/settings/settings-form.tsx';
import { supportsPasskeys } from '../shared/webauthn.ts';
import { AccountStep } from './account-step.tsx';
import { CourtsStep } from './courts-step.tsx';
import { type OwnerStepId, ownerStep, type StepId, stepAfter, stepsOf } from './steps.ts';
import { TestEmailStep } from './test-email-step.tsx';

/** The owner's first evening: from the printed link to a club that takes bookings. Each step can be skipped. */
export default function SetupScreen() {
  const { user } = useAuth();
  const isOwner = useIsOwner();
  const { route } = useLocation();
  const requested = useQueryParams().step;
  const { data } = useQuery('GET /api/admin/settings', { skip: !isOwner });
  const hasAddress = data?.data.machine.has_public_url === true;
  const step = isOwner ? ownerStep(requested, hasAddress) : 'account';
  const goTo = (id: StepId) => route(`/setup?step=${id}`);
  const nextId = stepAfter(step, hasAddress);
  const next = () => goTo(nextId);
  // The header and the footer of a page from the server have the new name, contacts and hours.
  const nextFromServer = () => location.assign(`/setup?step=${nextId}`);

  return (
    <main id="main" className="container narrow setup" tabIndex={-1}>
      <JavaScriptRequired feature="The set-up" />
      <ReauthenticationPrompt />
      <ol className="setup-steps requires-javascript">
        {stepsOf(hasAddress).map(({ id, label }, at) => (
          <li key={id} aria-current={id === step ? 'step' : undefined}>
            <span aria-hidden="true">{at + 1}</span> <span className="setup-step-label">{label}</span>
          </li>
        ))}
      </ol>
      {user === undefined ? (
        <h1 aria-busy="true">Set up your club</h1>
      ) : step === 'account' ? (
        <AccountStep signedIn={user !== null} onDone={() => goTo('address')} />
      ) : data ? (
        <OwnerStep key={step} step={step} data={data.data} next={next} nextFromServer={nextFromServer} />
      ) : (
        <h1 aria-busy="true">One moment …</h1>
      )}
    </main>
  );
}

/** The contacts that customers need first; the rest can wait for the dashboard. */
const CLUB_KEYS = [
  'club.name',
  'club.city',
  'club.phone',
  'club.whatsapp',
  'club.email',
  'club.address',
  'club.map_url',
  'club.instagram_url',
  'club.facebook_url',
];

function OwnerStep({
  step,
  data,
  next,
  nextFromServer,
}: {
  step: OwnerStepId;
  data: SettingsData;
  next: () => void;
  nextFromServer: () => void;
}) {
  switch (step) {
    case 'address':
      return (
        <Step
          title="Your site’s address"
          lead="What people type to open it. Links in emails lead there, and passkeys belong to it."
          withoutIt="If you skip it, the site works at the address you have open, but links in emails only lead to this machine. You can add it later in the dashboard: Settings, Public address."
          onSkip={next}
        >
          <MachineForm part="address" submitLabel="Save and continue" proposeHere onSaved={next} />
        </Step>
      );
    case 'passkey':
      return (
        <Step
          title="Log in without a password"
          lead="A passkey logs you in with your fingerprint, your face or your device’s screen lock. Nobody can guess it or steal it by email."
          onSkip={next}
        >
          <PasskeyStep onDone={next} />
        </Step>
      );
    case 'club':
      return (
        <Step title="Your club" lead="Customers see this on every page and in every email." onSkip={next}>
          <SettingsForm
            fields={SETTING_FIELDS.filter(({ key }) => CLUB_KEYS.includes(key))}
            data={data}
            submitLabel="Save and continue"
            withoutExamples
            onSaved={nextFromServer}
          />
        </Step>
      );
    case 'bank':
      return (
        <Step
          title="Bank account"
          lead="Customers send their bank transfers here. Until you enter it, the site doesn’t offer bank transfer."
          onSkip={next}
        >
          <SettingsForm
            fields={SETTING_FIELDS.filter(({ page }) => page === 'bank')}
            data={data}
            submitLabel="Save and continue"
            onSaved={next}
          />
        </Step>
      );
    case 'courts':
      return (
        <Step
          title="Courts, hours and prices"
          lead="Pictures and other prices can follow in the dashboard."
          onSkip={next}
        >
          <CourtsStep onDone={nextFromServer} />
        </Step>
      );
    case 'mail':
      return (
        <Step
          title="Email"
          lead="Customers get their confirmations and reminders by email."
          withoutIt="If you skip it, emails are saved on the server and not sent. You can add it later in the dashboard: Settings, Email."
          onSkip={next}
        >
          {data.machine.mail === 'smtp' ? (
            <TestEmailStep onDone={next} />
          ) : (
            <MachineForm part="mail" submitLabel="Try and continue" onSaved={next} />
          )}
        </Step>
      );
    case 'done':
      return (
        <Step title="Your club is ready">
          <DoneStep openSteps={data.open_steps} />
        </Step>
      );
  }
}

/** A step with its heading, which takes the focus, and a way to skip it. */
function Step({
  title,
  lead,
  withoutIt,
  onSkip,
  children,
}: {
  title: string;
  lead?: string;
  /** What skipping the step means. */
  withoutIt?: string;
  onSkip?: () => void;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has its own title
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <section className="setup-step card">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead && <p className="lead">{lead}</p>}
      {children}
      {withoutIt && <p className="muted">{withoutIt}</p>}
      {onSkip && (
        <button type="button" className="ghost" onClick={onSkip}>
          Skip this step
        </button>
      )}
    </section>
  );
}

/** Offers the owner a passkey right after creating the account. */
function PasskeyStep({ onDone }: { onDone: () => void }) {
  if (supportsPasskeys()) return <NewPasskeyForm onDone={onDone} />;
  return (
    <>
      <p>This browser can’t store a passkey here. You can add one later in your account.</p>
      <button type="button" onClick={onDone}>
        Continue
      </button>
    </>
  );
}

/** The end of the set-up: what is left to do, and links to the dashboard and the site. */
function DoneStep({ openSteps }: { openSteps: readonly SetupStep[] }) {
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
