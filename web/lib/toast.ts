let toastShown = false;

/** Shows a toast; its code loads on demand. Repeating an `id` replaces the toast instead of adding one. */
export function showToast(kind: 'success' | 'error', title: string, text: string, id?: string): void {
  toastShown = true;
  const options = id ? { description: text, id } : { description: text };
  void import('sonner').then(
    ({ toast }) => toast[kind](title, options),
    () => {},
  );
}

/** Dismisses the toast once its problem is solved. */
export function dismissToast(): void {
  if (!toastShown) return;
  toastShown = false;
  void import('sonner').then(
    ({ toast }) => toast.dismiss(),
    () => {},
  );
}

/** Loads the toasts' code early, for a screen that must be able to show one while offline. */
export function preloadToasts(): void {
  void import('sonner').catch(() => {});
}
