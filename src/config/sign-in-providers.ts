import { PROVIDERS, type ProviderName } from '../domain/sign-in-providers.ts';
import type { OAuthConfig } from './load-config.ts';

/**
 * The providers configured by the owner, in the order of their buttons. Leaves out a provider with an empty setting;
 * the site still starts, because a restored backup lacks keys.
 */
export function listConfiguredProviders(oauth: OAuthConfig): ProviderName[] {
  return PROVIDERS.filter((name) => oauth[name].client_id !== '' && findMissingSetting(oauth, name) === null);
}

/** The first empty setting of a provider that has a client_id, or null. */
export function findMissingSetting(oauth: OAuthConfig, name: ProviderName): string | null {
  const { client_id, ...settings } = oauth[name];
  if (client_id === '') return null;
  return Object.entries(settings).find(([, value]) => value === '')?.[0] ?? null;
}

/** The buttons to show: all on a fresh install, only configured ones once the club is set up. */
export function listVisibleProviders(oauth: OAuthConfig, isSetUp: boolean): readonly ProviderName[] {
  const configured = listConfiguredProviders(oauth);
  return isSetUp || configured.length > 0 ? configured : PROVIDERS;
}
