import type { Database } from 'bun:sqlite';
import { searchText } from '../../src/domain/search-text.ts';

/** One customer's booking as rows; fields left out have the values of an unpaid booking. */
export interface StoredBooking {
  id?: number;
  court_id?: number;
  date: string;
  slots?: readonly string[];
  state?: 'pending' | 'paid' | 'cancelled' | 'released';
  name?: string;
  email?: string;
  phone?: string;
  payment_method?: string;
  payment_receipt?: string | null;
  hourly_rate?: number;
  price?: number;
  charge?: number;
  created_at?: number;
}

/** Inserts bookings without their claims, which the club's API would not do as fast, or at all. */
export function bookingInserter(db: Database): (booking: StoredBooking) => { id: number; payer_id: number } {
  const addBooking = db.prepare(
    `INSERT INTO booking (id, court_id, date, start_time, duration, slots, state, hourly_rate, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addPayer = db.prepare(
    `INSERT INTO payer (booking_id, position, state, name, email, phone, search, price, charge, payment_method,
       payment_receipt, receipt_waits, receipts, created_at)
     VALUES (?1, 1, 'joined', ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9 IS NOT NULL AND ?10, ?9 IS NOT NULL, ?11)`,
  );
  return ({
    id = null,
    court_id = 1,
    date,
    slots = ['18:00', '18:30'],
    state = 'pending',
    name = 'Ali',
    email = 'ali@example.com',
    phone = '+923001234567',
    payment_method = 'cash',
    payment_receipt = null,
    hourly_rate = 5000,
    price = 5000,
    charge = state === 'cancelled' || state === 'released' ? 0 : price,
    created_at = 1,
  }: Omit<StoredBooking, 'id'> & { id?: number | null }) => {
    const duration = slots.length * 30;
    const [start = ''] = slots;
    const booking = addBooking.run(
      id,
      court_id,
      date,
      start,
      duration,
      JSON.stringify(slots),
      state,
      hourly_rate,
      created_at,
    );
    const bookingId = Number(booking.lastInsertRowid);
    const payer = addPayer.run(
      bookingId,
      name,
      email,
      phone,
      searchText({ name, email, phone }),
      price,
      charge,
      payment_method,
      payment_receipt,
      state === 'pending' || state === 'released' ? 1 : 0,
      created_at,
    );
    return { id: bookingId, payer_id: Number(payer.lastInsertRowid) };
  };
}

export function insertBooking(db: Database, booking: StoredBooking): { id: number; payer_id: number } {
  return bookingInserter(db)(booking);
}
