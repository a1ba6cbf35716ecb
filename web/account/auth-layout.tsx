import type { ReactNode } from 'react';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';

/** The layout of the login, registration and password screens. */
export function AuthLayout({
  title,
  lead,
  error,
  children,
}: {
  title: string;
  lead?: string;
  /** The last submit's error. */
  error?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main id="main" className="container auth-layout" tabIndex={-1}>
      <div className="card highlighted">
        <h1>{title}</h1>
        {lead && <p className="muted">{lead}</p>}
        <ErrorAlert text={error} />
        <JavaScriptRequired feature={title} />
        <div className="requires-javascript">{children}</div>
      </div>
    </main>
  );
}
