import fc from 'fast-check';
import { startTimeOf } from '../../../src/domain/slot.ts';
import { hasRackets, RACKET } from '../add-on-and-promo-code-model.ts';
import { emailedKey, keyOf } from '../booking-key.ts';
import { defineStep, HOURS, indexArbitrary, pick } from '../model-step-type-and-random-inputs.ts';
import { bookingBody } from '../test-club.ts';
import { entryKeyHeader, offerLink } from '../waitlist-links.ts';
import { freeBlocks } from '../waitlist-model.ts';
import { moveClock } from './deadline-and-receipt-steps.ts';

const MINUTE_MS = 60_000;

export const waitingSteps = [
  defineStep({
    ...{ name: 'wait for a time', weight: 5 },
    input: fc.record({
      person: fc.nat({ max: 3 }),
      court: fc.constantFrom(1, 2, null),
      evening: fc.constantFrom(0 as const, 1 as const),
      from: fc.nat({ max: 6 }),
      span: fc.integer({ min: 2, max: 6 }),
      length: fc.constantFrom(2, 2, 3),
    }),
    async run(world, { person, court, evening, from, span, length }) {
      const { club, model, dates } = world;
      const window = HOURS.slice(from, from + Math.max(span, length));
      const date = dates[evening];
      const email = `waiter${person}.${dates[0]}@example.com`;
      const answer = await club.post(
        '/api/waitlist',
        {
          ...{ date, court_id: court, name: 'Hina Aslam', email, duration: length * 30 },
          from: startTimeOf(window[0] ?? 0),
          until: startTimeOf(((window.at(-1) ?? 0) + 1) % 48),
        },
        { 'x-forwarded-for': world.nextOrigin().address },
      );
      const entry = { person: email, date, court, window, length: Math.min(length, window.length) };
      const open = [...model.entries.values()].filter((other) => other.isOpen && other.person === email);
      const isFree = freeBlocks(world, { ...entry, length }, club.clock.now + 1).length > 0;
      const isShort = window.length < length;
      const expected = { status: isShort ? 422 : isFree ? 409 : open.length >= 5 ? 429 : 201 };
      if (!world.expectAnswer(expected, answer)) return;
      const { id } = answer.json.entry;
      model.entries.set(id, { ...entry, id, isOpen: true, offered: [], passed: [] });
      const confirmed = await club.post(`/api/waitlist/${id}/confirm`, {}, entryKeyHeader(club, id));
      world.expectAnswer({ status: 200 }, confirmed);
    },
  }),
  defineStep({
    ...{ name: 'leave the waiting list', weight: 1, input: indexArbitrary },
    async run(world, which) {
      const { club, model } = world;
      const entry = pick(model.entries.values(), which);
      if (!entry) return;
      const answer = await club.delete(`/api/waitlist/${entry.id}`, entryKeyHeader(club, entry.id));
      world.expectAnswer({ status: 200 }, answer);
      entry.isOpen = false;
    },
  }),
  defineStep({
    ...{
      name: 'book an offer',
      weight: 4,
      input: fc.tuple(indexArbitrary, fc.constantFrom(0, 1, 2), fc.boolean()),
    },
    async run(world, [which, rackets, isMembers]) {
      const { club, model, member } = world;
      const offer = pick(model.offers.values(), which);
      if (!offer) return;
      const { court, date, slotIndexes } = offer;
      const slots = slotIndexes.map(startTimeOf);
      const { address, email } = world.nextOrigin();
      const answer = await club.post(
        '/api/book',
        bookingBody({
          ...{ court_id: court, date, slots, start_time: slots[0], duration: slots.length * 30, email },
          ...{ payment_method: 'cash', offer: offerLink(club, offer.id) },
          ...(rackets > 0 ? { add_ons: [{ id: RACKET.id, quantity: rackets }] } : {}),
        }),
        { 'x-forwarded-for': address, ...(isMembers ? member.headers : {}) },
      );
      // A refused booking leaves the offer as it was.
      const isEquipped = hasRackets(model.bookings.values(), rackets, offer);
      if (!world.expectAnswer({ status: isEquipped ? 201 : 422 }, answer)) return;
      model.offers.delete(offer.id);
      offer.entry.isOpen = false;
      const { booking, manage_url, contact_key } = answer.json;
      const keys = { key: keyOf(manage_url), contactKey: contact_key, tracker: '' };
      model.add(booking.id, { court, date, slotIndexes }, 'cash', isMembers, club.clock.now, keys, {
        ...{ rackets, code: false, member: isMembers },
      });
    },
  }),
  defineStep({
    ...{ name: 'end an offer at the desk', weight: 1, input: indexArbitrary },
    async run({ club, model, admin, expectAnswer }, which) {
      const offer = pick(model.offers.values(), which);
      const answer = await club.delete(`/api/admin/offers/${offer?.id ?? 0}`, admin);
      // Its customer goes on waiting, whatever number of offers that was.
      if (expectAnswer({ status: offer ? 200 : 404 }, answer) && offer) model.offers.delete(offer.id);
    },
  }),
  defineStep({
    ...{ name: 'sell an offered time at the desk', weight: 3 },
    input: fc.record({ which: indexArbitrary, rackets: fc.constantFrom(0, 0, 2), names: fc.boolean() }),
    async run(world, { which, rackets, names }) {
      const { club, model, admin } = world;
      const offer = pick(model.offers.values(), which);
      if (!offer) return;
      const { court, date } = offer;
      // A part of a longer offer leaves the rest to the next customer.
      const slotIndexes = offer.slotIndexes.slice(0, 2);
      const answer = await club.post(
        '/api/admin/bookings',
        {
          ...{ court_id: court, date, slots: slotIndexes.map(startTimeOf), name: 'Hamza Tariq' },
          ...(rackets > 0 ? { add_ons: [{ id: RACKET.id, quantity: rackets }] } : {}),
          ends_offers: names ? [offer.id] : [],
        },
        admin,
      );
      const isEquipped = hasRackets(model.bookings.values(), rackets, { date, slotIndexes });
      const expected = !names
        ? { status: 409, slots: slotIndexes.map(startTimeOf) }
        : { status: isEquipped ? 201 : 422 };
      if (!world.expectAnswer(expected, answer)) return;
      model.offers.delete(offer.id);
      const { id, email } = answer.json.data.booking;
      const keys = { key: emailedKey(club, { id, email }), contactKey: '', tracker: '' };
      const placement = { court, date, slotIndexes };
      model.add(id, placement, 'cash', false, club.clock.now, keys, { rackets, code: false, member: false });
    },
  }),
  defineStep({
    ...{ name: 'let offers pass', weight: 3, input: fc.constantFrom(-1, 0, 1) },
    async run(world, minutes) {
      const first = pick(world.model.offers.values(), 0);
      if (first) await moveClock(world, first.expiresAt + minutes * MINUTE_MS);
    },
  }),
];
