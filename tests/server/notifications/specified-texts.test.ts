/** The texts and figures that the specification gives, line by line: pages and refusals of the API. */
import { describe, expect, test } from 'bun:test';
import { bookingBody, clubForTestFile } from '../../support/test-club.ts';

/** Social links show once the owner has entered the accounts. */
const club = clubForTestFile({
  toml: `[club]
instagram_url = "https://www.instagram.com/padelclub"
facebook_url = "https://www.facebook.com/padelclub"
`,
});

/** The words of a page without JavaScript, one space between two. */
async function readWords(path: string): Promise<string> {
  const html = (await club.get(path)).text;
  const text = html.replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, '').replace(/<[^>]+>/g, ' ');
  const entities: Record<string, string> = { '&amp;': '&', '&#x27;': "'", '&quot;': '"', '&nbsp;': ' ' };
  const plain = text.replace(/&(?:amp|#x27|quot|nbsp);/g, (entity) => entities[entity] ?? entity);
  return plain.replace(/\s+/g, ' ').replace(/ ([.,:)])/g, '$1');
}

/** The navigation bar, the mobile menu and the footer, which every page has. */
const FRAME = [
  ...['Courts', 'Food & Drink', 'Events & Clinics', 'Book Now', 'Login', 'Sign Up', 'Menu'],
  ...['Instagram', 'Facebook', '+92 300 0000000', 'hello@padelclub.example', 'Canal Road, Faisalabad'],
  ...['Every day, 7 AM – 4 AM', '© 2025', 'Sport. Sip. Social.'],
];
const POLICIES = ['Last updated January 2025'];

const PAGES: [string, string[]][] = [
  [
    '/',
    [
      ...['Book a Court', 'Contact Us', 'PKR 5,000', 'LED lighting', 'Synthetic turf'],
      ...['terracotta', 'Tournament nets', 'Climate control', 'Coming Soon', 'Taxes included'],
      ...['Morning 7 AM – 10 AM', 'Off-peak 10 AM – 6 PM', 'Peak 6 PM – 2 AM', 'Off-peak 2 AM – 4 AM'],
      'Arrive 15 minutes early',
    ],
  ],
  ...['/booking', '/book'].map((path): [string, string[]] => [
    path,
    ['1 Date & Court', '2 Your Information', '3 Payment Method', 'Previous', 'Next', 'Past ('],
  ]),
  [
    '/contact',
    [
      ...[
        'Name',
        'Email',
        'Subject',
        'Message',
        'WhatsApp',
        'Opening hours',
        'Address',
        'We answer within 24 hours',
      ],
      'Booking Events Lessons Food & Drink Partnership General question',
    ],
  ],
  ['/login', ['Google', 'Outlook', 'GitHub', 'Apple', 'Email', 'Password', 'Sign Up']],
  ['/register', ['Full Name', 'Email', 'Phone (optional)', 'Password', 'Confirm Password', 'Login']],
  ['/account', ['Profile', 'Bookings', 'Preferences']],
  ['/success', ['Need help?', 'Book another court', 'Back to Home']],
  [
    '/cancel',
    [
      'Booking Cancelled Your payment was cancelled or interrupted. No charges have been made.',
      ...[
        'What Happened?',
        'Payment Not Completed',
        'No Charges Made',
        'Court Not Reserved',
        'still available',
      ],
      ...['What Can You Do?', 'Book Again', 'Different Payment', 'Contact Us', 'Need Immediate Help?'],
      ...[
        'Payment Options',
        'credit/debit cards, Easypaisa, JazzCash',
        'Bank transfer with manual confirmation',
      ],
      ...['Cash at reception', 'Back to Home'],
    ],
  ],
  ['/privacy-policy', POLICIES],
  ['/terms-conditions', [...POLICIES, 'Account holders and members', 'includes taxes', '30 minutes']],
  [
    '/return-refund-policy',
    [
      ...POLICIES,
      ...['24 hours or more before the start 100%', '12 to 24 hours before the start 50%'],
      ...['Less than 12 hours before the start No refund', 'The facility cancels', 'A system error'],
      ...['medical emergency documented', 'Not showing up', 'Arriving late', 'rules'],
      ...['card 3–7 business days', 'transfer 2–5 business days', 'wallets 1–3 business days', 'Immediately'],
      ...['once, free of charge', 'Three or more courts', 'within 48 hours'],
    ],
  ],
  [
    '/service-policy',
    [
      ...POLICIES,
      ...['20 m × 10 m', '5 minutes before', 'within 5 minutes', '99%', '48 hours', 'Within 4 hours'],
      ...[
        'Within 24 hours',
        'Payment is required in advance',
        'Confirmation is instant on successful payment',
      ],
      ...['7 AM – 10 AM', '10 AM – 6 PM', '6 PM – 2 AM', '2 AM – 4 AM', 'UTC+5', 'All prices include taxes'],
    ],
  ],
  ['/no-such-page', ['404 Page Not Found']],
];

test.each(PAGES)('%s has the specified words', async (path, words) => {
  const text = await readWords(path);
  expect([...FRAME, ...words].filter((each) => !text.includes(each))).toEqual([]);
});

test('the contact form sends the specified subjects', async () => {
  const options = (await club.get('/contact')).text.matchAll(/<option value="([a-z]+)"/g);
  expect([...options].map(([, value]) => value)).toEqual([
    ...['booking', 'events', 'lessons', 'food', 'partnership', 'general'],
  ]);
});

const BOOKING = bookingBody({ payment_method: 'cash' });
const MEMBER = {
  name: 'Ayesha Khan',
  email: 'a@example.com',
  password: 'Chenab-41',
  confirm_password: 'Chenab-41',
};
const MESSAGE = {
  name: 'Ayesha',
  email: 'a@example.com',
  subject: 'booking',
  message: 'May I bring a guest?',
};

describe('the API refuses with the specified sentence', () => {
  test.each([
    ['/api/book', BOOKING, { court_id: 0 }, 'Court is required'],
    ['/api/book', BOOKING, { date: undefined }, 'Date is required'],
    ['/api/book', BOOKING, { start_time: undefined }, 'Start time is required'],
    ['/api/book', BOOKING, { duration: 30 }, 'Minimum booking duration is 1 hour (60 minutes)'],
    ['/api/book', BOOKING, { duration: 75 }, 'Duration must be in 30-minute increments'],
    ['/api/book', BOOKING, { name: 'B' }, 'Name must be at least 2 characters'],
    ['/api/book', BOOKING, { email: 'bilal' }, 'Invalid email address'],
    ['/api/book', BOOKING, { phone: '12345' }, 'Phone number must be at least 10 digits'],
    ['/api/book', BOOKING, { payment_method: 'cheque' }, 'Please select a payment method'],
    ['/api/auth/register', MEMBER, { password: 'short' }, 'Password must be at least 8 characters'],
    ['/api/auth/register', MEMBER, { confirm_password: 'Chenab-42' }, "Passwords don't match"],
    ['/api/auth/register', MEMBER, { phone: '123' }, 'Phone number must be at least 10 digits'],
    ['/api/auth/login', { email: 'a@example.com', password: '' }, {}, 'Password is required'],
    ['/api/contact', MESSAGE, { name: '' }, 'Please enter your name.'],
    ['/api/contact', MESSAGE, { email: '' }, 'Please enter your email address.'],
    ['/api/contact', MESSAGE, { email: 'ayesha' }, 'Please enter a valid email address.'],
    ['/api/contact', MESSAGE, { subject: '' }, 'Please select a subject.'],
    ['/api/contact', MESSAGE, { message: '' }, 'Please enter your message.'],
    [
      ...(['/api/contact', MESSAGE, { message: '  hello    ' }] as const),
      'Please enter a more detailed message (at least 10 characters).',
    ],
  ] as const)('%s %o with %o', async (path, body, change, sentence) => {
    const { status, json } = await club.post(path, { ...body, ...change });
    expect([status, [json.error, ...Object.values(json.fields ?? {})]]).toEqual([
      422,
      expect.arrayContaining([sentence]),
    ]);
  });
});
