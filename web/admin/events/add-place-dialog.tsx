import type { AdminClubEvent } from '../../../src/domain/api/event-routes.ts';
import { addPlaceSchema } from '../../../src/domain/event.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { InputField } from '../../ui/field.tsx';
import { CustomerFields } from '../customer-fields.tsx';
import { FormDialog } from '../dialog-form.tsx';

/** Somebody at the reception or on the phone, who has the place before paying. */
export function AddPlaceDialog({ event, onClose }: { event: AdminClubEvent; onClose: () => void }) {
  const toBody = ({ child, ...values }: { name: string; email: string; phone: string; child: string }) => ({
    ...values,
    ...(child.trim() ? { child: child.trim() } : {}),
  });
  const form = useForm({
    isStaff: true,
    schema: addPlaceSchema,
    initialValues: { name: '', email: '', phone: '', child: '' },
    toBody,
    onSubmit: async (values) => {
      await callApi('POST /api/admin/events/:id/places', { params: { id: event.id }, body: toBody(values) });
      showToast('success', 'Added', values.child || values.name);
      onClose();
    },
    failure: 'The player could not be added. Please try again.',
  });
  return (
    <FormDialog title="Add a player" form={form} submitLabel="Add" onClose={onClose}>
      <CustomerFields form={form} />
      <InputField label="Email (optional)" type="email" autoComplete="off" {...form.fieldProps('email')} />
      <InputField
        label="Child’s name (optional)"
        hint="The place is the child’s then, and the name above the guardian’s."
        autoComplete="off"
        maxLength={100}
        {...form.fieldProps('child')}
      />
    </FormDialog>
  );
}
