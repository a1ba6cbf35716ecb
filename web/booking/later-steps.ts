/** What the wizard needs after its first screen, as one file: fetched while the visitor chooses slots. */
export { ConflictAlert } from './conflict-alert.tsx';
export { GuestStep } from './guest-step.tsx';
export { OfferBanner } from './offer-banner.tsx';
export { openOffer } from './open-offer.ts';
export { PaymentStep } from './payment-step.tsx';
