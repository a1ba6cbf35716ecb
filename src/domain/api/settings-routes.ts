import * as v from 'valibot';
import { CHAT_KINDS } from '../chat-sentences.ts';
import {
  addressFindingSchema,
  copyPlaceSchema,
  machineSettingsSchema,
  mailServerSchema,
  siteAddressSchema,
  testTextSchema,
} from '../machine-settings.ts';
import { settingsChangeSchema } from '../owner-settings.ts';
import { SETUP_STEPS, setupOwnerSchema, setupTokenSchema } from '../setup.ts';
import { userSchema } from './account-answers.ts';
import { count, date } from './base-schemas.ts';
import { bookingSchema } from './booking-answers.ts';
import { auditEntrySchema, messageSchema } from './common-answers.ts';
import { data, type RouteContract, STAFF_RIGHTS } from './route-contract.ts';

const value = v.union([v.string(), v.number(), v.boolean(), v.null()]);

const settingsAnswer = data(
  v.strictObject({
    /** Sent back with a change, so that changes made in the meantime are not lost. */
    version: v.number(),
    values: v.record(v.string(), value),
    /** Settings fixed by `club.toml` or the environment, with their source. */
    locked: v.record(v.string(), v.string()),
    /** A change that takes effect on a later day; null if there is none. */
    planned: v.nullable(v.strictObject({ from: date, changes: v.record(v.string(), value) })),
    /** What a new club still has to do. */
    open_steps: v.array(v.picklist(SETUP_STEPS)),
    /** Read-only for the owner: set on the machine. */
    machine: v.strictObject({
      public_url: v.string(),
      has_public_url: v.boolean(),
      mail: v.picklist(['smtp', 'files']),
      text_messages: v.boolean(),
      backup_elsewhere: v.boolean(),
      card_payments: v.boolean(),
      sign_in: v.array(v.string()),
    }),
  }),
);

/** A customer whose messages show an earlier bank account of the club. */
const outdatedTransferSchema = v.strictObject({
  booking: bookingSchema,
  /** The IBAN that the customer knows; empty when there was none. */
  known_iban: v.string(),
});
export type OutdatedTransfer = v.InferOutput<typeof outdatedTransferSchema>;

/** Pending transfers affected by a change of bank account, the next to play first. */
const outdatedTransfersSchema = v.strictObject({
  /** The current IBAN; empty while there is none. */
  iban: v.string(),
  /** Nothing received from these customers yet. */
  unpaid: v.array(outdatedTransferSchema),
  /** Their receipts are in, so they have already paid. */
  with_receipt: v.array(outdatedTransferSchema),
});
export type OutdatedTransfers = v.InferOutput<typeof outdatedTransfersSchema>;

/** The owner's settings, and the set-up of a new club. */
export const SETTINGS_ROUTES = {
  'POST /api/setup/check': {
    summary: 'Say whether a set-up link works',
    access: 'anyone',
    body: setupTokenSchema,
    answer: messageSchema,
  },
  'POST /api/setup': {
    summary: 'Create the first owner with a set-up link, and log in',
    access: 'anyone',
    body: setupOwnerSchema,
    answer: v.strictObject({ user: userSchema }),
    status: 201,
  },
  'GET /api/admin/settings': {
    summary: 'Read every setting of the owner',
    access: 'owner',
    answer: settingsAnswer,
  },
  'GET /api/admin/chat': {
    summary: 'Read what the reception’s WhatsApp sentences say, and the account that they name',
    access: 'staff',
    answer: data(
      v.strictObject({
        name: v.string(),
        phone: v.string(),
        bank: v.strictObject({ account_title: v.string(), bank_name: v.string(), iban: v.string() }),
        /** Keyed by kind. */
        wording: v.strictObject(v.entriesFromList(CHAT_KINDS, v.string())),
      }),
    ),
  },
  'PUT /api/admin/settings': {
    summary: 'Change settings, all of them or none',
    access: 'owner',
    body: settingsChangeSchema,
    answer: settingsAnswer,
  },
  'DELETE /api/admin/settings/planned': {
    summary: 'Drop the change that takes effect on a later day',
    access: 'owner',
    reauthenticate: true,
    answer: settingsAnswer,
  },
  'POST /api/admin/settings/test-email': {
    summary: 'Send a test email to the owner who asks',
    access: 'owner',
    answer: messageSchema,
  },
  'POST /api/admin/settings/test-text': {
    summary: 'Send a test text message and read what the gateway answers',
    access: 'owner',
    body: testTextSchema,
    answer: v.strictObject({ sent: v.boolean(), answer: v.string() }),
  },
  'GET /api/admin/settings/raast': {
    summary: 'Draw a QR code for PKR 1 to the account, for the owner to try with the bank’s app',
    access: 'owner',
    query: ['variant', 'iban'],
    answer: data(v.strictObject({ payload: v.string(), svg: v.string(), amount: v.number() })),
  },
  'GET /api/admin/rights': {
    summary: 'What the owner lets staff do beyond their routes',
    access: 'staff',
    answer: data(v.strictObject({ rights: v.array(v.picklist(STAFF_RIGHTS)) })),
  },
  'GET /api/admin/settings/history': {
    summary: 'What was changed in the settings, when and by which owner',
    access: 'owner',
    answer: data(v.strictObject({ history: v.array(auditEntrySchema) })),
  },
  'PUT /api/admin/settings/pictures/:name': {
    summary: 'Upload a picture of the landing page or the QR code of the bank',
    access: 'owner',
    body: 'image/*',
    answer: settingsAnswer,
  },
  'GET /api/admin/machine-settings': {
    summary: 'Read the mail server, the public address, the place of the copies and the channels',
    access: 'owner',
    answer: data(machineSettingsSchema),
  },
  'PUT /api/admin/machine-settings/mail': {
    summary: 'Try out and set the mail server; the server restarts',
    access: 'owner',
    reauthenticate: true,
    body: mailServerSchema,
    answer: data(machineSettingsSchema),
  },
  'PUT /api/admin/machine-settings/address': {
    summary: 'Try out and set the public address; the server restarts',
    access: 'owner',
    reauthenticate: true,
    body: siteAddressSchema,
    answer: data(machineSettingsSchema),
  },
  'POST /api/admin/machine-settings/address/check': {
    summary: 'Ask the public address for this server, as a visitor would, and say what is wrong',
    access: 'owner',
    answer: data(v.array(addressFindingSchema)),
  },
  'GET /api/site-check/:token': {
    summary: 'The answer of this server to a question that it asked at its own public address',
    access: 'anyone',
    answer: 'text/event-stream',
  },
  'PUT /api/admin/machine-settings/copies': {
    summary: 'Try out and set the place for copies; the server restarts',
    access: 'owner',
    reauthenticate: true,
    body: copyPlaceSchema,
    answer: data(machineSettingsSchema),
  },
  'PUT /api/admin/machine-settings/channels/:channel': {
    summary: 'Try out and set a channel such as WhatsApp, or turn it off; the server restarts',
    access: 'owner',
    reauthenticate: true,
    body: v.record(v.string(), v.string()),
    answer: data(machineSettingsSchema),
  },
  'GET /api/admin/outdated-transfers': {
    summary: 'Pending transfers whose customers know an earlier bank account',
    access: 'owner',
    answer: data(outdatedTransfersSchema),
  },
  'POST /api/admin/outdated-transfers/email': {
    summary: 'Email the current bank account to these customers',
    access: 'owner',
    reauthenticate: true,
    answer: data(v.strictObject({ emailed: count, ...outdatedTransfersSchema.entries })),
  },
  'DELETE /api/admin/settings/pictures/:name': {
    summary: 'Remove an uploaded picture',
    access: 'owner',
    answer: settingsAnswer,
  },
} as const satisfies Record<string, RouteContract>;
