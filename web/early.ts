type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The document is told so when the first screen has become alive. */
export const ALIVE = 'alive';

/**
 * Keeps what a quick visitor does before the page is alive: what is typed is put back, since React starts
 * from empty fields, and the last button pressed is pressed again. A form sent too early would else load
 * the page anew, with its fields in the address.
 */
export function keepEarly(): void {
  const typed = new Map<Control, string | boolean>();
  let pressed: HTMLElement | null = null;

  const look = () => {
    for (const control of document.querySelectorAll<Control>('input, textarea, select')) {
      if (isChanged(control)) typed.set(control, stateOf(control));
    }
  };
  const onInput = ({ target }: Event) => {
    if (isControl(target)) typed.set(target, stateOf(target));
  };
  const onClick = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button) hold(event, button);
  };
  const onSubmit = (event: SubmitEvent) => hold(event, event.submitter ?? (event.target as HTMLElement));
  const hold = (event: Event, by: HTMLElement) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed = by;
  };

  look();
  document.addEventListener('input', onInput, true);
  document.addEventListener('click', onClick, true);
  document.addEventListener('submit', onSubmit, true);
  document.addEventListener(
    ALIVE,
    () => {
      document.removeEventListener('input', onInput, true);
      document.removeEventListener('click', onClick, true);
      document.removeEventListener('submit', onSubmit, true);
      for (const [control, state] of typed) if (control.isConnected) putBack(control, state);
      setTimeout(() => press(pressed));
    },
    { once: true },
  );
}

function press(what: HTMLElement | null): void {
  if (!what?.isConnected) return;
  if (what instanceof HTMLFormElement) what.requestSubmit();
  else what.click();
}

function isControl(target: EventTarget | null): target is Control {
  return (
    (target instanceof HTMLInputElement && target.type !== 'file') ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

function isTick(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox' || control.type === 'radio';
}

function isChanged(control: Control): boolean {
  if (!isControl(control)) return false;
  if (control instanceof HTMLSelectElement) return control.value !== control.options[0]?.value;
  return isTick(control)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

function stateOf(control: Control): string | boolean {
  return isTick(control) ? control.checked : control.value;
}

/** As if it were typed now: React hears of a change only when the value differs from the one it knows. */
function putBack(control: Control, state: string | boolean): void {
  if (isTick(control)) {
    control.checked = !state;
    control.click();
    return;
  }
  control.value = '';
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value');
  own?.set?.call(control, state);
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
}
