import { useEffect, useLayoutEffect } from 'react';
import { create } from 'zustand';
import { slotIndexOf } from '../../src/domain/slot.ts';
import { callApi, errorMessage } from '../lib/api.ts';
import { useLocation } from '../lib/router.ts';
import { parseWaitingLink, waitingKeyHeader } from '../lib/waiting-link.ts';
import { takeOffer } from '../shared/booking-draft.ts';
import { useAuth } from '../shared/session.tsx';

interface OpeningOffer {
  /** The link of a message, until its offer is in the draft. */
  link: string;
  /** Why the link opened no offer, as a sentence. */
  problem: string;
}

export const useOpeningOffer = create<OpeningOffer>()(() => ({ link: '', problem: '' }));

/** Opens the offer of `/booking#offer=12.KEY`: the wizard's last step with its slots. */
export function useOfferLink(): void {
  const { path, route } = useLocation();
  const { user } = useAuth();
  const link = useOpeningOffer((opening) => opening.link);

  useLayoutEffect(() => {
    const readLink = () => {
      const found = /^#offer=([\w.-]+)$/.exec(location.hash)?.[1];
      if (!found) return;
      // Before other code can send the address elsewhere.
      history.replaceState(history.state, '', location.pathname + location.search);
      useOpeningOffer.setState({ link: found, problem: '' });
    };
    readLink();
    addEventListener('hashchange', readLink);
    return () => {
      removeEventListener('hashchange', readLink);
      useOpeningOffer.setState({ link: '', problem: '' });
    };
  }, []);

  // The account's own contact counts, so the visitor must be known first.
  const isKnown = user !== undefined;
  useEffect(() => {
    if (!link || !isKnown) return;
    let mounted = true;
    void openOffer(link).then((problem) => {
      if (!mounted) return;
      useOpeningOffer.setState({ link: '', problem });
      if (!problem) route(`${path}?step=3`, true);
    });
    return () => {
      mounted = false;
    };
  }, [link, isKnown, path, route]);
}

const ENDED_TEXTS = {
  accepted: 'This offer is booked already. Our email about the booking has everything.',
  passed: 'This offer has ended. If the time is still free, you can book it like any other.',
  ended: 'This offer has ended. Please choose another time.',
} as const;

/** Puts the offer into the draft; returns why that is not possible, or an empty text. */
async function openOffer(text: string): Promise<string> {
  const link = parseWaitingLink(text);
  if (!link) return 'This link is not complete. Please open it from our message again.';
  try {
    const { offer } = await callApi('GET /api/offers/:id', {
      params: { id: link.id },
      headers: waitingKeyHeader(link),
    });
    const { name, email, phone, court_id, date } = offer;
    const slotIndexes = offer.slots.map(slotIndexOf).filter((slotIndex) => slotIndex !== null);
    if (offer.state !== 'open') return ENDED_TEXTS[offer.state];
    takeOffer({
      ...{ courtId: court_id, date, slotIndexes, guest: { name, email, phone } },
      ...{ smsUpdates: offer.sms_updates, offer: { link: text, expiresAt: offer.expires_at } },
    });
    return '';
  } catch (error) {
    return errorMessage(error, 'Your offer could not be opened. Please check your connection.');
  }
}
