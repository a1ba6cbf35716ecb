import type { PictureName } from '../ui/picture.tsx';

/** What the HTML of a screen says before it is alive; its code needs none of it. */
export interface PageMetadata {
  /** For search engines and shared links; `{city}` is the club's. */
  description: string;
  /** The sitemap names it. */
  inSitemap?: boolean;
  /** For one visitor only: search engines are asked to leave it out. */
  noindex?: boolean;
  /** The address that search engines should remember instead. */
  canonicalPath?: string;
  /** The picture that fills the first screen, wide and upright; fetched with the page itself. */
  hero?: readonly [wide: PictureName, tall?: PictureName];
  /** The file that the screen loads, below `web/`: its built form is fetched when the page has been drawn. */
  modulePath?: string;
}

export const PAGE_METADATA: Readonly<Record<string, PageMetadata>> = {
  '/': {
    description: 'Padel courts in {city}, open until 4 AM. See free half-hours and book one in a minute.',
    inSitemap: true,
    hero: ['hero', 'hero-tall'],
    modulePath: 'landing/landing-screen.tsx',
  },
  '/booking': {
    description: 'Choose a date, a court and your half-hours. No account needed.',
    inSitemap: true,
    canonicalPath: '/booking',
    modulePath: 'booking/booking-screen.tsx',
  },
  '/book': {
    description: 'Choose a date, a court and your half-hours. No account needed.',
    canonicalPath: '/booking',
    modulePath: 'booking/booking-screen.tsx',
  },
  '/contact': {
    description: 'Write to us, call, or find the way to the club.',
    inSitemap: true,
    modulePath: 'contact/contact-screen.tsx',
  },
  '/login': {
    description: 'Log in to see your bookings.',
    modulePath: 'account/login-screen.tsx',
  },
  '/register': {
    description: 'Create an account to keep your bookings and preferences.',
    modulePath: 'account/register-screen.tsx',
  },
  '/forgot-password': {
    description: 'Get a link to choose a new password.',
    noindex: true,
    modulePath: 'account/forgot-password-screen.tsx',
  },
  '/reset-password': {
    description: 'Choose a new password for your account.',
    noindex: true,
    modulePath: 'account/reset-password-screen.tsx',
  },
  '/verify': {
    description: 'Confirm that your email address is yours.',
    noindex: true,
    modulePath: 'account/verify-email-screen.tsx',
  },
  '/account': {
    description: 'Your profile, bookings and preferences.',
    noindex: true,
    modulePath: 'account/account-screen.tsx',
  },
  '/admin': {
    description: 'The club desk.',
    noindex: true,
    modulePath: 'admin/admin-screen.tsx',
  },
  '/success': {
    description: 'Your booking and how to pay for it.',
    noindex: true,
    modulePath: 'confirmation/success-screen.tsx',
  },
  '/failed': {
    description: 'Your booking did not go through. No charges have been made.',
    noindex: true,
    modulePath: 'confirmation/failed-screen.tsx',
  },
  '/cancel': {
    description: 'Your payment was cancelled or interrupted. No charges have been made.',
    noindex: true,
    modulePath: 'confirmation/cancel-screen.tsx',
  },
  '/privacy-policy': {
    description: 'What the club keeps about you and why.',
    inSitemap: true,
    modulePath: 'policies/privacy-screen.tsx',
  },
  '/terms-conditions': {
    description: 'The rules of booking and playing.',
    inSitemap: true,
    modulePath: 'policies/terms-screen.tsx',
  },
  '/return-refund-policy': {
    description: 'What you get back when plans change, and when.',
    inSitemap: true,
    modulePath: 'policies/refund-screen.tsx',
  },
  '/service-policy': {
    description: 'What you can expect from the club.',
    inSitemap: true,
    modulePath: 'policies/service-screen.tsx',
  },
  '/offline': {
    description: 'How to reach the club without a connection.',
    noindex: true,
  },
  '*': {
    description: 'There is no page at this address.',
    noindex: true,
    modulePath: 'app/not-found-screen.tsx',
  },
};

export function pageMetadataFor({ path }: { path: string }): PageMetadata {
  const head = PAGE_METADATA[path];
  if (!head) throw new Error(`The screen at ${path} has no head.`);
  return head;
}
