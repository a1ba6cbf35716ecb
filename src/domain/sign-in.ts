/** Who may vouch for somebody, in the order their buttons stand. */
export const PROVIDERS = ['google', 'microsoft', 'github', 'apple'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** What the buttons and sentences call them. */
export const PROVIDER_LABELS: Record<ProviderName, string> = {
  google: 'Google',
  microsoft: 'Outlook',
  github: 'GitHub',
  apple: 'Apple',
};

export function isProvider(name: string): name is ProviderName {
  return (PROVIDERS as readonly string[]).includes(name);
}

/** Why a sign-in through a provider ended at /login: the address carries the key, the page says the words. */
export const SIGN_IN_ERRORS = {
  not_set_up:
    'This way to sign in is not set up at this club yet. Please use your email address and password.',
  cancelled: 'The sign-in was cancelled. You can try again, or use your email address and password.',
  expired: 'The sign-in took too long or was started in another window. Please try again.',
  refused: 'The sign-in could not be completed. Please try again, or use your email address and password.',
  no_email: 'The provider did not tell us an email address. Please use your email address and password.',
  unverified_email:
    'The provider has not verified your email address. Verify it there first, or use your email address and password.',
  email_taken:
    'There is already an account with this email address. Log in with your password and confirm your email address; after that this button signs you in, too.',
  busy: 'The provider does not answer right now. Please try again in a few minutes.',
} as const;
export type SignInErrorCode = keyof typeof SIGN_IN_ERRORS;

/** The sentence for a refusal in the address; null for anything else somebody wrote there. */
export function signInErrorMessage(code: string | undefined): string | null {
  return code !== undefined && Object.hasOwn(SIGN_IN_ERRORS, code)
    ? SIGN_IN_ERRORS[code as SignInErrorCode]
    : null;
}

/**
 * The address to go on to after signing in, or null when it does not lead to one of our own pages:
 * `//evil.example`, `/\evil.example` and `https://…` would lead away.
 */
export function safeRedirectPath(path: string | null | undefined): string | null {
  if (!path || path.length > 300 || !/^\/[\w\-.~%!$&'()*+,;=:@/?#]*$/.test(path)) return null;
  if (path.includes('//') || /^\/+(?:api|login|register)(?:[/?#]|$)/.test(path)) return null;
  return path;
}
