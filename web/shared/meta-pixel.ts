import { serverNow } from '../lib/server-time.ts';

/** Events sent to the advertising pixel, if one is configured. */
type PixelEventName =
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

/** Events that are not among the pixel's standard ones. */
const CUSTOM_EVENTS = new Set<PixelEventName>(['BookingCompleted', 'CourtSelected', 'TimeSlotsSelected']);

const SCRIPT_URL = 'https://connect.facebook.net/en_US/fbevents.js';

/** The global that the pixel's script takes over; until then, calls wait in `queue`. */
interface Pixel {
  (...call: unknown[]): void;
  queue: unknown[][];
  callMethod?: (...call: unknown[]) => void;
  push: Pixel;
  loaded: boolean;
  version: string;
  /** Otherwise the script counts a page view at every URL change. */
  disablePushState: boolean;
}

interface PixelWindow {
  fbq?: Pixel;
  _fbq?: Pixel;
}

/** Pages without tracking: the dashboard, and URLs that contain a secret. */
const UNTRACKED_PATHS = /^\/(admin|reset|forgot|verify|manage|matches\/)/;

let warned = false;
let lastViewedPath = '';

/** Tracks one view of `path` per visit; the first call loads the pixel's script. */
export function trackPageView(path: string, pixelId: string): void {
  if (!pixelId) {
    if (!warned) console.warn('The advertising pixel has no id, so nothing is tracked.');
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

/** The script sends the page's URL, and the confirmation's URL contains the customer's name. */
function removeNameFromUrl(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has('name')) return;
  address.searchParams.delete('name');
  history.replaceState(history.state, '', address);
}

/** Sends `event` to the pixel, if there is one. `eventId` lets the recipient drop duplicates. */
export function trackEvent(event: PixelEventName, data: object = {}, eventId?: string): void {
  if (UNTRACKED_PATHS.test(location.pathname)) return;
  const pixel = (window as PixelWindow).fbq;
  pixel?.(CUSTOM_EVENTS.has(event) ? 'trackCustom' : 'track', event, data, {
    eventID: eventId ?? createEventId(),
  });
}

/** `randomUUID` only exists on https and localhost. */
function createEventId(): string {
  return crypto.randomUUID?.() ?? `${serverNow()}-${Math.random().toString(36).slice(2)}`;
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
  // Automatic events would read the pages' buttons and fields.
  pixel('set', 'autoConfig', false, id);
  pixel('init', id);
}
