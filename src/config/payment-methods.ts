import { PAYMENT_METHODS, type PaymentMethod } from '../domain/booking.ts';
import type { Config } from './load-config.ts';

/** The payment methods available on this machine; card payments need a provider. */
export function paymentMethodsOf(config: Config): PaymentMethod[] {
  return config.payments.provider ? [...PAYMENT_METHODS, 'card'] : [...PAYMENT_METHODS];
}
