import * as v from 'valibot';

/** Every route declares one. Owners may also call the routes of staff. */
export type Access = 'anyone' | 'member' | 'staff' | 'owner';

/** The media type of an answer that is not JSON. */
export type MediaType =
  | 'text/csv'
  | 'text/calendar'
  | 'text/plain'
  | 'text/event-stream'
  | 'application/zip'
  | 'image/*';

/** Rights that the owner can grant to staff: the settings with these names in `staff`. */
export const STAFF_RIGHTS = ['make_codes', 'day_csv'] as const;
export type StaffRight = (typeof STAFF_RIGHTS)[number];

export interface RouteContract {
  summary: string;
  access: Access;
  /** Staff with this right may call it although its access is `owner`. */
  right?: StaffRight;
  /** A risky action: the user must have authenticated in the last ten minutes. */
  reauthenticate?: true;
  /** Search parameters, all optional text. */
  query?: readonly string[];
  /** Request headers other than the usual ones. */
  headers?: readonly string[];
  /** The JSON body, or the media type of any other. */
  body?:
    | v.GenericSchema
    | 'multipart/form-data'
    | 'image/*'
    | 'application/x-www-form-urlencoded'
    // Defined and signed by another company.
    | 'application/json';
  /** The JSON answer, its media type, or a redirect of the browser. */
  answer: v.GenericSchema | MediaType | 'redirect';
  /** The success status; 200 by default. */
  status?: 201 | 302 | 303;
}

/** Admin routes wrap their answer in `data`. */
export const data = <S extends v.GenericSchema>(schema: S) => v.strictObject({ data: schema });
