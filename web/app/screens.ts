import type { ComponentType } from 'react';
import type { PageData } from '../../src/domain/page-data.ts';
import type { StylesheetName } from '../lib/stylesheets.ts';

/** Which background the navigation bar shows. */
type HeaderArea = 'booking' | 'contact' | 'login' | 'account';

/** The exports of a screen's file. */
export interface ScreenModule {
  default: ComponentType;
  /** Called once, before the page that the server rendered is hydrated; hydration waits for it. */
  prepare?: (data: PageData) => void | Promise<void>;
}

/** A screen of the site. For the rest of its HTML, see `page-metadata.ts`. */
export interface Screen {
  path: string;
  title: string;
  area?: HeaderArea;
  /** A slim bar whose menu includes the footer's links, instead of bar and footer. */
  slimBar?: true;
  /** Only the screen, without bar or footer. */
  bare?: true;
  /** The footer is a single line that opens. */
  lineFooter?: true;
  /** The style sheets it needs in addition to `base`. */
  styles?: readonly StylesheetName[];
  load: () => Promise<ScreenModule>;
}

/** The page that the service worker shows while offline. */
export const OFFLINE_PATH = '/offline';

export const SCREENS: readonly Screen[] = [
  {
    path: '/',
    title: 'Book padel courts',
    styles: ['landing'],
    load: () => import('../landing/landing-screen.tsx'),
  },
  ...['/booking', '/book'].map((path) => ({
    path,
    title: 'Book a court',
    area: 'booking' as const,
    styles: ['forms', 'booking'] as const,
    load: () => import('../booking/booking-screen.tsx'),
  })),
  {
    path: '/matches',
    title: 'Open matches',
    styles: ['forms', 'matches'],
    load: () => import('../matches/matches-screen.tsx'),
  },
  {
    path: '/matches/:id',
    title: 'Open match',
    styles: ['forms', 'matches'],
    load: () => import('../matches/match-screen.tsx'),
  },
  {
    path: '/events',
    title: 'Events',
    styles: ['forms', 'events'],
    load: () => import('../events/events-screen.tsx'),
  },
  {
    path: '/events/:id',
    title: 'Event',
    styles: ['forms', 'events'],
    load: () => import('../events/event-screen.tsx'),
  },
  {
    path: '/coach',
    title: 'Your classes',
    lineFooter: true,
    styles: ['events'],
    load: () => import('../events/coach-screen.tsx'),
  },
  {
    path: '/events/:id/screen',
    title: 'Tournament',
    bare: true,
    styles: ['tournament'],
    load: () => import('../tournament/tournament-screen.tsx'),
  },
  {
    path: '/contact',
    title: 'Contact',
    area: 'contact',
    styles: ['forms', 'contact'],
    load: () => import('../contact/contact-screen.tsx'),
  },
  {
    path: '/login',
    title: 'Login',
    area: 'login',
    lineFooter: true,
    styles: ['forms', 'account'],
    load: () => import('../account/login-screen.tsx'),
  },
  {
    path: '/register',
    title: 'Sign Up',
    area: 'login',
    lineFooter: true,
    styles: ['forms', 'account'],
    load: () => import('../account/register-screen.tsx'),
  },
  {
    path: '/forgot-password',
    title: 'Forgot your password?',
    area: 'login',
    lineFooter: true,
    styles: ['forms', 'account'],
    load: () => import('../account/forgot-password-screen.tsx'),
  },
  {
    path: '/reset-password',
    title: 'Choose a new password',
    area: 'login',
    lineFooter: true,
    styles: ['forms', 'account'],
    load: () => import('../account/reset-password-screen.tsx'),
  },
  {
    path: '/verify',
    title: 'Confirm your email address',
    area: 'login',
    lineFooter: true,
    styles: ['forms', 'account'],
    load: () => import('../account/verify-email-screen.tsx'),
  },
  {
    path: '/my-data',
    title: 'Your data',
    area: 'login',
    lineFooter: true,
    styles: ['forms', 'account'],
    load: () => import('../account/guest-data-screen.tsx'),
  },
  {
    path: '/join',
    title: 'Join',
    lineFooter: true,
    styles: ['forms', 'account'],
    load: () => import('../account/accept-invitation-screen.tsx'),
  },
  {
    path: '/account',
    title: 'My Account',
    area: 'account',
    lineFooter: true,
    styles: ['forms', 'account'],
    load: () => import('../account/account-screen.tsx'),
  },
  {
    path: '/setup',
    title: 'Set up your club',
    lineFooter: true,
    styles: ['forms', 'admin'],
    load: () => import('../setup/setup-screen.tsx'),
  },
  {
    path: '/admin',
    title: 'Admin Dashboard',
    slimBar: true,
    styles: ['forms', 'admin'],
    load: () => import('../admin/dashboard-gate.tsx'),
  },
  {
    path: '/success',
    title: 'Booking confirmation',
    lineFooter: true,
    styles: ['forms', 'confirmation'],
    load: () => import('../confirmation/success-screen.tsx'),
  },
  {
    path: '/receipt',
    title: 'Receipt',
    styles: ['statement'],
    load: () => import('../statement/booking-statement-screen.tsx'),
  },
  {
    path: '/manage',
    title: 'Manage your booking',
    lineFooter: true,
    styles: ['forms', 'booking', 'confirmation', 'manage'],
    load: () => import('../manage/manage-screen.tsx'),
  },
  {
    path: '/waiting-list',
    title: 'Waiting list',
    styles: ['waitlist'],
    load: () => import('../waitlist/waitlist-screen.tsx'),
  },
  {
    path: '/failed',
    title: 'Booking not made',
    styles: ['confirmation'],
    load: () => import('../confirmation/booking-failed-screen.tsx'),
  },
  {
    path: '/cancel',
    title: 'Booking cancelled',
    styles: ['confirmation'],
    load: () => import('../confirmation/cancel-screen.tsx'),
  },
  {
    path: '/privacy-policy',
    title: 'Privacy Policy',
    styles: ['policies'],
    load: () => import('../policies/privacy-screen.tsx'),
  },
  {
    path: '/terms-conditions',
    title: 'Terms & Conditions',
    styles: ['policies'],
    load: () => import('../policies/terms-screen.tsx'),
  },
  {
    path: '/return-refund-policy',
    title: 'Return & Refund Policy',
    styles: ['policies'],
    load: () => import('../policies/refund-screen.tsx'),
  },
  {
    path: '/service-policy',
    title: 'Service Policy',
    styles: ['policies'],
    load: () => import('../policies/service-policy-screen.tsx'),
  },
  {
    path: OFFLINE_PATH,
    title: 'Offline',
    load: () => import('./offline-screen.tsx'),
  },
];

export const NOT_FOUND: Screen = {
  path: '*',
  title: '404 Page Not Found',
  load: () => import('./not-found-screen.tsx'),
};

export function screenAt(path: string): Screen {
  const pattern = path.replace(/^(\/(?:matches|events)\/)[^/]+/, '$1:id');
  return SCREENS.find((screen) => screen.path === pattern) ?? NOT_FOUND;
}
