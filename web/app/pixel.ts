/** Events told to the advertising pixel, when the owner has set one. */
export type PixelEvent =
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
const CUSTOM = new Set<PixelEvent>(['BookingCompleted', 'CourtSelected', 'TimeSlotsSelected']);

type Pixel = (verb: string, event: string, data?: object, options?: { eventID: string }) => void;

/** Tells the pixel of `event`; does nothing without one. `eventId` lets the other side drop repeats. */
export function track(event: PixelEvent, data: object = {}, eventId?: string): void {
  const pixel = (window as { fbq?: Pixel }).fbq;
  pixel?.(CUSTOM.has(event) ? 'trackCustom' : 'track', event, data, {
    eventID: eventId ?? crypto.randomUUID(),
  });
}
