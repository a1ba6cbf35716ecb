import { type FormEvent, useState } from 'react';
import type { AdminCourt } from '../../src/domain/api/court-answers.ts';
import { ApiError, callApi, errorMessage } from '../lib/api.ts';
import { invalidateQueries, useQuery } from '../lib/query.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { InputField } from '../ui/field.tsx';

/** Name, price and picture of every court on one form. */
export function CourtsStep({ onDone }: { onDone: () => void }) {
  const { data } = useQuery('GET /api/admin/courts');
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [pictures, setPictures] = useState<Record<number, File>>({});
  const [problem, setProblem] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  if (!data) return <p aria-busy="true">Loading courts …</p>;
  const { courts } = data.data;
  const textOf = (name: string, stored: string) => typed[name] ?? stored;

  /** Saves the picture first, because it does not need the version that the edit raises. */
  const saveCourt = async (court: AdminCourt) => {
    const params = { id: court.id };
    const picture = pictures[court.id];
    const name = textOf(`name-${court.id}`, court.name).trim();
    const rate = Number(
      textOf(`rate-${court.id}`, String(court.hourly_rate)).replace(/[\s,]/g, '') || Number.NaN,
    );
    try {
      if (picture) await callApi('PUT /api/admin/courts/:id/image', { params, body: picture });
      await callApi('PUT /api/admin/courts/:id', { params, body: { name, hourly_rate: rate } });
    } catch (error) {
      const {
        name: nameError,
        hourly_rate,
        image,
      } = error instanceof ApiError ? (error.failure?.fields ?? {}) : {};
      setErrors({
        ...(nameError ? { [`name-${court.id}`]: nameError } : {}),
        ...(hourly_rate ? { [`rate-${court.id}`]: hourly_rate } : {}),
        ...(image ? { [`picture-${court.id}`]: image } : {}),
      });
      throw error;
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    setErrors({});
    try {
      for (const court of courts) await saveCourt(court);
      await invalidateQueries('/api/admin');
      onDone();
    } catch (error) {
      setProblem(errorMessage(error, 'The courts could not be saved. Please try again.'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className="settings-form" noValidate onSubmit={(event) => void submit(event)}>
      <ErrorAlert text={problem} />
      {courts.map((court, at) => (
        <fieldset key={court.id} className="setting-picture">
          <legend>Court {at + 1}</legend>
          {(pictures[court.id] || court.image_url) && (
            <p className="hint">{pictures[court.id]?.name ?? 'It has a picture.'}</p>
          )}
          <div className="settings-fields">
            <InputField
              label="Name"
              name={`name-${court.id}`}
              value={textOf(`name-${court.id}`, court.name)}
              error={errors[`name-${court.id}`]}
              onChange={(event) => setTyped((all) => ({ ...all, [`name-${court.id}`]: event.target.value }))}
            />
            <InputField
              label="Price of an hour (PKR)"
              name={`rate-${court.id}`}
              inputMode="numeric"
              value={textOf(`rate-${court.id}`, String(court.hourly_rate))}
              error={errors[`rate-${court.id}`]}
              onChange={(event) => setTyped((all) => ({ ...all, [`rate-${court.id}`]: event.target.value }))}
            />
          </div>
          <InputField
            label="Picture"
            name={`picture-${court.id}`}
            type="file"
            accept="image/*"
            error={errors[`picture-${court.id}`]}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) setPictures((all) => ({ ...all, [court.id]: file }));
            }}
          />
        </fieldset>
      ))}
      <button type="submit" aria-busy={busy} disabled={busy}>
        Save and continue
      </button>
    </form>
  );
}
