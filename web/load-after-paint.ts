import { capturePreHydrationInput } from './lib/pre-hydration-input.ts';

/**
 * Loads the page's modules after the first paint: the HTML is complete without them, and the first touch should not
 * wait for the picture and the font.
 */
const moduleUrls = document.currentScript?.dataset.modules?.split(' ') ?? [];
let loadStarted = false;

function loadModules(): void {
  if (loadStarted) return;
  loadStarted = true;
  // In parallel, instead of one after the other names it.
  for (const href of moduleUrls) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', runMain);
  else runMain();
}

/** It reads the data at the end of the page. */
function runMain(): void {
  const [main] = moduleUrls;
  if (main) void import(main);
}

/** The browser paints after a frame's callbacks, so the second callback runs after the first paint. */
function loadAfterNextFrame(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(loadModules)));
}

function loadAfterFirstPaint(): void {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    loadAfterNextFrame();
  }).observe({ type: 'paint', buffered: true });
}

loadAfterFirstPaint();
// A hidden tab never paints.
setTimeout(loadModules, 2000);

capturePreHydrationInput();
