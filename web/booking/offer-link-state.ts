import { create } from 'zustand';

interface OpeningOffer {
  /** A message's link, until its offer is in the draft. */
  link: string;
  /** Why the link opened no offer, as a sentence. */
  problem: string;
}

export const useOfferLinkState = create<OpeningOffer>()(() => ({ link: '', problem: '' }));
