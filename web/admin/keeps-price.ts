/** Said wherever a price, a discount or a rate changes. */
export const KEEPS_PRICE = 'Existing bookings keep their price.';
