import type { Database } from 'bun:sqlite';
import type { PriceItem } from '../../domain/booking-price-lines.ts';
import type { SeededRandom } from './random.ts';

const RACKET = { id: 1, name: 'Racket', price: 500 };
const ADD_ONS = [
  { ...RACKET, unit: 'booking', max_at_once: 8 },
  { id: 2, name: 'Balls (3)', price: 1200, unit: 'booking', max_at_once: null },
  { id: 3, name: 'Coach', price: 3000, unit: 'hour', max_at_once: 1 },
];

/** The demo's add-ons, codes and members' price. */
export function addExtras(db: Database): void {
  const insertAddOn = db.prepare(
    'INSERT INTO add_on (id, name, price, unit, max_at_once, position) VALUES (?1, ?2, ?3, ?4, ?5, ?1)',
  );
  for (const { id, name, price, unit, max_at_once } of ADD_ONS) {
    insertAddOn.run(id, name, price, unit, max_at_once);
  }
  db.run(
    `INSERT INTO promo_code (code, name, percent, amount_off, tiers, first_booking, members_only, max_uses) VALUES
       ('WELCOME10', 'First booking', 10, NULL, NULL, 1, 0, 200),
       ('RAINYDAY', 'After a storm', NULL, 1000, NULL, 0, 0, 50),
       (NULL, 'Members’ price', 10, NULL, '["morning"]', 0, 1, NULL)`,
  );
}

/** Some bookings include rackets. */
export function itemsOfBooking(random: SeededRandom): PriceItem[] {
  if (!random.chance(0.12)) return [];
  const { id, name, price } = RACKET;
  const quantity = 1 + random.nextInt(2);
  return [
    {
      kind: 'add_on',
      source_id: id,
      label: name,
      quantity,
      unit: 'booking',
      unit_price: price,
      terms: null,
    },
  ];
}
