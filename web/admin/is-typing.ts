/** True while the keyboard writes into a field, so that single keys aren't shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null;
}
