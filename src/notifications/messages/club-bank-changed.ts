import { accountEmail } from '../account-email.ts';
import { greetingSection } from '../email-content.ts';
import { NAME } from '../sample-data.ts';

export const clubBankChanged = accountEmail({
  kind: 'bank_changed',
  label: 'To the owners: bank account changed',
  content: ({ name, changed_by, account }, club) => ({
    subject: `The bank account of ${club.name} was changed`,
    preview: `${changed_by} changed where customers send money.`,
    heading: 'The bank account was changed',
    sections: [
      greetingSection(
        name,
        `${changed_by} changed where the customers of ${club.name} send money. Pages and emails now show this:`,
      ),
      { kind: 'quote', text: account.join('\n') },
      {
        kind: 'button',
        label: 'Check the account',
        url: `${club.public_url}/admin?tab=settings&page=bank`,
      },
      {
        kind: 'note',
        text: 'If none of the owners wanted this, change the account back now. Then log that user out everywhere: in the dashboard, under Customers, Users.',
      },
    ],
  }),
  samples: {
    owner: { details: { name: NAME, changed_by: 'Sana Malik', account: ['Padel Club', 'Meezan Bank'] } },
  },
});
