import { useState } from 'react';
import { receiptRejectionSchema } from '../../../src/domain/admin-inputs.ts';
import type { BookingPayer } from '../../../src/domain/api/payer-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { channelTo } from '../../../src/domain/consent.ts';
import { formatPayBy } from '../../../src/domain/format-payment-deadline.ts';
import { sendsWords } from '../../../src/domain/reach-words.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { InputField } from '../../ui/field.tsx';
import { FormDialog } from '../dialog-form.tsx';

interface Rejected {
  booking: Booking;
  /** Whose share the receipt is for; missing for the booking's own. */
  payer?: Pick<BookingPayer, 'id' | 'name' | 'phone' | 'email'>;
}

/** Asks why a receipt is rejected, and says how the customer hears the reason. */
export function RejectReceipt(receipt: Rejected) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="ghost" onClick={() => setOpen(true)}>
        Reject<span className="visually-hidden"> receipt</span>
      </button>
      {open && <RejectReceiptDialog {...receipt} onClose={() => setOpen(false)} />}
    </>
  );
}

function RejectReceiptDialog({ booking, payer, onClose }: Rejected & { onClose: () => void }) {
  const { club } = usePageData();
  const toBody = (values: { reason: string }) => ({
    ...values,
    version: booking.version,
    ...(payer ? { payer_id: payer.id } : {}),
  });
  const form = useForm({
    isStaff: true,
    schema: receiptRejectionSchema,
    initialValues: { reason: '' },
    toBody,
    onSubmit: async (values) => {
      const { data } = await callApi('POST /api/admin/bookings/:id/receipt/reject', {
        params: { id: booking.id },
        body: toBody(values),
      });
      const isTold = channelTo(payer ?? booking, club) !== null;
      showToast('success', 'Receipt rejected', whatNow(data.booking, payer !== undefined, isTold));
      onClose();
    },
    failure: 'The receipt could not be rejected. Please try again.',
  });
  return (
    <FormDialog title="Reject this receipt?" form={form} submitLabel="Reject receipt" onClose={onClose}>
      <p>
        {payer
          ? sendsWords(payer, club, 'with your reason')
          : booking.status === 'pending'
            ? sendsWords(booking, club, 'with your reason and, if there’s time before play, a new deadline')
            : `${sendsWords(booking, club, 'with your reason')} The slot stays released.`}
      </p>
      <InputField
        label="Reason"
        hint="Such as: The picture shows PKR 500 instead of PKR 5,000."
        maxLength={200}
        {...form.fieldProps('reason')}
      />
    </FormDialog>
  );
}

/** What follows a rejected receipt, for the reception. */
export function whatNow(
  { status, pay_by }: Pick<Booking, 'status' | 'pay_by'>,
  isShare: boolean,
  isTold: boolean,
): string {
  if (isShare || status !== 'pending')
    return isTold ? 'The customer has been told.' : 'Nobody has been told.';
  // Nobody else would buy the time, so it is the reception's to decide.
  if (pay_by === null)
    return 'It’s too close to play for a new deadline: the court stays held unless you cancel.';
  return `New deadline: ${formatPayBy(pay_by)}.`;
}
