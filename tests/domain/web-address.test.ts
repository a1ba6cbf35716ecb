import { expect, test } from 'bun:test';
import * as v from 'valibot';
import { siteAddressSchema } from '../../src/domain/machine-settings.ts';
import { profileAddress, withHttps } from '../../src/domain/web-address.ts';

test.each([
  ['club.pk', 'https://club.pk'],
  ['www.padel.com.pk/lahore?x=1', 'https://www.padel.com.pk/lahore?x=1'],
  ['club.example:8443', 'https://club.example:8443'],
  ['http://club.pk', 'http://club.pk'],
  ['https://club.pk', 'https://club.pk'],
  ['', ''],
  ['club', 'club'],
  ['desk@club.pk', 'desk@club.pk'],
  ['192.168.1.5:3000', '192.168.1.5:3000'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['club.pk and more', 'club.pk and more'],
])('the address %p is meant as %p', (typed, meant) => {
  expect(withHttps(typed)).toBe(meant);
});

test.each([
  ['@padel.lahore', 'https://www.instagram.com/padel.lahore'],
  ['instagram.com/padellahore', 'https://instagram.com/padellahore'],
  ['https://instagram.com/padellahore', 'https://instagram.com/padellahore'],
  ['@padel lahore', '@padel lahore'],
  ['', ''],
])('the profile %p is meant as %p', (typed, meant) => {
  expect(profileAddress(typed, 'www.instagram.com')).toBe(meant);
});

test('the address of the site needs no https://', () => {
  expect(v.parse(siteAddressSchema, { address: ' club.pk ' }).address).toBe('https://club.pk');
  expect(v.safeParse(siteAddressSchema, { address: 'club.pk/padel' }).success).toBe(false);
});
