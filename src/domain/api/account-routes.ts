import * as v from 'valibot';
import {
  forgotPasswordSchema,
  loginSchema,
  passwordChangeSchema,
  pinSchema,
  preferencesSchema,
  profileSchema,
  registerSchema,
  resetPasswordSchema,
  verifyEmailSchema,
} from '../account.ts';
import { sessionSchema, signInMethodsSchema, userSchema } from './account-answers.ts';
import { money } from './base-schemas.ts';
import { messageSchema } from './common-answers.ts';
import type { RouteContract } from './route-contract.ts';

const user = v.strictObject({ user: userSchema });

export const ACCOUNT_ROUTES = {
  'POST /api/auth/register': {
    summary: 'Create an account and log in',
    access: 'anyone',
    body: registerSchema,
    answer: user,
    status: 201,
  },
  'POST /api/auth/login': {
    summary: 'Log in with email and password',
    access: 'anyone',
    body: loginSchema,
    answer: user,
  },
  'POST /api/auth/logout': { summary: 'Log out', access: 'anyone', answer: messageSchema },
  'GET /api/oauth/logout': { summary: 'Log out through a link', access: 'anyone', answer: messageSchema },
  'POST /api/auth/logout-everywhere': {
    summary: 'End all sessions of the member; `feeds=1` ends the member’s calendar feeds too',
    access: 'member',
    query: ['feeds'],
    answer: messageSchema,
  },
  'GET /api/auth/user': {
    summary: 'Read the logged-in user',
    access: 'member',
    answer: userSchema,
  },
  'GET /api/auth/profile': {
    summary: 'Read the member’s profile; the same answer as `/api/auth/user`',
    access: 'member',
    answer: userSchema,
  },
  'GET /api/auth/credit': {
    summary: 'Read the member’s prepaid credit',
    access: 'member',
    answer: v.strictObject({ credit: money }),
  },
  'PUT /api/auth/profile': {
    summary: 'Change name and phone',
    access: 'member',
    body: profileSchema,
    answer: userSchema,
  },
  'PUT /api/auth/preferences': {
    summary: 'Change preferences',
    access: 'member',
    body: preferencesSchema,
    answer: userSchema,
  },
  'PUT /api/auth/password': {
    summary: 'Change the password; every other session ends',
    access: 'member',
    body: passwordChangeSchema,
    answer: messageSchema,
  },
  'POST /api/auth/forgot-password': {
    summary: 'Email a link to choose a new password',
    access: 'anyone',
    body: forgotPasswordSchema,
    answer: messageSchema,
  },
  'POST /api/auth/reset-password': {
    summary: 'Choose a new password with an emailed link',
    access: 'anyone',
    body: resetPasswordSchema,
    answer: messageSchema,
  },
  'POST /api/auth/verify': {
    summary: 'Confirm the email address with an emailed link',
    access: 'member',
    body: verifyEmailSchema,
    answer: userSchema,
  },
  'POST /api/auth/send-verification': {
    summary: 'Email a link to confirm the email address',
    access: 'member',
    answer: messageSchema,
  },
  'PUT /api/auth/pin': {
    summary: 'Choose the PIN that unlocks the screen',
    access: 'staff',
    reauthenticate: true,
    body: pinSchema,
    answer: messageSchema,
  },
  'POST /api/auth/lock': {
    summary: 'Lock the session until its PIN is entered',
    access: 'staff',
    answer: messageSchema,
  },
  'POST /api/auth/unlock': {
    summary: 'Unlock the session with the PIN',
    access: 'member',
    body: pinSchema,
    answer: messageSchema,
  },
  'GET /api/auth/sessions': {
    summary: 'List the devices on which the member is logged in',
    access: 'member',
    answer: v.array(sessionSchema),
  },
  'DELETE /api/auth/sessions/:id': {
    summary: 'End one session',
    access: 'member',
    answer: v.array(sessionSchema),
  },
  'GET /api/auth/sign-in-methods': {
    summary: 'List the login methods of the account',
    access: 'member',
    answer: signInMethodsSchema,
  },
  'DELETE /api/auth/sign-in-methods/:provider': {
    summary: 'Remove a provider from the login methods',
    access: 'member',
    answer: signInMethodsSchema,
  },
  'GET /api/oauth/login': {
    summary: 'Start a login through a provider',
    access: 'anyone',
    query: ['provider', 'return_to'],
    answer: 'redirect',
    status: 302,
  },
  'GET /api/oauth/callback/:provider': {
    summary: 'Finish a login through a provider',
    access: 'anyone',
    query: ['code', 'state', 'error'],
    answer: 'redirect',
    status: 302,
  },
  'POST /api/oauth/callback/apple': {
    summary: 'Receive Apple’s answer and pass it on to the callback',
    access: 'anyone',
    body: 'application/x-www-form-urlencoded',
    answer: 'redirect',
    status: 303,
  },
} as const satisfies Record<string, RouteContract>;
