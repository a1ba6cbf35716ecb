type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Marks the last button pressed before hydration, so that a screen can prepare for it. */
export const PRESSED = 'data-pressed';

/** The document's event once the first screen is hydrated. */
export const HYDRATED = 'hydrated';

/**
 * Keeps input from before hydration: restores typed values, which React would reset, and repeats the last button
 * press. A pressed start shows as chosen at once. Without this, an early submit would reload the page with the fields
 * in the URL.
 */
export function capturePreHydrationInput(): void {
  const changedValues = new Map<FormControl, string | boolean>();
  let pressedStart: HTMLElement | null = null;
  let pressedElement: HTMLElement | null = null;

  const recordChangedControls = () => {
    for (const control of document.querySelectorAll<FormControl>('input, textarea, select')) {
      if (isChanged(control)) changedValues.set(control, controlValue(control));
    }
  };
  const onInput = ({ target }: Event) => {
    if (isControl(target)) changedValues.set(target, controlValue(target));
  };
  const onClick = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button) deferEvent(event, button);
  };
  const onSubmit = (event: SubmitEvent) =>
    deferEvent(event, event.submitter ?? (event.target as HTMLElement));
  const deferEvent = (event: Event, element: HTMLElement) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (element.dataset.start === undefined) {
      pressedElement?.removeAttribute(PRESSED);
      pressedElement = element;
      element.setAttribute(PRESSED, '');
      return;
    }
    // Only one start can be chosen, and a second press takes it back.
    if (pressedStart) showChosen(pressedStart, false);
    pressedStart = pressedStart === element ? null : element;
    if (pressedStart) showChosen(pressedStart, true);
  };

  // Includes what the browser itself has restored.
  document.addEventListener('DOMContentLoaded', recordChangedControls);
  document.addEventListener('input', onInput, true);
  document.addEventListener('click', onClick, true);
  document.addEventListener('submit', onSubmit, true);
  document.addEventListener(
    HYDRATED,
    () => {
      document.removeEventListener('input', onInput, true);
      document.removeEventListener('click', onClick, true);
      document.removeEventListener('submit', onSubmit, true);
      for (const [control, state] of changedValues) if (control.isConnected) restoreControl(control, state);
      activate(pressedStart);
      // Later, because it builds on the state left by the start.
      setTimeout(() => {
        activate(pressedElement);
        pressedElement?.removeAttribute(PRESSED);
      });
    },
    { once: true },
  );
}

function showChosen(start: HTMLElement, isChosen: boolean): void {
  start.dataset.state = isChosen ? 'chosen' : 'free';
  start.setAttribute('aria-pressed', String(isChosen));
}

function activate(element: HTMLElement | null): void {
  if (!element?.isConnected) return;
  if (element instanceof HTMLFormElement) element.requestSubmit();
  else element.click();
}

function isControl(target: EventTarget | null): target is FormControl {
  return (
    (target instanceof HTMLInputElement && target.type !== 'file') ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

function isCheckable(control: FormControl): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio';
}

function isChanged(control: FormControl): boolean {
  if (!isControl(control)) return false;
  if (control instanceof HTMLSelectElement) return control.value !== control.options[0]?.value;
  return isCheckable(control)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

function controlValue(control: FormControl): string | boolean {
  return isCheckable(control) ? control.checked : control.value;
}

/** Imitates typing, because React only notices a change from the value it knows. */
function restoreControl(control: FormControl, state: string | boolean): void {
  if (isCheckable(control)) {
    control.checked = !state;
    control.click();
    return;
  }
  control.value = '';
  const valueProperty = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value');
  valueProperty?.set?.call(control, state);
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
}
