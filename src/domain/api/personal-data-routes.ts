import * as v from 'valibot';
import { personalDataLinkSchema, personalDataTokenSchema } from '../personal-data-link.ts';
import { id } from './base-schemas.ts';
import { messageSchema } from './common-answers.ts';
import { data, type RouteContract } from './route-contract.ts';

/** Downloading and deleting the data stored about a person. */
export const PERSONAL_DATA_ROUTES = {
  'GET /api/auth/data.zip': {
    summary: 'Download everything that is stored about the member, as JSON and CSV',
    access: 'member',
    reauthenticate: true,
    answer: 'application/zip',
  },
  'DELETE /api/auth/account': {
    summary: 'Delete the account and the member’s data; money stays without the person',
    access: 'member',
    reauthenticate: true,
    answer: messageSchema,
  },
  'POST /api/admin/personal-data': {
    summary: 'Email a guest a link by which they download or delete their data',
    access: 'owner',
    reauthenticate: true,
    body: personalDataLinkSchema,
    answer: data(
      v.strictObject({
        email: v.string(),
        /** Bookings the link does not cover, because the desk has corrected their email. */
        left_out: v.array(id),
      }),
    ),
  },
  'POST /api/personal-data/download': {
    summary: 'Download a guest’s data with the token of an emailed link',
    access: 'anyone',
    body: personalDataTokenSchema,
    answer: 'application/zip',
  },
  'POST /api/personal-data/delete': {
    summary: 'Delete a guest’s data with the token of an emailed link',
    access: 'anyone',
    body: personalDataTokenSchema,
    answer: messageSchema,
  },
} as const satisfies Record<string, RouteContract>;
