export function isMirrored(): boolean {
  return getComputedStyle(document.documentElement).direction === 'rtl';
}

/** The arrow key as it would be on an unmirrored page: `ArrowRight` leads on. */
export function readingKey(key: string): string {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return key;
  return isMirrored() === (key === 'ArrowLeft') ? 'ArrowRight' : 'ArrowLeft';
}
