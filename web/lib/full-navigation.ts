let isOn = false;

/**
 * From now on, links load their page from the server, because facts in this page's HTML have changed. The router
 * listens on the window, so a click stopped at the document is left to the browser.
 */
export function loadNextPageFromServer(): void {
  if (isOn) return;
  isOn = true;
  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
    if (target) event.stopPropagation();
  });
}
