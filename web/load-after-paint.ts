import { capturePreHydrationInput } from './lib/pre-hydration-input.ts';

/** Runs the page's code after the first paint, because the HTML is complete without it. The page preloads it. */
const main = document.currentScript?.dataset.main ?? '';
let started = false;

function start(): void {
  if (started) return;
  started = true;
  // It reads the data at the end of the page.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', runMain);
  else runMain();
}

function runMain(): void {
  void import(main);
}

/** The browser paints after a frame's callbacks, so the second callback runs after the first paint. */
function loadAfterNextFrame(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
}

function loadAfterFirstPaint(): void {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    loadAfterNextFrame();
  }).observe({ type: 'paint', buffered: true });
}

loadAfterFirstPaint();
// A hidden tab never paints.
setTimeout(start, 2000);

capturePreHydrationInput();
