import { run } from '@zootools/email-spell-checker';

/**
 * Mail services to suggest for typos, and real services that look similar. The library's own list takes `nu.edu.pk`
 * for a typo of `nu.edu`, so only whole domains are compared.
 */
const DOMAINS = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'yahoo.co.uk',
  'yahoo.com.pk',
  'ymail.com',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'icloud.com',
  'protonmail.com',
  'mail.com',
  'email.com',
];

/** Common slips for `.com`; none of them exist. */
const MISTYPED_COM = /\.(con|cmo|ocm|vom|xom|comm)$/;

/** The domain that was probably meant: `gmail.com` for `ali@gmial.com`; empty if nothing looks like a typo. */
export function suggestDomain(email: string): string {
  const address = email.trim().toLowerCase().replace(MISTYPED_COM, '.com');
  const options = { domains: DOMAINS, secondLevelDomains: [], topLevelDomains: [] };
  const known = run({ email: address, ...options })?.domain;
  return (
    known ??
    (MISTYPED_COM.test(email.trim().toLowerCase()) ? address.slice(address.lastIndexOf('@') + 1) : '')
  );
}

/** Replaces the domain of `email`; everything before the last `@` stays as typed. */
export function replaceDomain(email: string, domain: string): string {
  const typed = email.trim();
  return `${typed.slice(0, typed.lastIndexOf('@') + 1)}${domain}`;
}
