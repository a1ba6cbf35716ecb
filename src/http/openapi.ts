import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import { Elysia } from 'elysia';
import type * as v from 'valibot';
import { userSchema } from '../domain/api/account-answers.ts';
import { backupRunSchema } from '../domain/api/backup-routes.ts';
import { bookingSchema, publicBookingSchema } from '../domain/api/booking-answers.ts';
import { auditEntrySchema } from '../domain/api/common-answers.ts';
import { contactMessageSchema } from '../domain/api/contact-routes.ts';
import { courtSchema, slotSchema } from '../domain/api/court-answers.ts';
import { closureSchema } from '../domain/api/day-routes.ts';
import { failureSchema } from '../domain/api/failure-answer.ts';
import { healthSchema } from '../domain/api/health-routes.ts';
import { outboxMessageSchema } from '../domain/api/outbox-routes.ts';
import { API, type ApiAnswer, type RouteContract } from '../domain/api.ts';
import type { SessionGuard } from './session-guard.ts';

/** Schemas that the document refers to by name instead of repeating. */
const NAMED_SCHEMAS = {
  AuditEntry: auditEntrySchema,
  BackupRun: backupRunSchema,
  Booking: bookingSchema,
  Closure: closureSchema,
  ContactMessage: contactMessageSchema,
  Court: courtSchema,
  Failure: failureSchema,
  Health: healthSchema,
  OutboxMessage: outboxMessageSchema,
  PublicBooking: publicBookingSchema,
  Slot: slotSchema,
  User: userSchema,
};

/** Rules that JSON Schema can't express, such as "the passwords match", only show in the server's answer. */
const CONFIG: ConversionConfig = {
  typeMode: 'input',
  errorMode: 'ignore',
  definitions: NAMED_SCHEMAS,
  // An optional phone number picks its sentence by the value sent; it is text in any case.
  overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'lazy' ? { type: 'string' } : undefined),
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

function buildOpenApiDocument(version: string, publicUrl: string): ApiAnswer<'GET /api/openapi.json'> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [route, contract] of Object.entries<RouteContract>(API)) {
    const [method = '', path = ''] = route.split(' ');
    const url = path.replace(/:(\w+)/g, '{$1}');
    paths[url] = { ...paths[url], [method.toLowerCase()]: describeOperation(route, url, contract) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Padel club',
      version,
      description:
        'Money is in PKR, instants are ISO 8601 with offset, failures have a sentence and a reason.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: toJsonSchemaDefs(NAMED_SCHEMAS, CONFIG),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
    },
  };
}

function describeOperation(route: string, url: string, contract: RouteContract): object {
  const pathParameters = [...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const queryParameters = (contract.query ?? []).map((name) => ({
    name,
    in: 'query',
    schema: { type: 'string' },
  }));
  const headerParameters = (contract.headers ?? []).map((name) => ({
    name,
    in: 'header',
    schema: { type: 'string' },
  }));
  return {
    operationId: operationIdOf(route),
    summary: contract.summary,
    security: contract.access === 'anyone' ? [] : [{ session: [] }],
    parameters: [...pathParameters, ...queryParameters, ...headerParameters],
    ...(contract.body ? { requestBody: { required: true, content: contentOf(contract.body) } } : {}),
    responses: {
      [contract.status ?? 200]: describeAnswer(contract.answer),
      default: { description: 'A failure', content: contentOf(failureSchema) },
    },
  };
}

function describeAnswer(answer: RouteContract['answer']): object {
  if (answer === 'redirect') {
    return { description: 'Another page', headers: { Location: { schema: { type: 'string' } } } };
  }
  return { description: 'Success', content: contentOf(answer) };
}

function contentOf(body: v.GenericSchema | string): object {
  if (typeof body === 'string') return { [body]: { schema: { type: 'string' } } };
  const { $schema: _, $defs: __, ...schema } = toJsonSchema(body, CONFIG);
  return { 'application/json': { schema } };
}

/** `GET /api/admin/courts/:id/history` becomes `get_admin_courts_id_history`. */
function operationIdOf(route: string): string {
  return route.toLowerCase().replace(' /api', '').replace(/\W+/g, '_');
}

/** `GET /api/openapi.json`; the document is built on the first request. */
export function openApiRoutes(deps: { guard: SessionGuard; version: string; publicUrl: string }) {
  let document: string | null = null;
  return new Elysia({ name: 'openapi' }).use(deps.guard).get(
    '/api/openapi.json',
    ({ set }) => {
      set.headers['content-type'] = 'application/json';
      document ??= JSON.stringify(buildOpenApiDocument(deps.version, deps.publicUrl));
      return document;
    },
    { access: 'anyone' },
  );
}
