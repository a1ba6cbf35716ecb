import { DEFAULT_PREFERENCES, DURATION_RANGE_MINUTES, preferencesSchema } from '../../src/domain/account.ts';
import type { User } from '../../src/domain/api/account-answers.ts';
import { consentWords } from '../../src/domain/consent.ts';
import { callApi } from '../lib/api.ts';
import { invalidateQueries } from '../lib/query.ts';
import { showToast } from '../lib/toast.ts';
import { useForm } from '../lib/use-form.ts';
import { usePageData } from '../shared/page-data.tsx';
import { UpdatesChoice } from '../shared/updates-choice.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { InputField } from '../ui/field.tsx';

const LABELS = { default_duration: 'Default duration (minutes)', favorite_courts: 'Favorite courts' };

export function PreferencesTab({ user }: { user: User }) {
  const { club, courts } = usePageData();
  const { form, formProps, values, set, failedAttempts, errors, busy, fieldProps } = useForm({
    schema: preferencesSchema,
    initialValues: {
      ...DEFAULT_PREFERENCES,
      favorite_courts: [] as number[],
      updates_by: [] as string[],
      ...user.preferences,
    },
    enableReinitialize: true,
    onSubmit: async (values) => {
      await callApi('PUT /api/auth/preferences', { body: values });
      await invalidateQueries('GET /api/auth/user', 'GET /api/auth/profile');
      showToast('success', 'Preferences updated');
    },
    failure: 'Failed to update preferences',
    onError: (_, problem) => showToast('error', 'Update failed', problem),
  });
  const favorites = values.favorite_courts;
  const toggleCourt = (id: number) =>
    set(
      'favorite_courts',
      favorites.includes(id) ? favorites.filter((each) => each !== id) : [...favorites, id],
    );

  return (
    <form className="card" {...formProps} aria-label="Preferences">
      <ErrorSummary errors={errors} failedAttempts={failedAttempts} labels={LABELS} />
      <fieldset>
        <legend>Notifications</legend>
        <label className="account-choice">
          <input
            type="checkbox"
            name="email_notifications"
            checked={values.email_notifications}
            onChange={form.handleChange}
          />
          Email notifications
        </label>
        <label className="account-choice">
          <input
            type="checkbox"
            name="sms_notifications"
            checked={values.sms_notifications}
            onChange={form.handleChange}
          />
          {consentWords('sms', club, 'account')}
        </label>
        {!club.text_messages && (
          <p className="muted small">The club doesn’t send SMS at the moment. We’ll keep your choice.</p>
        )}
        <UpdatesChoice
          about="account"
          chosen={values.updates_by}
          onChange={(channels) => void set('updates_by', channels)}
        />
      </fieldset>
      <fieldset>
        <legend>When I book</legend>
        <InputField
          label={LABELS.default_duration}
          type="number"
          inputMode="numeric"
          {...DURATION_RANGE_MINUTES}
          hint="30 to 180, in steps of 30. The booking page suggests this duration."
          {...fieldProps('default_duration')}
        />
        <fieldset className="account-courts" id="field-favorite_courts" tabIndex={-1}>
          <legend>{LABELS.favorite_courts}</legend>
          {courts.map((court) => (
            <label key={court.id} className="account-choice">
              <input
                type="checkbox"
                name={`court-${court.id}`}
                checked={favorites.includes(court.id)}
                onChange={() => void toggleCourt(court.id)}
              />
              {court.name}
            </label>
          ))}
          {errors.favorite_courts && <p className="field-error">{errors.favorite_courts}</p>}
        </fieldset>
      </fieldset>
      <button type="submit" className="wide" aria-busy={busy} disabled={busy}>
        Save Preferences
      </button>
    </form>
  );
}
