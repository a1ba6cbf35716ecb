import type { AdminCourt } from '../../../src/domain/api/court-answers.ts';
import { DEFAULT_HOURLY_RATE } from '../../../src/domain/court-schemas.ts';

export const COURT_LABELS = {
  name: 'Name',
  description: 'Description',
  hourly_rate: 'Hourly rate',
  features: 'Features',
  position: 'Place in the list',
};

/** The fields of a court as the form holds them. */
export interface CourtFormValues {
  name: string;
  description: string;
  hourly_rate: string;
  /** One feature a line. */
  features: string;
}

export const EMPTY_COURT: CourtFormValues = {
  name: '',
  description: '',
  hourly_rate: String(DEFAULT_HOURLY_RATE),
  features: '',
};

export function toCourtFormValues(court: AdminCourt): CourtFormValues {
  return {
    name: court.name,
    description: court.description,
    hourly_rate: String(court.hourly_rate),
    features: court.features.join('\n'),
  };
}

export function toCourtInput(values: CourtFormValues) {
  const rateText = values.hourly_rate.replace(/[\s,]/g, '');
  return {
    name: values.name,
    description: values.description,
    hourly_rate: rateText === '' ? Number.NaN : Number(rateText),
    features: values.features
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  };
}

/** One text area holds all features, so the error of `features.2` belongs to it. */
export function courtFieldForPath(path: string): string {
  return path.split('.')[0] ?? path;
}
