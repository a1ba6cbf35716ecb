let toastShown = false;

/** Shows a toast; its code loads on demand. A repeated `id` replaces the toast instead of adding one. */
export function showToast(kind: 'success' | 'error', title: string, text: string, id?: string): void {
  toastShown = true;
  const options = id ? { description: text, id } : { description: text };
  void import('sonner').then(
    ({ toast }) => toast[kind](title, options),
    () => {},
  );
}

/** Dismisses the toast when its problem is solved. */
export function dismissToast(): void {
  if (!toastShown) return;
  toastShown = false;
  void import('sonner').then(
    ({ toast }) => toast.dismiss(),
    () => {},
  );
}

/** Loads the code of toasts early, for a screen that must show one without a network. */
export function preloadToasts(): void {
  void import('sonner').catch(() => {});
}
