/** A court as the API answers it. Money in PKR. */
export interface Court {
  id: number;
  name: string;
  description: string;
  hourly_rate: number;
  /** Equals `hourly_rate`; older clients read it. */
  price_per_hour: number;
  features: string[];
  image_url: string | null;
  active: boolean;
}

/** `Court 1` of `Court 1 - Premium Panoramic`. */
export function shortCourtName(name = ''): string {
  return name.split(' - ')[0] ?? name;
}
