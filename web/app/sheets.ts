/** The sheets that a screen may name beside `base`, by their file in `web/sheets`. */
export type SheetName =
  | 'forms'
  | 'toasts'
  | 'landing'
  | 'ways'
  | 'policies'
  | 'booking'
  | 'confirmation'
  | 'account'
  | 'admin';

/** Where each sheet can be fetched; the build writes it. */
export const SHEET_URLS: Partial<Record<SheetName, string>> = {};

const coming = new Map<SheetName, Promise<void>>();

/** Resolves once the page has the sheet, on the server at once; rejects without a network. */
export function loadSheet(name: SheetName): Promise<void> | undefined {
  if (typeof document === 'undefined' || document.querySelector(`style[data-sheet="${name}"]`)) return;
  const known = coming.get(name);
  if (known) return known;
  const link = document.createElement('link');
  const promise = new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`The sheet ${name} did not arrive.`));
  });
  // A failed download may be tried again.
  promise.catch(() => {
    coming.delete(name);
    link.remove();
  });
  coming.set(name, promise);
  link.rel = 'stylesheet';
  link.href = SHEET_URLS[name] ?? '';
  document.head.append(link);
  return promise;
}
