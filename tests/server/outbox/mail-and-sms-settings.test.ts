import { expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config/load-config.ts';

const load = (env: Record<string, string>) =>
  loadConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), 'padel-club-')), ...env });

test.each([
  ['SMTP_URL', 'mail.example', 'mail.smtp_url'],
  ['SMTP_URL', 'https://mail.example', 'mail.smtp_url'],
  ['MAIL_FROM', 'Padel Club', 'mail.from'],
  ['MAIL_FROM', 'a@b.example, c@d.example', 'mail.from'],
  ['SMS_URL', 'gateway.example/send', 'sms.url'],
])('%s set to "%s" stops the start and names %s', (name, value, key) => {
  expect(() => load({ [name]: value })).toThrow(new RegExp(`${name} \\(${key}\\) .*an address`));
});

test.each(['a/b', 'a#b', 'a?b', '12/b', '12#b', '12?b'])(
  'a password %s as it is stops the start, because the server would be another one',
  (password) => {
    expect(() => load({ SMTP_URL: `smtps://desk:${password}@mail.example:465` })).toThrow(
      'with @ / # ? % of a password written as %40 %2F %23 %3F %25',
    );
  },
);

test('the examples in the settings file are valid', () => {
  const config = load({
    SMTP_URL: 'smtps://user:p%40ss@mail.example:465',
    MAIL_FROM: 'Padel Club <desk@club.example>',
    SMS_URL: 'https://sms.example/send?key={token}&sender={from}&to={to}&message={text}',
  });
  expect(config.mail.from).toBe('Padel Club <desk@club.example>');
  expect(config.sms.url).toContain('{to}');
});
