/** Whether the keyboard writes into a field, so that single keys are no shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, [contenteditable]') !== null;
}
