import { PROVIDER_LABELS } from '../../src/domain/sign-in.ts';
import { usePageData } from '../lib/page-data.tsx';

/** Ways in through somebody else. They leave the site, so they are no links of the router. */
export function ProviderButtons({ wayOn }: { wayOn: string }) {
  const { sign_in } = usePageData();
  return (
    <div className="account-providers">
      {sign_in.map((provider) => (
        <button
          key={provider}
          type="button"
          className="ghost"
          onClick={() =>
            location.assign(`/api/oauth/login?${new URLSearchParams({ provider, next: wayOn })}`)
          }
        >
          <span className={`account-mark ${provider}`} aria-hidden="true">
            {PROVIDER_LABELS[provider].slice(0, 1)}
          </span>
          <span>
            <span className="account-with">Continue with </span>
            {PROVIDER_LABELS[provider]}
          </span>
        </button>
      ))}
    </div>
  );
}
