import { capturePreHydrationInput } from './lib/pre-hydration-input.ts';

/**
 * A page is complete without its code. So the code is fetched once the page stands on the screen with its
 * picture and its face: on a thin line they come the sooner, and the code hardly later.
 */
const moduleUrls =
  document.querySelector<HTMLElement>('script[data-modules]')?.dataset.modules?.split(' ') ?? [];
let loadStarted = false;

function loadModules(): void {
  if (loadStarted) return;
  loadStarted = true;
  // All at once, not one after the other has named it.
  for (const href of moduleUrls) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  const [main] = moduleUrls;
  if (main) void import(main);
}

/** A frame is drawn after its callbacks: in the second one the first is on its way to the screen. */
function loadAfterNextFrame(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(loadModules)));
}

function loadAfterFirstPaint(): void {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    loadAfterNextFrame();
  }).observe({ type: 'paint', buffered: true });
}

if (document.readyState === 'complete') loadAfterFirstPaint();
else addEventListener('load', loadAfterFirstPaint);
// A hidden tab draws nothing, and a picture may hang.
setTimeout(loadModules, 2000);

capturePreHydrationInput();
