import { type FormEvent, useState } from 'react';
import type { PaymentMethod } from '../../src/domain/booking.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { offeredPaymentMethods } from '../../src/domain/payment-instructions.ts';
import { ApiError, callApi } from '../lib/api.ts';
import { invalidateQueries, useQuery } from '../lib/query.ts';
import { reloadBooking } from '../lib/reload.ts';
import { storeManageUrl } from '../lib/stored-booking-keys.ts';
import { useAction } from '../lib/use-action.ts';
import { useIdempotencyKey } from '../lib/use-idempotency-key.ts';
import type { PayerDetails } from '../shared/booking-view/use-booking-details.ts';
import { EmailField } from '../shared/email-field.tsx';
import { NameField, PhoneField } from '../shared/name-phone-fields.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { useAuth } from '../shared/session.tsx';
import { UpdatesChoice } from '../shared/updates-choice.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { RadioChoice } from '../ui/radio-choice.tsx';
import { openPaymentPage, PayButtons } from './pay-buttons.tsx';

/** Asks a player how they will pay their share and, the first time, who they are. */
export function PayShare({
  payer,
  together = [],
}: {
  payer: PayerDetails['payer'];
  /** Unpaid places that came with this one. */
  together?: readonly { name: string; balance: number }[];
}) {
  const { payment_methods, club } = usePageData();
  const { user } = useAuth();
  const [contact, setContact] = useState({ name: payer.name, email: user?.email ?? '', phone: '' });
  const [updatesBy, setUpdatesBy] = useState<string[]>([]);
  const [fields, setFields] = useState<Record<string, string>>({});
  const [paymentError, setPaymentError] = useState<string | null>(null);
  const { busy, error, run } = useAction('The connection was lost. Please try again.');
  const retryHeader = useIdempotencyKey();
  const all = together.reduce((sum, { balance }) => sum + balance, payer.balance);
  const [covers, setCovers] = useState<'all' | 'own'>('all');
  const amount = covers === 'all' ? all : payer.balance;
  const isNew = payer.email === '';
  const credit = useQuery('GET /api/auth/credit', { skip: !user }).data?.credit ?? 0;
  const withCredit = credit >= amount ? (['credit'] as const) : [];
  const promised = payer.payment_method;
  const methods = offeredPaymentMethods([...payment_methods, ...withCredit], club)
    .filter((method) => method !== promised || method === 'card' || method === 'credit')
    .filter((method) => !(method === 'cash' && payer.prepaid));
  const pay = (method: PaymentMethod) =>
    run(async () => {
      const { name, email, phone } = contact;
      const typed = isNew ? { name, email, ...(phone ? { phone, updates_by: updatesBy } : {}) } : {};
      const body = { method, amount, ...typed };
      const call = {
        params: { id: payer.id },
        keyOf: `p${payer.id}` as const,
        body,
        headers: retryHeader(body),
      };
      setFields({});
      setPaymentError(null);
      try {
        const { join_url, payment_url, payment_error } = await callApi('POST /api/payers/:id/pay', call);
        // The first contact changes the key.
        storeManageUrl(join_url);
        if (payment_url) await openPaymentPage(payment_url);
        setPaymentError(payment_error ?? null);
        void invalidateQueries('GET /api/auth/*');
        await reloadBooking();
      } catch (cause) {
        if (cause instanceof ApiError) setFields(cause.failure?.fields ?? {});
        if (isStale(cause)) await reloadBooking();
        throw cause;
      }
    });
  const edit = (field: keyof typeof contact) => (event: { target: { value: string } }) =>
    setContact({ ...contact, [field]: event.target.value });
  if (methods.length === 0) return null;
  return (
    <form
      className="card"
      noValidate
      aria-labelledby="pay-share-title"
      aria-busy={busy}
      onSubmit={(event: FormEvent) => event.preventDefault()}
    >
      <h2 id="pay-share-title">{promised ? 'Pay another way' : 'How do you want to pay?'}</h2>
      {isNew && (
        <>
          <NameField name="name" value={contact.name} error={fields.name} onChange={edit('name')} />
          <EmailField
            label="Email"
            name="email"
            inputMode="email"
            autoComplete="email"
            value={contact.email}
            error={fields.email}
            onChange={edit('email')}
            onCorrect={(email) => setContact({ ...contact, email })}
          />
          <PhoneField name="phone" value={contact.phone} error={fields.phone} onChange={edit('phone')} />
          {contact.phone.trim() && <UpdatesChoice about="place" chosen={updatesBy} onChange={setUpdatesBy} />}
          <p className="hint">
            {club.no_mail
              ? 'This page gets a link of your own, which this browser keeps.'
              : 'We’ll email you your own link.'}{' '}
            The link you used to open this page will then stop working.
          </p>
        </>
      )}
      {together.length > 0 && (
        <RadioChoice
          legend="For whom?"
          name="covers"
          labels={{
            all: `Me and ${together.map(({ name }) => name).join(', ')}: ${formatPkr(all)}`,
            own: `Only me: ${formatPkr(payer.balance)}`,
          }}
          value={covers}
          onChange={setCovers}
        />
      )}
      <ErrorAlert text={error ?? paymentError} />
      <PayButtons methods={methods} credit={credit} busy={busy} onPay={(method) => void pay(method)} />
    </form>
  );
}

/** The share has changed since the page was read. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.failure?.reason === 'changed_meanwhile';
}
