import { expect, test } from 'bun:test';
import { emailLink } from '../../web/ui/contact-links.ts';

test('a mail link has one recipient, whatever characters the address contains', () => {
  expect(emailLink('ayesha@example.com')).toBe('mailto:ayesha@example.com');
  expect(emailLink('a+b@example.com', 'Re: court 1 & 2')).toBe(
    'mailto:a%2Bb@example.com?subject=Re%3A%20court%201%20%26%202',
  );
  const link = new URL(emailLink('a?bcc=all&cc=x@example.com', 'Hello'));
  expect([...link.searchParams.keys()]).toEqual(['subject']);
});
