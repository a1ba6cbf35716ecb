/** The sheets that a screen may name beside `base`, by their file in `web/styles`. */
export type StylesheetName =
  | 'forms'
  | 'toasts'
  | 'landing'
  | 'contact'
  | 'policies'
  | 'booking'
  | 'confirmation'
  | 'account'
  | 'admin';

/** Where each sheet can be fetched; the build writes it. */
export const STYLESHEET_URLS: Partial<Record<StylesheetName, string>> = {};

const loading = new Map<StylesheetName, Promise<void>>();

/** Resolves once the page has the sheet, on the server at once; rejects without a network. */
export function loadStylesheet(name: StylesheetName): Promise<void> | undefined {
  if (typeof document === 'undefined' || document.querySelector(`style[data-stylesheet="${name}"]`)) return;
  const pending = loading.get(name);
  if (pending) return pending;
  const link = document.createElement('link');
  const promise = new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`The sheet ${name} did not arrive.`));
  });
  // A failed download may be tried again.
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
