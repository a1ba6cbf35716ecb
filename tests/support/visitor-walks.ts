/** What a customer, a player and the reception do at the club, the same steps in every browser. */
import { expect } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { addDays } from '../../src/domain/business-day.ts';
import { startInstantOf } from '../../src/domain/slot.ts';
import { PASSWORD, registrationBody } from './accounts.ts';
import { keyHeader } from './booking-key.ts';
import { clubToday } from './default-day-plan.ts';
import { runCommand } from './run-command.ts';
import type { ServerProcess } from './server-process.ts';
import { bookingBody } from './test-club.ts';
import { createPng } from './test-images.ts';
import type { Visitor } from './visitor.ts';

/** The next evening at 8:05 PM, so that the shift is forward. */
export const EVENING = addDays(clubToday(), 1);
export const OFFSET = startInstantOf(EVENING, 40) + 5 * 60_000 - Date.now();

/** Sends what a page of `origin` would send, and expects success. */
export async function sendFrom(
  origin: string,
  club: ServerProcess,
  [method, path]: readonly ['POST' | 'PUT', string],
  body: object,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(club.url + path, {
    method,
    headers: { 'content-type': 'application/json', origin, ...headers },
    body: JSON.stringify(body),
  });
  expect([path, answer.ok ? '' : await answer.text()]).toEqual([path, '']);
  // biome-ignore lint/suspicious/noExplicitAny: the tests read few of the answers' fields
  return (await answer.json()) as any;
}

export async function fillGuest(visitor: Visitor, name: string) {
  await visitor.type('Full Name', name);
  await visitor.type('Email', `${name.split(' ')[0]?.toLowerCase()}@example.com`);
}

const dayButton = (date: string) => `[data-roving-key="${date}"]`;

/** From the landing page to a booking by transfer with its receipt, moved to another evening. */
export async function bookAndMove(guest: Visitor, folder: string): Promise<void> {
  const receipt = `${folder}/receipt.png`;
  writeFileSync(receipt, createPng(400, 600));
  await guest.see('Sport. Sip. Social.');
  await guest.look('landing');
  await guest.press('a', 'Book a Court');
  await guest.see('Court 2');
  await guest.look('starts');
  await guest.press(dayButton(addDays(EVENING, 3)));
  await guest.press('[data-start="40"]');
  await guest.look('chosen');
  await guest.press('button', 'Next');
  await fillGuest(guest, 'Bilal Ahmed');
  await guest.type('Phone', '0300 1234567');
  await guest.look('guest');
  await guest.press('button', 'Next');
  await guest.press('input', '.*Bank Transfer.*');
  await guest.look('payment');
  await guest.press('button', 'Complete Booking');
  await guest.see('Held for you');
  await guest.look('confirmation');
  await guest.attach('.receipt-drop input', receipt);
  await guest.see('Payment under review');
  await guest.look('receipt');
  await guest.press('a', 'Move or cancel.*');
  await guest.see('Payment under review');
  await guest.look('manage');
  await guest.press('button', 'Move');
  await guest.press(dayButton(addDays(EVENING, 4)));
  await guest.press('.starts [data-start="42"]');
  await guest.see('The price stays the same.');
  await guest.look('move');
  await guest.press('button', 'Move my booking');
  await guest.meet('[role=status]', 'Your booking has a new time');
  await guest.look('moved');
}

/** The link of a share of a booking that is split between three. */
export async function shareLink(origin: string, club: ServerProcess): Promise<string> {
  const body = bookingBody({ date: addDays(EVENING, 2) });
  const booked = await sendFrom(origin, club, ['POST', '/api/book'], body);
  const shares = { payers: [{ name: 'Bilal Ahmed' }, {}] };
  const path = `/api/booking/${booked.booking.id}/payers`;
  const { payers } = await sendFrom(origin, club, ['PUT', path], shares, keyHeader(booked));
  return payers[1].join_url;
}

/** Opens on the page of a share that nobody has answered, and promises to pay at the club. */
export async function answerShare(payer: Visitor): Promise<void> {
  await payer.see('You’re invited to play');
  await payer.look('share');
  await payer.type('Email', 'bilal@example.com');
  await payer.press('button', 'Pay at the club');
  await payer.meet('h1', 'You’re in');
  await payer.see('Ayesha K., Bilal A., Player 3');
  await payer.look('share-answered');
}

const DESK = 'desk@example.com';

/** Makes the account of the reception. */
export async function hireReception(origin: string, club: ServerProcess, clock: Record<string, string>) {
  const account = registrationBody({ email: DESK, name: 'Sana Butt' });
  await sendFrom(origin, club, ['POST', '/api/auth/register'], account);
  club.database((db) => db.run('UPDATE user SET email_verified = 1'));
  const promoted = await runCommand(['promote', DESK, '--data', club.dataDir], clock);
  expect([promoted.exitCode, promoted.stderr]).toEqual([0, expect.any(String)]);
}

/** From the login, `/login?next=/admin`, to the desk. */
export async function logInReception(reception: Visitor): Promise<void> {
  await reception.look('login');
  await reception.type('Email', DESK);
  await reception.type('Password', PASSWORD);
  await reception.press('button', 'Login');
  await reception.see('Admin Dashboard');
}

/** On the desk, books the running half-hour and opens the booking. */
export async function bookWalkIn(reception: Visitor): Promise<void> {
  await reception.press('button', 'Court [12], .*: free, book a walk-in');
  await reception.type('Name \\(optional\\)', 'Hamza Tariq');
  await reception.look('walk-in');
  await reception.press('button', 'Book');
  await reception.press('.admin-cell', '.*Hamza.*');
  await reception.see('Booking #');
  await reception.look('booking');
}
