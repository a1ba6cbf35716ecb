import { useState } from 'react';
import type { RoomDecision } from '../../../src/domain/admin-inputs.ts';
import type { BookingInTheWay } from '../../../src/domain/api/day-routes.ts';
import type { AdminClubEvent, EventSession } from '../../../src/domain/api/event-routes.ts';
import { sessionSchema } from '../../../src/domain/event.ts';
import { sessionLabel } from '../../../src/domain/event-labels.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { useCourts } from '../../shared/use-courts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { InputField } from '../../ui/field.tsx';
import { InTheWay } from '../bookings/in-the-way.tsx';
import { FormDialog } from '../dialog-form.tsx';
import { CourtsField, StartField } from './date-fields.tsx';

interface Values {
  date: string;
  start_time: string;
  court_ids: number[];
}

/** Moves one date; its players get a message. */
export function MoveSessionDialog({
  event,
  session,
  onClose,
}: {
  event: AdminClubEvent;
  session: EventSession;
  onClose: () => void;
}) {
  const { courts } = useCourts();
  const [seen, setSeen] = useState<{ to: Values; lines: BookingInTheWay[] } | null>(null);
  const bodyOf = (values: Values) => ({ ...values, duration: session.duration });
  const move = async (to: Values, decisions: readonly RoomDecision[]) => {
    await callApi('PUT /api/admin/event-sessions/:id', {
      params: { id: session.id },
      body: { ...bodyOf(to), decisions: [...decisions], version: event.version },
    });
    showToast('success', 'Moved', event.title);
    onClose();
  };
  const form = useForm<Values>({
    isStaff: true,
    schema: sessionSchema,
    initialValues: {
      date: session.date,
      start_time: session.start_time,
      court_ids: session.courts.map(({ id }) => id),
    },
    toBody: bodyOf,
    onSubmit: async (values) => {
      const { data } = await callApi('POST /api/admin/events/preview', {
        body: { coach_id: event.coach_id, sessions: [bodyOf(values)], own_session_id: session.id },
      });
      const lines = data.dates.flatMap(({ in_the_way }) => in_the_way);
      // What cannot be is refused with its reason.
      if (lines.length > 0 && data.dates.every(({ error }) => error === null))
        return setSeen({ to: values, lines });
      await move(values, []);
    },
    failure: 'The date could not be moved. Please try again.',
  });
  const { values } = form;
  if (seen) {
    return (
      <Dialog title="What is in the way" onClose={() => setSeen(null)}>
        <InTheWay
          lines={seen.lines}
          preset="move"
          decide={(decisions) => move(seen.to, decisions)}
          onDone={() => {}}
          onClose={() => setSeen(null)}
          closeLabel="Back"
          applyLabel="Move"
        >
          <p>Nothing is moved yet. Every booking in this time has to move or be cancelled.</p>
        </InTheWay>
      </Dialog>
    );
  }
  return (
    <FormDialog title={`Move ${sessionLabel(session)}`} form={form} submitLabel="Move" onClose={onClose}>
      <div className="field-row">
        <InputField label="Date" type="date" {...form.fieldProps('date')} />
        <StartField fieldProps={form.fieldProps} />
      </div>
      <CourtsField
        courts={courts}
        chosen={values.court_ids}
        error={form.errors.court_ids}
        onChange={(ids) => form.set('court_ids', ids)}
      />
    </FormDialog>
  );
}
