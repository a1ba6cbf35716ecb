import { keepEarly } from './early.ts';

/**
 * A page is complete without its code. So the code is fetched once the page stands on the screen with its
 * picture and its face: on a thin line they come the sooner, and the code hardly later.
 */
const code = document.querySelector<HTMLElement>('script[data-code]')?.dataset.code?.split(' ') ?? [];
let started = false;

function start(): void {
  if (started) return;
  started = true;
  // All at once, not one after the other has named it.
  for (const href of code) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  const [main] = code;
  if (main) void import(main);
}

/** A frame is drawn after its callbacks: in the second one the first is on its way to the screen. */
function afterDrawing(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
}

function afterFirstPaint(): void {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    afterDrawing();
  }).observe({ type: 'paint', buffered: true });
}

if (document.readyState === 'complete') afterFirstPaint();
else addEventListener('load', afterFirstPaint);
// A hidden tab draws nothing, and a picture may hang.
setTimeout(start, 2000);

keepEarly();
