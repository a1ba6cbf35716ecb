import { expect, test } from 'bun:test';
import { replaceDomain, suggestDomain } from '../../web/lib/email-typo.ts';

test.each([
  ...['gmial.com', 'gmal.com', 'gmail.con', 'gmail.co', 'gnail.com', 'gamil.com', 'gmail.comm', 'gmailcom'],
  ...['hotmial.com', 'hotmail.con', 'yaho.com', 'yahooo.com', 'yahoo.co', 'outlok.com', 'iclod.com'],
])('ali@%s is asked about', (domain) => {
  const suggestion = suggestDomain(`ali@${domain}`);
  expect(['gmail.com', 'hotmail.com', 'yahoo.com', 'outlook.com', 'icloud.com']).toContain(suggestion);
  expect(suggestion.slice(0, 1)).toBe(domain.slice(0, 1));
});

test.each([
  ...['gmail.com', 'GMAIL.com', 'yahoo.com.pk', 'hotmail.co.uk', 'ymail.com', 'mail.com', 'email.com'],
  ...[
    'nu.edu.pk',
    'uaf.edu.pk',
    'punjab.gov.pk',
    'interloop.com.pk',
    'masoodtextile.com',
    'hbl.com',
    'mcb.com',
  ],
  ...[
    'yahoo.fr',
    'outlook.fr',
    'hotmail.it',
    'proton.me',
    'live.com',
    'zoho.com',
    'company.co',
    'ptcl.net.pk',
  ],
])('ali@%s is left alone', (domain) => {
  expect(suggestDomain(`ali@${domain}`)).toBe('');
});

test('a mistyped .com is asked about on any domain', () => {
  expect(suggestDomain('ali@MasoodTextile.con')).toBe('masoodtextile.com');
  expect(suggestDomain('ali@interloop.cmo')).toBe('interloop.com');
});

test('half-typed text is left alone, and the typed name stays', () => {
  for (const text of ['', 'ali', 'ali@', '@gmial.com', 'ali@g']) expect(suggestDomain(text)).toBe('');
  expect(replaceDomain(' Ali.Raza@gmial.com ', 'gmail.com')).toBe('Ali.Raza@gmail.com');
});
