import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { failureSchema } from '../../src/domain/api/failure-answer.ts';
import { healthSchema } from '../../src/domain/api/health-routes.ts';
import { API, type ApiRoute, type RouteContract } from '../../src/domain/api.ts';
import { STATUS_BY_REASON } from '../../src/http/failure-response.ts';

/** Routes with fewer parameters first, because `/courts/order` also matches `/courts/:id`. */
const PATTERNS = (Object.keys(API) as ApiRoute[])
  .map((route) => {
    const [method = '', path = ''] = route.split(' ');
    const pattern = path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+');
    return { route, method, pattern: new RegExp(`^${pattern}$`), parameters: path.split(':').length };
  })
  .sort((a, b) => a.parameters - b.parameters);

/** The same for everybody, so browsers and proxies may keep them; every other answer says `no-store`. */
const PUBLIC_ANSWERS: ReadonlySet<ApiRoute> = new Set<ApiRoute>([
  'GET /api/courts',
  'GET /api/events/:id/tournament',
  'GET /api/openapi.json',
  'GET /api/slots',
  'GET /api/slots-by-court',
  'GET /api/tonight',
]);

const strictFailureSchema = v.strictObject(failureSchema.entries);

/**
 * Compares an API answer with its route's contract and throws any difference. Returns the route if the answer was a
 * success.
 */
export async function checkAnswer(request: Request, response: Response): Promise<ApiRoute | null> {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith('/api/')) return null;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const found = PATTERNS.find((one) => one.method === method && one.pattern.test(pathname));
  const name = `${request.method} ${pathname}`;
  // A club that can't serve says why in its health answer.
  if (found?.route.startsWith('GET /api/health') && response.status === 503) {
    throwIssues(name, v.safeParse(healthSchema, await readJson(response)));
    return null;
  }
  if (response.status >= 400 || !found) {
    if (request.method !== 'HEAD') checkFailure(name, response, await readJson(response));
    return null;
  }
  if (response.status === 304) return null;
  const caching = response.headers.get('cache-control');
  const isStored = !caching?.includes('no-store');
  if (isStored && !PUBLIC_ANSWERS.has(found.route))
    throw new Error(`${name} may be stored on its way, because its cache-control is ${caching}`);
  const { answer, status }: RouteContract = API[found.route];
  if (response.status !== (status ?? 200))
    throw new Error(`${name} answers ${response.status} instead of ${status ?? 200}`);
  if (answer === 'redirect') return found.route;
  const type = response.headers.get('content-type') ?? '';
  const expectedType = typeof answer === 'string' ? answer.replace('*', '') : 'application/json';
  if (!type.startsWith(expectedType)) throw new Error(`${name} answers ${type} instead of ${expectedType}`);
  if (typeof answer === 'object' && request.method !== 'HEAD') {
    throwIssues(name, v.safeParse(answer, await readJson(response)));
  }
  return found.route;
}

function checkFailure(name: string, response: Response, body: unknown): void {
  const result = v.safeParse(strictFailureSchema, body);
  throwIssues(`the failure ${response.status} of ${name}`, result);
  const { reason } = result.output as v.InferOutput<typeof strictFailureSchema>;
  if (STATUS_BY_REASON[reason] !== response.status)
    throw new Error(`${name} answers ${response.status} with the reason ${reason}`);
}

async function readJson(response: Response): Promise<unknown> {
  const bytes = new Uint8Array(await response.clone().arrayBuffer());
  const encoding = response.headers.get('content-encoding');
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
  const text = new TextDecoder().decode(decode ? decode(bytes) : bytes);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function throwIssues(name: string, { issues }: v.SafeParseResult<v.GenericSchema>): void {
  if (!issues) return;
  const texts = issues.map((issue) => `${v.getDotPath(issue) ?? 'the body'}: ${issue.message}`);
  throw new Error(`${name} breaks its contract: ${texts.join('; ')}`);
}
