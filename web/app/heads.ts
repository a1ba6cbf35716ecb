import type { PictureName } from '../ui/picture.tsx';

/** What the HTML of a screen says before it is alive; its code needs none of it. */
export interface Head {
  /** For search engines and shared links; `{city}` is the club's. */
  description: string;
  /** The sitemap names it. */
  listed?: boolean;
  /** For one visitor only: search engines are asked to leave it out. */
  hidden?: boolean;
  /** The address that search engines should remember instead. */
  canonical?: string;
  /** The picture that fills the first screen, wide and upright; fetched with the page itself. */
  hero?: readonly [wide: PictureName, tall?: PictureName];
  /** The file that the screen loads, below `web/`: its built form is fetched when the page has been drawn. */
  code?: string;
}

const HEADS: Readonly<Record<string, Head>> = {
  '/': {
    description: 'Padel courts in {city}, open until 4 AM. See free half-hours and book one in a minute.',
    listed: true,
    hero: ['hero', 'hero-tall'],
    code: 'landing/landing-screen.tsx',
  },
  '/booking': {
    description: 'Choose a date, a court and your half-hours. No account needed.',
    listed: true,
    canonical: '/booking',
    code: 'booking/booking-screen.tsx',
  },
  '/book': {
    description: 'Choose a date, a court and your half-hours. No account needed.',
    canonical: '/booking',
    code: 'booking/booking-screen.tsx',
  },
  '/contact': {
    description: 'Write to us, call, or find the way to the club.',
    listed: true,
    code: 'contact/contact-screen.tsx',
  },
  '/login': {
    description: 'Log in to see your bookings.',
    code: 'account/login-screen.tsx',
  },
  '/register': {
    description: 'Create an account to keep your bookings and preferences.',
    code: 'account/register-screen.tsx',
  },
  '/forgot-password': {
    description: 'Get a link to choose a new password.',
    hidden: true,
    code: 'account/forgot-screen.tsx',
  },
  '/reset-password': {
    description: 'Choose a new password for your account.',
    hidden: true,
    code: 'account/reset-screen.tsx',
  },
  '/verify': {
    description: 'Confirm that your email address is yours.',
    hidden: true,
    code: 'account/verify-screen.tsx',
  },
  '/account': {
    description: 'Your profile, bookings and preferences.',
    hidden: true,
    code: 'account/account-screen.tsx',
  },
  '/admin': {
    description: 'The club desk.',
    hidden: true,
    code: 'admin/admin-screen.tsx',
  },
  '/success': {
    description: 'Your booking and how to pay for it.',
    hidden: true,
    code: 'confirmation/success-screen.tsx',
  },
  '/failed': {
    description: 'Your booking did not go through. No charges have been made.',
    hidden: true,
    code: 'confirmation/failed-screen.tsx',
  },
  '/cancel': {
    description: 'Your payment was cancelled or interrupted. No charges have been made.',
    hidden: true,
    code: 'confirmation/cancel-screen.tsx',
  },
  '/privacy-policy': {
    description: 'What the club keeps about you and why.',
    listed: true,
    code: 'policies/privacy-screen.tsx',
  },
  '/terms-conditions': {
    description: 'The rules of booking and playing.',
    listed: true,
    code: 'policies/terms-screen.tsx',
  },
  '/return-refund-policy': {
    description: 'What you get back when plans change, and when.',
    listed: true,
    code: 'policies/refund-screen.tsx',
  },
  '/service-policy': {
    description: 'What you can expect from the club.',
    listed: true,
    code: 'policies/service-screen.tsx',
  },
  '/offline': {
    description: 'How to reach the club without a connection.',
    hidden: true,
  },
  '*': {
    description: 'There is no page at this address.',
    hidden: true,
    code: 'app/not-found-screen.tsx',
  },
};

export function headOf({ path }: { path: string }): Head {
  const head = HEADS[path];
  if (!head) throw new Error(`The screen at ${path} has no head.`);
  return head;
}
