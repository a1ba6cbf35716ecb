import { formatPkr } from '../../../src/domain/format-money.ts';
import { closeShiftSchema, openShiftSchema, type Shift } from '../../../src/domain/ledger.ts';
import { LIST_LIMITS } from '../../../src/domain/list-limits.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { Facts } from '../../ui/facts.tsx';
import { ActionForm } from '../action-form.tsx';
import { dateTimeLabel } from '../date-time-labels.ts';
import { AmountInput, TextInput } from '../inputs.tsx';
import { MoneyLine } from '../list-line.tsx';
import { parseNumberField } from '../parse-number-field.ts';
import { QueryStatus } from '../query-error.tsx';
import { idIn, useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { describeDifference, ShiftReport } from './shift-report.tsx';

/** The cash drawer, or the report of the shift named in the URL. */
export default function DrawerPanel() {
  const id = idIn(useUrlParams().params.shift);
  return id === null ? <CashDrawer /> : <ShiftReport id={id} />;
}

/** Opens a shift with a float, closes it by counting, and lists earlier shifts. */
function CashDrawer() {
  const { data, error } = useAdminQuery('GET /api/admin/shifts');
  const open = data?.shifts.find(({ closed_at }) => closed_at === null);
  const closed = data?.shifts.filter(({ closed_at }) => closed_at !== null) ?? [];
  return (
    <section className="card money" aria-labelledby="cash-drawer">
      <h2 id="cash-drawer" className="visually-hidden">
        Cash drawer
      </h2>
      <QueryStatus data={data} error={error} />
      {data && (open ? <OpenShift key={open.id} shift={open} /> : <OpenShiftForm />)}
      {closed.length > 0 && (
        <details>
          <summary>Past shifts</summary>
          <ul className="lines" aria-label="Past shifts">
            {closed.map((shift) => (
              <PastShift key={shift.id} shift={shift} />
            ))}
          </ul>
          {data && data.shifts.length >= LIST_LIMITS.shifts && (
            <p className="muted small">
              Only the newest {LIST_LIMITS.shifts} shifts are shown. The ledger has the entries of all.
            </p>
          )}
        </details>
      )}
    </section>
  );
}

function OpenShiftForm() {
  const form = useForm({
    isStaff: true,
    schema: openShiftSchema,
    initialValues: { float: '' },
    toBody: ({ float }) => ({ float: parseNumberField(float) }),
    onSubmit: async ({ float }) => {
      await callApi('POST /api/admin/shifts', { body: { float: Number(float) } });
      showToast('success', 'Shift opened');
    },
    failure: 'The shift could not be opened. Please try again.',
  });
  return (
    <ActionForm className="money-form" form={form} submitLabel="Open a shift">
      <p className="muted">
        No shift is open. Count the drawer, then open one. If cash comes in first, a shift opens with what the
        last count left. Owners can see if it is less.
      </p>
      <AmountInput
        label="Float in PKR"
        value={form.values.float}
        error={form.errors.float}
        onText={(digits) => form.set('float', digits)}
      />
    </ActionForm>
  );
}

function OpenShift({ shift }: { shift: Shift }) {
  const { href, navigate } = useUrlParams();
  const form = useForm({
    isStaff: true,
    schema: closeShiftSchema,
    initialValues: { counted: '', note: '' },
    toBody: ({ counted, note }) => ({ counted: parseNumberField(counted), ...(note ? { note } : {}) }),
    onSubmit: async ({ counted, note }) => {
      const body = { counted: Number(counted), ...(note ? { note } : {}) };
      await callApi('PUT /api/admin/shifts/:id/close', { params: { id: shift.id }, body });
      showToast('success', 'Shift closed');
      navigate({ shift: String(shift.id) });
    },
    failure: 'The shift could not be closed. Please try again.',
  });
  const { counted } = form.values;
  return (
    <>
      <p className="muted">
        Shift {shift.id}, opened {dateTimeLabel(shift.opened_at)}
        {shift.opened_by && ` by ${shift.opened_by}`}
      </p>
      <Facts
        of={{
          Float: formatPkr(shift.float),
          'Cash taken this shift': formatPkr(shift.expected - shift.float),
          'Expected in the drawer': formatPkr(shift.expected),
        }}
        total="Expected in the drawer"
      />
      <ActionForm
        className="money-form"
        form={form}
        submitLabel="Close the shift"
        actions={
          <a className="button quiet" href={href({ shift: String(shift.id) })}>
            Entries so far
          </a>
        }
      >
        <AmountInput
          label="Counted in PKR"
          value={counted}
          error={form.errors.counted}
          onText={(digits) => form.set('counted', digits)}
        />
        <p role="status" className="money-difference">
          {counted !== '' && describeDifference(Number(counted) - shift.expected)}
        </p>
        <TextInput label="Note (optional)" maxLength={200} {...form.fieldProps('note')} />
      </ActionForm>
    </>
  );
}

function PastShift({ shift }: { shift: Shift }) {
  const { href } = useUrlParams();
  const difference = shift.counted === null ? null : shift.counted - shift.expected;
  return (
    <li>
      <MoneyLine
        href={href({ shift: String(shift.id) })}
        name={
          <>
            Shift {shift.id}
            {shift.closed_by && <span className="muted">, {shift.closed_by}</span>}
          </>
        }
        amount={shift.counted ?? shift.expected}
        details={`${dateTimeLabel(shift.opened_at)} – ${shift.closed_at && dateTimeLabel(shift.closed_at)}`}
      >
        <span className="small" data-difference={Math.sign(difference ?? -1)}>
          {difference === null ? 'Never counted' : describeDifference(difference)}
        </span>
      </MoneyLine>
    </li>
  );
}
