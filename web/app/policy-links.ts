export const POLICY_LINKS = [
  ['/privacy-policy', 'Privacy Policy'],
  ['/terms-conditions', 'Terms & Conditions'],
  ['/return-refund-policy', 'Return & Refund Policy'],
  ['/service-policy', 'Service Policy'],
] as const;

/** For clubs with open matches. */
export const MATCHES_LINK = ['/matches', 'Open matches'] as const;
/** Where the club has published some. */
export const EVENTS_LINK = ['/events', 'Events'] as const;
