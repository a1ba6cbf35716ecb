/** Whether the page is mirrored. */
export function isMirrored(): boolean {
  return getComputedStyle(document.documentElement).direction === 'rtl';
}

/** The arrow key that means the same on a page that is not mirrored: `ArrowRight` leads on. */
export function readingKey(key: string): string {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return key;
  return isMirrored() === (key === 'ArrowLeft') ? 'ArrowRight' : 'ArrowLeft';
}
