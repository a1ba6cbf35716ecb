/**
 * Why an account that was named by a link may not be the payer's: `club_email`, the club had entered the email that the
 * link went to; `handed_link`, the reception had made a link; `no_email`, the payer had entered none, so the link was the
 * host's; `replaced`, there was another account.
 */
export const PAYEE_DOUBTS = ['club_email', 'handed_link', 'no_email', 'replaced'] as const;
export type PayeeDoubt = (typeof PAYEE_DOUBTS)[number];
