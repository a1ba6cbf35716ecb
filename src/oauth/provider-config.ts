import type { OAuthConfig } from '../config/load-config.ts';
import { PROVIDERS, type ProviderName } from '../domain/sign-in.ts';

/**
 * The providers the owner has set up, in the order of their buttons. A half-filled one is not: visitors would
 * find out at the provider's. Keys are missing after a restore, so the site does not refuse to start for it.
 */
export function listConfiguredProviders(oauth: OAuthConfig): ProviderName[] {
  return PROVIDERS.filter((name) => oauth[name].client_id !== '' && findMissingSetting(oauth, name) === null);
}

/** The first setting of a provider that is empty though its client_id is not; null when none is. */
export function findMissingSetting(oauth: OAuthConfig, name: ProviderName): string | null {
  const { client_id, ...settings } = oauth[name];
  if (client_id === '') return null;
  return Object.entries(settings).find(([, value]) => value === '')?.[0] ?? null;
}

/** The buttons to show: all of them on a fresh install, only those that work once any does. */
export function listVisibleProviders(oauth: OAuthConfig): readonly ProviderName[] {
  const configured = listConfiguredProviders(oauth);
  return configured.length > 0 ? configured : PROVIDERS;
}
