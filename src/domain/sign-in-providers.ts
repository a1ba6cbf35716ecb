/** In the order of their buttons. */
export const PROVIDERS = ['google', 'microsoft', 'github', 'apple'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** Names for buttons and sentences. */
export const PROVIDER_LABELS: Record<ProviderName, string> = {
  google: 'Google',
  microsoft: 'Outlook',
  github: 'GitHub',
  apple: 'Apple',
};

export function isProvider(name: string): name is ProviderName {
  return (PROVIDERS as readonly string[]).includes(name);
}
