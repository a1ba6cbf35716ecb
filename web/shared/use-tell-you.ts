import type { Booking } from '../../src/domain/booking.ts';
import { tellYou } from '../../src/domain/consent.ts';
import { usePageData } from './page-data.tsx';
import { useAuth } from './session.tsx';

type Customer = Pick<Booking, 'email'> & Partial<Pick<Booking, 'user_id' | 'sms_updates' | 'updates_by'>>;

/** `email you`, `message you on WhatsApp`: how this customer hears what comes next; a member also as in the account. */
export function useTellYou(): (customer: Customer) => string {
  const { club } = usePageData();
  const { user } = useAuth();
  return (customer) => {
    const isOwn = user != null && customer.user_id === user.id;
    return tellYou(customer, club, isOwn ? user.preferences : {});
  };
}
