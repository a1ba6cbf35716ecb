let toastShown = false;

interface ToastOptions {
  /** A repeated one replaces the toast instead of adding one. */
  id?: string;
  /** A button in the toast. */
  action?: { label: string; onClick: () => void };
}

/** Shows a toast; its code loads on demand. */
export function showToast(
  kind: 'success' | 'error',
  title: string,
  text?: string,
  options?: ToastOptions,
): void {
  toastShown = true;
  void import('sonner').then(
    ({ toast }) => toast[kind](title, { description: text, ...options }),
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
