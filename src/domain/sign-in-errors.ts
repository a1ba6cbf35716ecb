/** Why a sign-in failed: the key is in the address of /login, and the page shows the sentence. */
const SIGN_IN_ERRORS = {
  not_set_up: 'This login method is not set up at this club yet. Please use your email address and password.',
  cancelled: 'The sign-in was cancelled. You can try again, or use your email address and password.',
  expired: 'The sign-in took too long or was started in another window. Please try again.',
  refused: 'The sign-in could not be completed. Please try again, or use your email address and password.',
  no_email: 'The provider did not send an email address. Please use your email address and password.',
  unverified_email:
    'The provider has not verified your email address. Verify it there first, or use your email address and password.',
  email_taken:
    'There is already an account with this email address. Log in with your password and confirm your email address; then you can use this button, too.',
  busy: 'The provider is not available right now. Please try again in a few minutes.',
} as const;

export type SignInErrorCode = keyof typeof SIGN_IN_ERRORS;

/** Null for unknown codes. */
export function signInErrorMessage(code: string | undefined): string | null {
  return code !== undefined && Object.hasOwn(SIGN_IN_ERRORS, code)
    ? SIGN_IN_ERRORS[code as SignInErrorCode]
    : null;
}
