import { expect, test } from 'bun:test';
import { placesOf, viewAt } from '../../web/admin/places.ts';

const viewOf = (role: 'owner' | 'staff', address: string) => {
  const { place, view } = viewAt(placesOf(role), Object.fromEntries(new URLSearchParams(address)));
  return `${place.id} ${view.id}`;
};

test.each([
  ['', 'desk desk'],
  ['tab=tonight', 'desk desk'],
  ['tab=today&date=2026-11-20', 'desk desk'],
  ['tab=inbox', 'todo todo'],
  ['tab=messages', 'todo messages'],
  ['q=khan', 'bookings bookings'],
  ['status=pending', 'bookings bookings'],
  ['tab=series', 'bookings series'],
  ['tab=money', 'money money'],
  ['tab=money&shift=4', 'money drawer'],
  ['tab=users&user=3', 'customers users'],
  ['tab=staff', 'customers users'],
  ['tab=notices', 'club outbox'],
  ['tab=calendar', 'club calendar'],
  ['tab=unknown', 'desk desk'],
])('the address ?%s of an owner shows %s', (address, view) => {
  expect(viewOf('owner', address)).toBe(view);
});

test.each([
  ['tab=insights', 'desk desk'],
  ['tab=ledger', 'desk desk'],
  ['tab=users', 'desk desk'],
  ['tab=notices', 'desk desk'],
  ['tab=money&shift=4', 'money drawer'],
])('the address ?%s of staff shows %s', (address, view) => {
  expect(viewOf('staff', address)).toBe(view);
});

test('staff with the right to make codes have a view for them, owners have it among the extras', () => {
  const viewsOf = (places: ReturnType<typeof placesOf>) =>
    places.flatMap(({ views }) => views.map(({ id }) => id));
  expect(viewsOf(placesOf('staff', ['make_codes']))).toContain('codes');
  expect(viewsOf(placesOf('staff', ['day_csv']))).not.toContain('codes');
  expect(viewsOf(placesOf('owner'))).not.toContain('codes');
});

test('staff have six places without the views of owners', () => {
  expect(placesOf('staff').map(({ label, views }) => [label, views.map((view) => view.label)])).toEqual([
    ['Desk', ['Desk']],
    ['To do', ['To do', 'Bank', 'Messages']],
    ['Bookings', ['Bookings', 'Weekly bookings']],
    ['Money', ['To collect', 'Drawer']],
    ['Customers', ['Customers']],
    ['Club', ['Events', 'Plans']],
  ]);
});
