import * as v from 'valibot';

/**
 * Who may call a route: anyone, a signed-in member, the club's staff, only its owners. Every route declares
 * one; owners may call the routes of staff too.
 */
export type Access = 'anyone' | 'member' | 'staff' | 'owner';

/** An answer that is not JSON, by its media type. */
export type MediaType =
  | 'text/csv'
  | 'text/calendar'
  | 'text/plain'
  | 'text/event-stream'
  | 'application/zip'
  | 'image/*';

/** What staff may do where the owner lets them: the settings of their names in `staff`. */
export const STAFF_RIGHTS = ['make_codes', 'day_csv'] as const;
export type StaffRight = (typeof STAFF_RIGHTS)[number];

export interface RouteContract {
  summary: string;
  access: Access;
  /** Staff with this right may call it, although its access is `owner`. */
  right?: StaffRight;
  /** A risky action: the user must have authenticated in the last ten minutes. */
  reauthenticate?: true;
  /** Search parameters, all of them optional text. */
  query?: readonly string[];
  /** Request headers beside the usual ones. */
  headers?: readonly string[];
  /** The JSON body, or the media type of another one. */
  body?:
    | v.GenericSchema
    | 'multipart/form-data'
    | 'image/*'
    | 'application/x-www-form-urlencoded'
    // What another company defines and signs.
    | 'application/json';
  /** The JSON answer, the media type of another one, or where a browser is sent. */
  answer: v.GenericSchema | MediaType | 'redirect';
  /** The status of success; 200 unless it says so. */
  status?: 201 | 302 | 303;
}

/** The answer of an admin route: everything stands under `data`. */
export const data = <S extends v.GenericSchema>(schema: S) => v.strictObject({ data: schema });
