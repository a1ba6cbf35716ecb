let toastShown = false;

/**
 * A notification whose code comes after the page's own: the site draws the toaster when it is idle, and a
 * screen that may never need one does not carry it. `id` keeps a repeated one from piling up.
 */
export function showToast(kind: 'success' | 'error', title: string, text: string, id?: string): void {
  toastShown = true;
  const options = id ? { description: text, id } : { description: text };
  void import('sonner').then(
    ({ toast }) => toast[kind](title, options),
    () => {},
  );
}

/** Takes back what was told: what it complained of is mended. */
export function dismissToast(): void {
  if (!toastShown) return;
  toastShown = false;
  void import('sonner').then(
    ({ toast }) => toast.dismiss(),
    () => {},
  );
}

/** Fetches the code of notifications ahead, for a screen that has to speak when the network is gone. */
export function preloadToasts(): void {
  void import('sonner').catch(() => {});
}
