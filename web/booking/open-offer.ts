import { slotIndexOf } from '../../src/domain/slot.ts';
import { callApi, errorMessage } from '../lib/api.ts';
import { parseKeyLink, waitlistKeyHeader } from '../lib/key-link.ts';
import { fillFromOffer } from '../shared/booking-draft.ts';

const ENDED_TEXTS = {
  accepted: 'This offer has already been booked. You’ll find everything in our email about the booking.',
  passed: 'This offer has ended. If the time is still free, you can book it like any other.',
  ended: 'This offer has ended. Please choose another time.',
} as const;

/** Puts the offer into the draft; returns why it can't, or an empty text. */
export async function putOfferInDraft(text: string, notOpenedText: string): Promise<string> {
  const link = parseKeyLink(text);
  if (!link) return 'This link isn’t complete. Please open it from our message again.';
  try {
    const { offer } = await callApi('GET /api/offers/:id', {
      params: { id: link.id },
      headers: waitlistKeyHeader(link),
    });
    const { name, email, phone, court_id, date } = offer;
    const slotIndexes = offer.slots.map(slotIndexOf).filter((slotIndex) => slotIndex !== null);
    if (offer.state !== 'open') return ENDED_TEXTS[offer.state];
    fillFromOffer({
      courtId: court_id,
      date,
      slotIndexes,
      guest: { name, email, phone },
      smsUpdates: offer.sms_updates,
      updatesBy: offer.updates_by ?? [],
      offer: { link: text, expiresAt: offer.expires_at },
    });
    return '';
  } catch (error) {
    return errorMessage(error, notOpenedText);
  }
}
