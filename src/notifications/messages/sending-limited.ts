import { accountEmail } from '../account-email.ts';
import { greetingSection } from '../email-content.ts';
import { NAME } from '../sample-data.ts';

const TEXTS = {
  email: {
    subject: 'The email provider takes no more emails',
    text: 'Your email provider has refused emails, because your account there has reached its sending limit. They wait and are tried again every ten minutes. Confirmations go first, reminders and news after them. If this happens often, you need a plan with a higher limit.',
  },
  sms: {
    subject: 'The text message provider takes no more messages',
    text: 'Your text message provider has refused messages, because your account there has no balance left or has reached its limit. They wait and are tried again every ten minutes. Please top it up.',
  },
};

export const sendingLimited = accountEmail({
  kind: 'sending_limited',
  label: 'To the owners: a provider takes no more messages',
  content: ({ name, channel }, club) => {
    const { subject, text } = TEXTS[channel];
    return {
      subject: `${subject} of ${club.name}`,
      preview: text,
      heading: subject,
      sections: [
        greetingSection(name, text),
        { kind: 'button', label: 'See what waits', url: `${club.public_url}/admin?tab=outbox` },
      ],
    };
  },
  samples: {
    email: { details: { name: NAME, channel: 'email' } },
    sms: { details: { name: NAME, channel: 'sms' } },
  },
});
