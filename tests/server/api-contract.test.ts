import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import * as v from 'valibot';
import { API, type ApiRoute, type RouteContract } from '../../src/domain/api.ts';
import { bookingBody, createTestClub, type TestClub } from '../support/test-club.ts';

const CONTRACT: [ApiRoute, RouteContract][] = Object.entries(API) as [ApiRoute, RouteContract][];

/** Values for the path and the search parameters of routes that need them. */
const ADDRESSES: Partial<Record<ApiRoute, string>> = {
  'GET /api/slots': '/api/slots?date=2026-11-21&courtId=1',
  'GET /api/booking/:id': '/api/booking/1',
  'GET /api/admin/bookings/:id': '/api/admin/bookings/1',
  'GET /api/admin/day': '/api/admin/day?date=2026-11-21',
  'GET /api/admin/courts/:id/history': '/api/admin/courts/1/history',
  'GET /api/admin/users/:id': '/api/admin/users/1',
};

let club: TestClub;
let admin: { headers: Record<string, string> };
beforeAll(async () => {
  club = await createTestClub({ env: { PUBLIC_URL: 'http://localhost' } });
  const member = await club.signIn({ email: 'ayesha@example.com' });
  admin = await club.signIn({ email: 'admin@example.com', is_admin: true });
  await club.post('/api/book', bookingBody(), member.headers);
  await club.post('/api/contact', {
    name: 'Ayesha Khan',
    email: 'ayesha@example.com',
    subject: 'booking',
    message: 'Is the terracotta court free on Sunday?',
  });
  await club.put('/api/admin/courts/1', { hourly_rate: 5500 }, admin.headers);
});
afterAll(() => club.close());

test('the contract and the server have the same routes with the same access', () => {
  const served = club.app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
    .map(({ method, path, hooks }) => [
      `${method} ${path}`,
      (hooks as { detail?: { access?: string } }).detail?.access,
    ]);
  const declared: (string | undefined)[][] = CONTRACT.map(([route, { access }]) => [route, access]);
  expect(declared.sort()).toEqual(served.sort());
});

test('/api/openapi.json is a valid OpenAPI document with every route', async () => {
  const { json } = await club.get('/api/openapi.json');
  const { valid, errors } = await new Validator().validate(structuredClone(json));
  expect([valid, errors]).toEqual([true, undefined]);
  const documented = Object.entries(json.paths as Record<string, object>).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(documented.sort()).toEqual(CONTRACT.map(([route]) => route).sort());
});

describe('each answer has the shape its contract gives', () => {
  const readable = CONTRACT.filter(
    ([route, { answer }]) => route.startsWith('GET ') && typeof answer === 'object' && !/logout/.test(route),
  );
  test.each(readable)('%s', async (route, { answer, status = 200 }) => {
    const response = await club.get(ADDRESSES[route] ?? route.slice('GET '.length), admin.headers);
    expect(response.status).toBe(status);
    const { issues = [] } = v.safeParse(answer as v.GenericSchema, response.json);
    expect(issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)).toEqual([]);
  });
});
