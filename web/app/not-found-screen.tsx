import { Icon } from '../ui/icons.tsx';

/** The screen for unknown paths. */
export default function NotFoundScreen() {
  return (
    <main id="main" className="container narrow not-found" tabIndex={-1}>
      <p className="eyebrow">Out!</p>
      <h1>404 Page Not Found</h1>
      <p className="lead">This ball went over the glass. There is no page at this address.</p>
      <p className="cluster">
        <a href="/booking" className="button">
          Book a Court <Icon name="arrow" />
        </a>
        <a href="/" className="button ghost">
          Back to Home
        </a>
      </p>
    </main>
  );
}
