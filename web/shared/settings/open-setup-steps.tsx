import type { SetupStep } from '../../../src/domain/setup.ts';

const STEP_TEXTS: Record<SetupStep, { title: string; why: string; href: string }> = {
  club: {
    title: 'Club name and contacts',
    why: 'Pages and emails still show the example phone number or email.',
    href: '/admin?tab=settings&page=club',
  },
  bank: {
    title: 'Bank account',
    why: 'Until you enter it, the site doesn’t offer bank transfer.',
    href: '/admin?tab=settings&page=bank',
  },
  courts: {
    title: 'Courts, prices and pictures',
    why: 'The courts still have the example names and prices.',
    href: '/admin?tab=courts',
  },
  map: {
    title: 'Map and social links',
    why: 'Directions lead to a search for your address, and no Instagram or Facebook is shown.',
    href: '/admin?tab=settings&page=map',
  },
  mail: {
    title: 'Email',
    why: 'Emails are only saved on the server, not sent.',
    href: '/admin?tab=settings&page=mail',
  },
  address: {
    title: 'Public address',
    why: 'Links in emails only lead to this machine.',
    href: '/admin?tab=settings&page=address',
  },
  backup: {
    title: 'Backup in another place',
    why: 'If this machine is lost, everything is lost.',
    href: '/admin?tab=settings&page=copies',
  },
};

/** What a club still has to do, each with a reason and where to do it. */
export function OpenSetupSteps({ steps }: { steps: readonly SetupStep[] }) {
  return (
    <ul className="open-steps">
      {steps.map((step) => (
        <li key={step}>
          <a href={STEP_TEXTS[step].href}>{STEP_TEXTS[step].title}</a>
          <span className="muted">{STEP_TEXTS[step].why}</span>
        </li>
      ))}
    </ul>
  );
}
