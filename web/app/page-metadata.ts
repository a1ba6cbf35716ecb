import type { PageContent } from '../../src/domain/page-data.ts';
import type { PictureName } from '../ui/picture.tsx';

/** What a screen's HTML needs but its code doesn't. */
interface PageMetadata {
  /** For search engines and shared links; `{city}` is replaced with the club's city. */
  description: string;
  /** Listed in the sitemap. */
  inSitemap?: boolean;
  /** Asks search engines not to index a personal page. */
  noindex?: boolean;
  /** Its address may contain a secret, so its links don't tell where the visitor came from. */
  noReferrer?: boolean;
  /**
   * Its code is named in the `Link` header and runs as soon as it arrives: without it, nothing can be shown or
   * chosen.
   */
  runsAtOnce?: true;
  /** What the key link in its address opens is requested, and summed up, before the page's code has arrived. */
  opensLink?: true;
  /** The path that search engines should index instead. */
  canonicalPath?: string;
  /** The picture that fills the first screen, in landscape and portrait; preloaded with the HTML. */
  hero?: readonly [wide: PictureName, tall?: PictureName];
  /** What the HTML shows besides the club. */
  content?: PageContent;
  /** The screen's file below `web/`; the page loads its built module after the first paint. */
  modulePath?: string;
}

/** Loaded at once by an admin's page, along with its path's module. */
export const DASHBOARD_MODULE = 'admin/dashboard.tsx';

export const PAGE_METADATA: Readonly<Record<string, PageMetadata>> = {
  '/': {
    description: 'Padel courts in {city}, open until 4 AM. See free slots and book in a minute.',
    inSitemap: true,
    hero: ['hero', 'hero-tall'],
    content: 'tonight',
    modulePath: 'landing/landing-screen.tsx',
  },
  '/booking': {
    description: 'Choose a date, a court and your slots. No account needed.',
    inSitemap: true,
    canonicalPath: '/booking',
    content: 'day',
    runsAtOnce: true,
    modulePath: 'booking/booking-screen.tsx',
  },
  '/book': {
    description: 'Choose a date, a court and your slots. No account needed.',
    canonicalPath: '/booking',
    content: 'day',
    runsAtOnce: true,
    modulePath: 'booking/booking-screen.tsx',
  },
  '/matches': {
    description: 'Padel matches with free places. Join one, no account needed.',
    inSitemap: true,
    content: 'matches',
    modulePath: 'matches/matches-screen.tsx',
  },
  '/matches/:id': {
    description: 'A padel match with free places. Join it, no account needed.',
    noindex: true,
    noReferrer: true,
    content: 'match',
    modulePath: 'matches/match-screen.tsx',
  },
  '/events': {
    description: 'Padel events in {city}, to play and to learn. Join one, no account needed.',
    inSitemap: true,
    content: 'events',
    modulePath: 'events/events-screen.tsx',
  },
  '/events/:id': {
    description: 'A class, a social or a tournament. Join it, no account needed.',
    noReferrer: true,
    content: 'event',
    modulePath: 'events/event-screen.tsx',
  },
  '/coach': {
    description: 'A coach’s classes and their players.',
    noindex: true,
    noReferrer: true,
    modulePath: 'events/coach-screen.tsx',
  },
  '/events/:id/screen': {
    description: 'The courts and the standings of a tournament, live.',
    noindex: true,
    noReferrer: true,
    content: 'tournament',
    modulePath: 'tournament/tournament-screen.tsx',
  },
  '/contact': {
    description: 'Message us, call us or get directions to the club.',
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
    noReferrer: true,
    modulePath: 'account/reset-password-screen.tsx',
  },
  '/my-data': {
    description: 'Download or delete your data.',
    noindex: true,
    noReferrer: true,
    modulePath: 'account/guest-data-screen.tsx',
  },
  '/join': {
    description: 'Accept an invitation to run the club.',
    noindex: true,
    noReferrer: true,
    modulePath: 'account/accept-invitation-screen.tsx',
  },
  '/verify': {
    description: 'Confirm that your email address is yours.',
    noindex: true,
    noReferrer: true,
    modulePath: 'account/verify-email-screen.tsx',
  },
  '/account': {
    description: 'Your profile, bookings and preferences.',
    noindex: true,
    runsAtOnce: true,
    modulePath: 'account/account-screen.tsx',
  },
  '/setup': {
    description: 'Set up your club.',
    noindex: true,
    noReferrer: true,
    modulePath: 'setup/setup-screen.tsx',
  },
  '/admin': {
    description: 'Admin dashboard.',
    noindex: true,
    runsAtOnce: true,
    modulePath: 'admin/dashboard-gate.tsx',
  },
  '/success': {
    description: 'Your booking and how to pay for it.',
    noindex: true,
    runsAtOnce: true,
    modulePath: 'confirmation/success-screen.tsx',
  },
  '/receipt': {
    description: 'The receipt or invoice of your booking.',
    noindex: true,
    modulePath: 'statement/booking-statement-screen.tsx',
  },
  '/manage': {
    description: 'See, pay, reschedule or cancel your booking.',
    noindex: true,
    noReferrer: true,
    runsAtOnce: true,
    opensLink: true,
    modulePath: 'manage/manage-screen.tsx',
  },
  '/waiting-list': {
    description: 'Wait for a free slot, or leave the waiting list.',
    noindex: true,
    noReferrer: true,
    modulePath: 'waitlist/waitlist-screen.tsx',
  },
  '/failed': {
    description: 'Your booking did not go through. No charges have been made.',
    noindex: true,
    modulePath: 'confirmation/booking-failed-screen.tsx',
  },
  '/cancel': {
    description: 'Your payment was cancelled or interrupted. No charges have been made.',
    noindex: true,
    modulePath: 'confirmation/cancel-screen.tsx',
    content: 'stopped',
  },
  '/privacy-policy': {
    description: 'What data the club stores about you and why.',
    inSitemap: true,
    modulePath: 'policies/privacy-screen.tsx',
  },
  '/terms-conditions': {
    description: 'The rules of booking and playing.',
    inSitemap: true,
    modulePath: 'policies/terms-screen.tsx',
  },
  '/return-refund-policy': {
    description: 'What we refund when you cancel, and when.',
    inSitemap: true,
    modulePath: 'policies/refund-screen.tsx',
  },
  '/service-policy': {
    description: 'What you can expect from the club.',
    inSitemap: true,
    modulePath: 'policies/service-policy-screen.tsx',
  },
  '/offline': {
    description: 'How to reach the club without a connection.',
    noindex: true,
  },
  '*': {
    description: 'This page does not exist.',
    noindex: true,
    modulePath: 'app/not-found-screen.tsx',
  },
};

export function pageMetadataFor({ path }: { path: string }): PageMetadata {
  const metadata = PAGE_METADATA[path];
  if (!metadata) throw new Error(`The screen at ${path} has no metadata.`);
  return metadata;
}
