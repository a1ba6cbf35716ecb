import type { Role } from '../../domain/account.ts';
import { accountEmail } from '../account-email.ts';
import { greetingSection } from '../email-content.ts';
import { NAME } from '../sample-data.ts';

/** An owner or the operator changed what a user may do at the dashboard. */
export const roleChanged = accountEmail({
  kind: 'role_changed',
  label: 'Role changed',
  content: ({ name, role, changed_by }, club) => {
    const sentence = `${changed_by || 'The person who runs the site'} ${role ? `made you ${ROLES[role]} of ${club.name}` : `took the dashboard of ${club.name} from your account`}.`;
    return {
      subject: role
        ? `You’re now ${ROLES[role]} of ${club.name}`
        : `You no longer have the dashboard of ${club.name}`,
      preview: sentence,
      heading: 'Your role has changed',
      sections: [
        greetingSection(
          name,
          role ? sentence : `${sentence} Your account, bookings and credit stay as they are.`,
        ),
        {
          kind: 'button',
          label: role ? 'Open the dashboard' : 'Open my account',
          url: `${club.public_url}${role ? '/admin' : '/account'}`,
        },
        { kind: 'note', text: `If this is a surprise, please ask an owner, or call ${club.phone}.` },
      ],
    };
  },
  samples: {
    demoted: { details: { name: NAME, role: null, changed_by: 'Sana Malik' } },
    staff: { details: { name: NAME, role: 'staff', changed_by: 'Sana Malik' } },
    operator: { details: { name: NAME, role: 'owner', changed_by: '' } },
  },
});

const ROLES: Record<Role, string> = { owner: 'an owner', staff: 'a staff member' };
