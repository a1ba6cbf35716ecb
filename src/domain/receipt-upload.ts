/** 5 MB as phones count them. */
export const RECEIPT_MAX_BYTES = 5 * 1024 * 1024;

export const RECEIPT_SIZE_MESSAGE = 'Please upload an image smaller than 5MB';

/** The booking's email, percent-encoded, as a request header of an upload; the form's field `email` works, too. */
export const RECEIPT_EMAIL_HEADER = 'booking-email';
