/** Events told to the advertising pixel, when the owner has set one. */
export type PixelEventName =
  | 'PageView'
  | 'ViewContent'
  | 'InitiateCheckout'
  | 'Purchase'
  | 'CompleteRegistration'
  | 'Lead'
  | 'Contact'
  | 'BookingCompleted'
  | 'CourtSelected'
  | 'TimeSlotsSelected';

/** The names the pixel does not know by itself. */
const CUSTOM_EVENTS = new Set<PixelEventName>(['BookingCompleted', 'CourtSelected', 'TimeSlotsSelected']);

const SCRIPT_URL = 'https://connect.facebook.net/en_US/fbevents.js';

/** What the pixel's script takes over: until it is there, calls wait in `queue`. */
interface Pixel {
  (...call: unknown[]): void;
  queue: unknown[][];
  callMethod?: (...call: unknown[]) => void;
  push: Pixel;
  loaded: boolean;
  version: string;
  /** Or the script counts page views of its own at every change of address. */
  disablePushState: boolean;
}

interface PixelWindow {
  fbq?: Pixel;
  _fbq?: Pixel;
}

/** Pages the pixel never hears of: the desk, and addresses that carry a secret. */
const UNTRACKED_PATHS = /^\/(admin|reset|forgot|verify)/;

let warned = false;
let lastViewedPath = '';

/** Counts the view of `path`, once for each arrival there. The first one loads the pixel's script. */
export function trackPageView(path: string, pixelId: string): void {
  if (!pixelId) {
    if (!warned) console.warn('The advertising pixel has no id; nothing is tracked.');
    warned = true;
    return;
  }
  if (path === lastViewedPath) return;
  lastViewedPath = path;
  if (UNTRACKED_PATHS.test(path)) return;
  removeNameFromUrl();
  loadPixel(pixelId);
  trackEvent('PageView');
}

/** The script sends the page's address along, and the confirmation's has the customer's name in it. */
function removeNameFromUrl(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has('name')) return;
  address.searchParams.delete('name');
  history.replaceState(history.state, '', address);
}

/** Tells the pixel of `event`; does nothing without one. `eventId` lets the other side drop repeats. */
export function trackEvent(event: PixelEventName, data: object = {}, eventId?: string): void {
  if (UNTRACKED_PATHS.test(location.pathname)) return;
  const pixel = (window as PixelWindow).fbq;
  pixel?.(CUSTOM_EVENTS.has(event) ? 'trackCustom' : 'track', event, data, {
    eventID: eventId ?? createEventId(),
  });
}

/** `randomUUID` is there on https and localhost only. */
function createEventId(): string {
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
}

function loadPixel(id: string): void {
  const pixelWindow = window as PixelWindow;
  if (pixelWindow.fbq) return;
  const pixel = ((...call: unknown[]) => {
    if (pixel.callMethod) pixel.callMethod(...call);
    else pixel.queue.push(call);
  }) as Pixel;
  pixel.queue = [];
  pixel.push = pixel;
  pixel.loaded = true;
  pixel.version = '2.0';
  pixel.disablePushState = true;
  pixelWindow.fbq = pixel;
  pixelWindow._fbq = pixel;
  const script = document.createElement('script');
  script.async = true;
  script.src = SCRIPT_URL;
  document.head.append(script);
  // Automatic events would read buttons and fields of our pages.
  pixel('set', 'autoConfig', false, id);
  pixel('init', id);
}
