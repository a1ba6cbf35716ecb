import { PROVIDER_LABELS } from '../../src/domain/sign-in.ts';
import { usePageData } from '../shared/page-data.tsx';

/** Login with a provider. The browser leaves the site, so these are not router links. */
export function ProviderButtons({ nextPath }: { nextPath: string }) {
  const { sign_in } = usePageData();
  return (
    <div className="auth-providers">
      {sign_in.map((provider) => (
        <button
          key={provider}
          type="button"
          className="ghost"
          onClick={() =>
            location.assign(`/api/oauth/login?${new URLSearchParams({ provider, next: nextPath })}`)
          }
        >
          <span className={`auth-provider-icon ${provider}`} aria-hidden="true">
            {PROVIDER_LABELS[provider].slice(0, 1)}
          </span>
          <span>
            <span className="visually-hidden">Continue with </span>
            {PROVIDER_LABELS[provider]}
          </span>
        </button>
      ))}
    </div>
  );
}
