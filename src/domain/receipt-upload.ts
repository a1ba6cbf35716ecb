/** 5 MB as phones count it. */
export const RECEIPT_MAX_BYTES = 5 * 1024 * 1024;

export const RECEIPT_SIZE_MESSAGE = 'Please upload an image smaller than 5MB';

/** A request header of uploads with the booking's email, percent-encoded; the form field `email` works too. */
export const RECEIPT_EMAIL_HEADER = 'booking-email';
