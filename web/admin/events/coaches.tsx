import { useState } from 'react';
import type { Coach } from '../../../src/domain/api/event-routes.ts';
import { coachBusySchema, coachEditSchema, coachSchema } from '../../../src/domain/event.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { CopyButton } from '../../shared/booking-view/copy-button.tsx';
import { useToday } from '../../shared/club-time-hooks.ts';
import { DownloadLink } from '../../shared/download-link.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { InputField, SwitchField } from '../../ui/field.tsx';
import { ActionButton } from '../action-button.tsx';
import { FormDialog } from '../dialog-form.tsx';
import { ListLine } from '../list-line.tsx';
import { LengthField, StartField } from './date-fields.tsx';

type Links = { url: string; feed_url: string };
type Open = { edit: Coach | null } | { busy: Coach } | { links: Links; coach: Coach } | null;

/** The coaches: their links, other hours, and the hours of a month. */
export function Coaches({ coaches }: { coaches: readonly Coach[] }) {
  const [open, setOpen] = useState<Open>(null);
  const today = useToday();
  const [month, setMonth] = useState('');
  const shown = month || today.slice(0, 7);
  return (
    <section aria-labelledby="coaches-title">
      <div className="admin-day-head">
        <h2 id="coaches-title">Coaches</h2>
        <button type="button" className="ghost" onClick={() => setOpen({ edit: null })}>
          Add a coach
        </button>
      </div>
      <p className="muted">A coach sees their own classes and players, but no money.</p>
      <ul className="lines">
        {coaches.map((coach) => (
          <ListLine
            key={coach.id}
            name={<span translate="no">{coach.name}</span>}
            details={[coach.phone, coach.email, coach.active ? '' : 'no classes any more']
              .filter(Boolean)
              .join(', ')}
          >
            <span className="cluster">
              <button type="button" className="quiet" onClick={() => setOpen({ edit: coach })}>
                Edit<span className="visually-hidden"> {coach.name}</span>
              </button>
              {coach.active && (
                <>
                  <button type="button" className="quiet" onClick={() => setOpen({ busy: coach })}>
                    Other hours<span className="visually-hidden"> of {coach.name}</span>
                  </button>
                  <ActionButton
                    act={() => callApi('POST /api/admin/coaches/:id/link', { params: { id: coach.id } })}
                    onDone={({ data }) => setOpen({ links: data, coach })}
                    failure="The link could not be made. Please try again."
                  >
                    New link<span className="visually-hidden"> for {coach.name}</span>
                  </ActionButton>
                </>
              )}
            </span>
          </ListLine>
        ))}
      </ul>
      {coaches.length > 0 && (
        <p className="cluster">
          <label>
            Month <input type="month" value={shown} onChange={({ target }) => setMonth(target.value)} />
          </label>
          <DownloadLink href={`/api/admin/coaches/hours.csv?month=${shown}`} name={`coaches-${shown}.csv`}>
            Hours as CSV
          </DownloadLink>
        </p>
      )}
      {open && 'edit' in open && <CoachDialog coach={open.edit} onClose={() => setOpen(null)} />}
      {open && 'busy' in open && <BusyDialog coach={open.busy} onClose={() => setOpen(null)} />}
      {open && 'links' in open && (
        <Dialog title={`Links for ${open.coach.name}`} onClose={() => setOpen(null)}>
          <p>Send both to the coach now: they are shown once. Links from before do not work any more.</p>
          <p className="cluster">
            Classes and players <CopyButton value={open.links.url} noun="link" label="to the classes" />
          </p>
          <p className="cluster">
            Calendar feed <CopyButton value={open.links.feed_url} noun="link" label="to the calendar" />
          </p>
        </Dialog>
      )}
    </section>
  );
}

function CoachDialog({ coach, onClose }: { coach: Coach | null; onClose: () => void }) {
  const form = useForm({
    isStaff: true,
    schema: coach ? coachEditSchema : coachSchema,
    initialValues: {
      name: coach?.name ?? '',
      phone: coach?.phone ?? '',
      email: coach?.email ?? '',
      active: coach?.active ?? true,
    },
    toBody: ({ active, ...values }) => (coach ? { ...values, active } : values),
    onSubmit: async ({ active, ...values }) => {
      if (coach)
        await callApi('PUT /api/admin/coaches/:id', {
          params: { id: coach.id },
          body: { ...values, active },
        });
      else await callApi('POST /api/admin/coaches', { body: values });
      showToast('success', 'Saved', values.name);
      onClose();
    },
    failure: 'The coach could not be saved. Please try again.',
  });
  return (
    <FormDialog
      title={coach ? 'Edit the coach' : 'Add a coach'}
      form={form}
      submitLabel="Save"
      onClose={onClose}
    >
      <InputField label="Name" autoComplete="off" {...form.fieldProps('name')} />
      <InputField label="Phone (optional)" type="tel" autoComplete="off" {...form.fieldProps('phone')} />
      <InputField label="Email (optional)" type="email" autoComplete="off" {...form.fieldProps('email')} />
      {coach && (
        <SwitchField
          label="Gives classes"
          name="active"
          checked={form.values.active}
          onChange={({ target }) => form.set('active', target.checked)}
        />
      )}
    </FormDialog>
  );
}

function BusyDialog({ coach, onClose }: { coach: Coach; onClose: () => void }) {
  const today = useToday();
  const toBody = (values: { date: string; start_time: string; duration: string; note: string }) => ({
    ...values,
    duration: Number(values.duration),
  });
  const form = useForm({
    isStaff: true,
    schema: coachBusySchema,
    initialValues: { date: today, start_time: '17:00', duration: '60', note: '' },
    toBody,
    onSubmit: async (values) => {
      await callApi('POST /api/admin/coaches/:id/busy', { params: { id: coach.id }, body: toBody(values) });
      showToast('success', 'Noted', coach.name);
      onClose();
    },
    failure: 'The hours could not be saved. Please try again.',
  });
  return (
    <FormDialog title={`Other hours of ${coach.name}`} form={form} submitLabel="Note" onClose={onClose}>
      <p className="hint">No class of this coach can be planned then.</p>
      <InputField label="Date" type="date" min={today} {...form.fieldProps('date')} />
      <div className="field-row">
        <StartField fieldProps={form.fieldProps} />
        <LengthField most={16} fieldProps={form.fieldProps} />
      </div>
      <InputField label="Note (optional)" autoComplete="off" maxLength={200} {...form.fieldProps('note')} />
    </FormDialog>
  );
}
