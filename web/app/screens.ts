import type { ComponentType } from 'react';
import type { PictureName } from '../ui/picture.tsx';
import type { SheetName } from './sheets.ts';

/** Which background the navigation bar shows. */
export type Area = 'booking' | 'contact' | 'login' | 'account';

/** A screen of the site: its address, what its HTML head says, and where its code is. */
export interface Screen {
  path: string;
  title: string;
  description: string;
  area?: Area;
  /** The sitemap names it. */
  listed?: boolean;
  /** For one visitor only: search engines are asked to leave it out. */
  hidden?: boolean;
  /** The address that search engines should remember instead. */
  canonical?: string;
  /** The picture that fills the first screen, wide and upright; fetched with the page itself. */
  hero?: readonly [wide: PictureName, tall?: PictureName];
  /** What it needs beside the base sheet. */
  styles?: readonly SheetName[];
  load: () => Promise<{ default: ComponentType }>;
  /** The file that `load` imports, below `web/`: its built form is fetched with the page itself. */
  code?: string;
}

export const SCREENS: readonly Screen[] = [
  {
    path: '/',
    title: 'Padel courts by the half-hour',
    description: 'Padel courts in {city}, open until 4 AM. See free half-hours and book one in a minute.',
    listed: true,
    hero: ['hero', 'hero-tall'],
    styles: ['landing'],
    load: () => import('../landing/landing-screen.tsx'),
    code: 'landing/landing-screen.tsx',
  },
  ...['/booking', '/book'].map((path) => ({
    path,
    title: 'Book a court',
    description: 'Choose a date, a court and your half-hours. No account needed.',
    area: 'booking' as const,
    listed: path === '/booking',
    canonical: '/booking',
    styles: ['forms', 'booking'] as const,
    load: () => import('../booking/booking-screen.tsx'),
    code: 'booking/booking-screen.tsx',
  })),
  {
    path: '/contact',
    title: 'Contact',
    description: 'Write to us, call, or find the way to the club.',
    area: 'contact',
    listed: true,
    styles: ['forms', 'ways'],
    load: () => import('../contact/contact-screen.tsx'),
    code: 'contact/contact-screen.tsx',
  },
  {
    path: '/login',
    title: 'Login',
    description: 'Log in to see your bookings.',
    area: 'login',
    styles: ['forms', 'account'],
    load: () => import('../account/login-screen.tsx'),
    code: 'account/login-screen.tsx',
  },
  {
    path: '/register',
    title: 'Sign Up',
    description: 'Create an account to keep your bookings and preferences.',
    area: 'login',
    styles: ['forms', 'account'],
    load: () => import('../account/register-screen.tsx'),
    code: 'account/register-screen.tsx',
  },
  {
    path: '/forgot-password',
    title: 'Forgot your password?',
    description: 'Get a link to choose a new password.',
    area: 'login',
    hidden: true,
    styles: ['forms', 'account'],
    load: () => import('../account/forgot-screen.tsx'),
    code: 'account/forgot-screen.tsx',
  },
  {
    path: '/reset-password',
    title: 'Choose a new password',
    description: 'Choose a new password for your account.',
    area: 'login',
    hidden: true,
    styles: ['forms', 'account'],
    load: () => import('../account/reset-screen.tsx'),
    code: 'account/reset-screen.tsx',
  },
  {
    path: '/verify',
    title: 'Confirm your email address',
    description: 'Confirm that your email address is yours.',
    area: 'login',
    hidden: true,
    styles: ['forms', 'account'],
    load: () => import('../account/verify-screen.tsx'),
    code: 'account/verify-screen.tsx',
  },
  {
    path: '/account',
    title: 'My Account',
    description: 'Your profile, bookings and preferences.',
    area: 'account',
    hidden: true,
    styles: ['forms', 'account'],
    load: () => import('../account/account-screen.tsx'),
    code: 'account/account-screen.tsx',
  },
  {
    path: '/admin',
    title: 'Admin Dashboard',
    description: 'The club desk.',
    hidden: true,
    styles: ['forms', 'admin'],
    load: () => import('../admin/admin-screen.tsx'),
    code: 'admin/admin-screen.tsx',
  },
  {
    path: '/success',
    title: 'Booking confirmation',
    description: 'Your booking and how to pay for it.',
    hidden: true,
    styles: ['forms', 'confirmation'],
    load: () => import('../confirmation/success-screen.tsx'),
    code: 'confirmation/success-screen.tsx',
  },
  {
    path: '/failed',
    title: 'Booking not made',
    description: 'Your booking did not go through. No charges have been made.',
    hidden: true,
    styles: ['confirmation'],
    load: () => import('../confirmation/failed-screen.tsx'),
    code: 'confirmation/failed-screen.tsx',
  },
  {
    path: '/cancel',
    title: 'Booking cancelled',
    description: 'Your payment was cancelled or interrupted. No charges have been made.',
    hidden: true,
    styles: ['ways', 'confirmation'],
    load: () => import('../confirmation/cancel-screen.tsx'),
    code: 'confirmation/cancel-screen.tsx',
  },
  {
    path: '/privacy-policy',
    title: 'Privacy Policy',
    description: 'What the club keeps about you and why.',
    listed: true,
    styles: ['policies'],
    load: () => import('../policies/privacy-screen.tsx'),
    code: 'policies/privacy-screen.tsx',
  },
  {
    path: '/terms-conditions',
    title: 'Terms & Conditions',
    description: 'The rules of booking and playing.',
    listed: true,
    styles: ['policies'],
    load: () => import('../policies/terms-screen.tsx'),
    code: 'policies/terms-screen.tsx',
  },
  {
    path: '/return-refund-policy',
    title: 'Return & Refund Policy',
    description: 'What you get back when plans change, and when.',
    listed: true,
    styles: ['policies'],
    load: () => import('../policies/refund-screen.tsx'),
    code: 'policies/refund-screen.tsx',
  },
  {
    path: '/service-policy',
    title: 'Service Policy',
    description: 'What you can expect from the club.',
    listed: true,
    styles: ['policies'],
    load: () => import('../policies/service-screen.tsx'),
    code: 'policies/service-screen.tsx',
  },
  {
    path: '/offline',
    title: 'Offline',
    description: 'How to reach the club without a connection.',
    hidden: true,
    load: () => import('./offline-screen.tsx'),
  },
];

export const NOT_FOUND: Screen = {
  path: '*',
  title: '404 Page Not Found',
  description: 'There is no page at this address.',
  hidden: true,
  load: () => import('./not-found-screen.tsx'),
  code: 'app/not-found-screen.tsx',
};

export function screenAt(path: string): Screen {
  return SCREENS.find((screen) => screen.path === path) ?? NOT_FOUND;
}
