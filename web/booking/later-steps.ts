/** Everything the wizard needs after its first screen, as one file, loaded while the visitor chooses slots. */

export { GuestStep } from './guest-step.tsx';
export { HalfHoursGrid } from './half-hours-grid.tsx';
export { OfferBanner } from './offer-banner.tsx';
export { putOfferInDraft } from './open-offer.ts';
export { PaymentStep } from './payment-step.tsx';
export { TakenSlotsAlert } from './taken-slots-alert.tsx';
