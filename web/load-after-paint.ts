import { capturePreHydrationInput } from './lib/pre-hydration-input.ts';

/**
 * Runs the page's code after the first paint, because the HTML is complete without it. Its files are requested as
 * soon as the picture that fills the first screen has arrived. A page that can't show or take anything without its
 * code runs it immediately.
 */
const { modules = '', atOnce } = document.currentScript?.dataset ?? {};
const moduleUrls = modules.split(' ');
let preloaded = false;
let started = false;

/** In parallel, rather than as each one names the next. */
function preload(): void {
  if (preloaded) return;
  preloaded = true;
  for (const href of moduleUrls)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}

function start(): void {
  if (started) return;
  started = true;
  preload();
  // It reads the data at the end of the page.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', runMain);
  else runMain();
}

function runMain(): void {
  const [main] = moduleUrls;
  if (main) void import(main);
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

if (atOnce !== undefined) start();
document.addEventListener(
  'load',
  ({ target }) => {
    if (target instanceof HTMLImageElement && target.fetchPriority === 'high') preload();
  },
  true,
);
loadAfterFirstPaint();
// A hidden tab never paints.
setTimeout(start, 2000);

capturePreHydrationInput();
