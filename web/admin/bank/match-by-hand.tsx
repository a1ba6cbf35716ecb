import type { BankLine } from '../../../src/domain/api/bank-routes.ts';
import { bankMatchSchema, ignoreLineSchema } from '../../../src/domain/bank.ts';
import { callApi } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { ActionForm } from '../action-form.tsx';
import { TextInput } from '../inputs.tsx';

/** For a line without matches: a person names the booking, or says what the money is. */
export function MatchByHand({ line: { id, amount }, failure }: { line: BankLine; failure: string }) {
  const shared = { className: 'bank-hand', submitClass: 'ghost' };
  const partsOf = (booking_id: string) => [{ booking_id: Number(booking_id), amount: Math.floor(amount) }];
  const match = useForm({
    isStaff: true,
    schema: bankMatchSchema,
    initialValues: { booking_id: '' },
    toBody: ({ booking_id }) => ({ parts: partsOf(booking_id) }),
    fieldForPath: () => 'booking_id',
    onSubmit: ({ booking_id }) =>
      callApi('POST /api/admin/bank-lines/:id/match', {
        params: { id },
        body: { parts: partsOf(booking_id) },
      }),
    failure,
  });
  const ignore = useForm({
    isStaff: true,
    schema: ignoreLineSchema,
    initialValues: { reason: '' },
    onSubmit: (body) => callApi('POST /api/admin/bank-lines/:id/ignore', { params: { id }, body }),
    failure,
  });
  return (
    <>
      <ActionForm {...shared} form={match} submitLabel="Mark as paid">
        <TextInput
          label="Booking number"
          inputMode="numeric"
          maxLength={9}
          {...match.fieldProps('booking_id')}
        />
      </ActionForm>
      <ActionForm {...shared} form={ignore} submitLabel="Ignore">
        <TextInput label="It isn’t for a booking because" maxLength={200} {...ignore.fieldProps('reason')} />
      </ActionForm>
    </>
  );
}
