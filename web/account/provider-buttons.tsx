import { PROVIDER_LABELS } from '../../src/domain/sign-in-providers.ts';
import { usePageData } from '../shared/page-data.tsx';
import { ProviderLogo } from './provider-logos.tsx';

/** Login with a provider. The browser leaves the site, so these are not router links. */
export function ProviderButtons({ nextPath }: { nextPath: string }) {
  const { sign_in } = usePageData();
  if (sign_in.length === 0) return null;
  return (
    <div className="auth-providers" data-columns={sign_in.length % 2 === 0 ? 2 : 1}>
      {sign_in.map((provider) => (
        <button
          key={provider}
          type="button"
          className="ghost"
          onClick={() =>
            location.assign(`/api/oauth/login?${new URLSearchParams({ provider, next: nextPath })}`)
          }
        >
          <ProviderLogo provider={provider} />
          <span>
            <span className="visually-hidden">Continue with </span>
            {PROVIDER_LABELS[provider]}
          </span>
        </button>
      ))}
    </div>
  );
}
