/** What the wizard needs after its first screen, as one file: fetched while the visitor chooses slots. */

export { GuestAndAddOnsStep } from './guest-and-add-ons-step.tsx';
export { PaymentStep } from './payment-step.tsx';
export { putOfferInDraft } from './put-offer-in-draft.ts';
export { TakenSlotsAlert } from './taken-slots-alert-with-alternatives.tsx';
export { WaitingListOfferBanner } from './waiting-list-offer-banner.tsx';
