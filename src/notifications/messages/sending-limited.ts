import { channelOf } from '../../outbox/channels/table.ts';
import { accountEmail } from '../account-email.ts';
import { greetingSection } from '../email-content.ts';
import { NAME } from '../sample-data.ts';

export const sendingLimited = accountEmail({
  kind: 'sending_limited',
  label: 'To the owners: a provider is refusing messages',
  content: ({ name, channel }, club) => {
    const { subject, text } = channelOf(channel).limited;
    return {
      subject: `${subject} (${club.name})`,
      preview: text,
      heading: subject,
      sections: [
        greetingSection(name, text),
        { kind: 'button', label: 'See what’s waiting', url: `${club.public_url}/admin?tab=outbox` },
      ],
    };
  },
  samples: {
    email: { details: { name: NAME, channel: 'email' } },
    sms: { details: { name: NAME, channel: 'sms' } },
  },
});
