import { ROLE_LABELS } from '../../domain/account.ts';
import { INVITATION_DAYS } from '../../domain/invitation.ts';
import { accountEmail, linkSections } from '../account-email.ts';
import { greetingSection } from '../email-content.ts';
import { LINK, NAME } from '../sample-data.ts';

export const invitation = accountEmail({
  kind: 'invitation',
  label: 'Invitation to run the club',
  content: (details, club) => {
    const role = ROLE_LABELS[details.role].toLowerCase();
    const works = `The link works once and expires in ${INVITATION_DAYS} days.`;
    return {
      subject: `Join ${club.name} as ${role}`,
      preview: works,
      heading: `Join ${club.name}`,
      sections: [
        greetingSection(
          details.name,
          `${details.invited_by} has invited you to help run ${club.name} as ${role}. ${works}`,
        ),
        ...linkSections('Accept the invitation', details.link),
        { kind: 'note', text: 'If you don’t know the club, you can ignore this email.' },
      ],
    };
  },
  samples: { staff: { details: { name: NAME, link: LINK, role: 'staff', invited_by: 'Sana Malik' } } },
});
