/** Style sheets that a screen may name in addition to `base`, by their file in `web/styles/entries`. */
export type StylesheetName =
  | 'forms'
  | 'toasts'
  | 'landing'
  | 'contact'
  | 'policies'
  | 'booking'
  | 'confirmation'
  | 'manage'
  | 'matches'
  | 'events'
  | 'tournament'
  | 'waitlist'
  | 'statement'
  | 'account'
  | 'admin';

/** The URL of each style sheet, filled in by the build. */
export const STYLESHEET_URLS: Partial<Record<StylesheetName, string>> = {};

const loading = new Map<StylesheetName, Promise<void>>();

/** Resolves once the page has the style sheet (on the server immediately); rejects without a network. */
export function loadStylesheet(name: StylesheetName): Promise<void> | undefined {
  if (typeof document === 'undefined' || document.querySelector(`style[data-stylesheet="${name}"]`)) return;
  const pending = loading.get(name);
  if (pending) return pending;
  const link = document.createElement('link');
  const promise = new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`The stylesheet ${name} could not be loaded.`));
  });
  // A failed download may be retried.
  promise.catch(() => {
    loading.delete(name);
    link.remove();
  });
  loading.set(name, promise);
  link.rel = 'stylesheet';
  link.href = STYLESHEET_URLS[name] ?? '';
  document.head.append(link);
  return promise;
}
