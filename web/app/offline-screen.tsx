import { usePageData } from '../shared/page-data.tsx';
import { emailLink, phoneLink } from '../ui/contact-links.ts';
import { Icon } from '../ui/icons.tsx';

/**
 * Shown by the service worker while offline or if the server doesn't answer; the worker says which, because the page
 * has no script.
 */
export default function OfflineScreen() {
  const { club } = usePageData();
  return (
    <main id="main" className="container narrow" tabIndex={-1} data-unreachable="network">
      <div className="when-offline">
        <header className="page-head">
          <p className="eyebrow">No connection</p>
          <h1>You’re offline</h1>
        </header>
        <p className="lead">Please try again when you are connected, or call us.</p>
      </div>
      <div className="when-server-down">
        <header className="page-head">
          <p className="eyebrow">No answer</p>
          <h1>Our website isn’t answering</h1>
        </header>
        <p className="lead">
          You’re online, so the fault is ours. Please try again in a few minutes, or call us.
        </p>
      </div>
      <p className="cluster">
        <a href={phoneLink(club.phone)} className="button lime large">
          <Icon name="phone" /> {club.phone}
        </a>
        <a href={emailLink(club.email)} className="button ghost large">
          <Icon name="mail" /> {club.email}
        </a>
      </p>
      <p>
        <strong>{club.opening_text}</strong>
        <br />
        {club.address}
      </p>
    </main>
  );
}
