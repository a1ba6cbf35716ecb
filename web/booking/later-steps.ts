/** What the wizard needs after its first screen, as one file: fetched while the visitor chooses slots. */
export { ConflictAlert } from './conflict-alert.tsx';
export { GuestStep } from './guest-step.tsx';
export { OfferBanner } from './offer-banner.tsx';
export { PaymentStep } from './payment-step.tsx';
export { putOfferInDraft } from './put-offer-in-draft.ts';
