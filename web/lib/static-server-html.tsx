import { createElement, type HTMLAttributes, type ReactNode, Suspense, useState } from 'react';
import { useHydrated } from './hydrated.tsx';

/**
 * An element whose content never changes in the browser. Hydration keeps the server's HTML, so the browser doesn't
 * need the content's code; lazy `children` only load if the browser renders the element itself.
 */
export function StaticServerHtml({
  tag,
  id,
  children,
  ...attributes
}: HTMLAttributes<HTMLElement> & { tag: 'div' | 'footer' | 'noscript'; id: string; children: ReactNode }) {
  const hydrated = useHydrated();
  const [html] = useState(() => (hydrated ? null : serverHtml(id)));
  if (html) return createElement(tag, { id, ...attributes, dangerouslySetInnerHTML: html });
  const content = isServer ? children : <Suspense>{children}</Suspense>;
  return createElement(tag, { id, ...attributes }, content);
}

const isServer = typeof document === 'undefined';

/** React compares this object, so it must stay the same. */
function serverHtml(id: string): { __html: string } | null {
  return isServer ? null : { __html: document.getElementById(id)?.innerHTML ?? '' };
}
