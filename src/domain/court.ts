/** A court as the API answers it. Money in PKR. */
export interface Court {
  id: number;
  name: string;
  description: string;
  hourly_rate: number;
  /** The same figure as `hourly_rate`, for older clients. */
  price_per_hour: number;
  features: string[];
  image_url: string | null;
  active: boolean;
}

export const DEFAULT_HOURLY_RATE = 5000;
export const COURT_NAME_MAX = 100;
