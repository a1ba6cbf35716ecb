import type { OAuthConfig } from '../config.ts';
import { PROVIDERS, type ProviderName } from '../domain/sign-in.ts';

/** The providers the owner has set up, in the order of their buttons. */
export function configuredProviders(oauth: OAuthConfig): ProviderName[] {
  return PROVIDERS.filter((name) => oauth[name].client_id !== '');
}

/** The buttons to show: all of them on a fresh install, only those that work once any does. */
export function shownProviders(oauth: OAuthConfig): readonly ProviderName[] {
  const configured = configuredProviders(oauth);
  return configured.length > 0 ? configured : PROVIDERS;
}
