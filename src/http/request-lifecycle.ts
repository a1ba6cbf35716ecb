import { Elysia } from 'elysia';
import { isCorruptionError, toUnavailableFailure, unavailableFailure } from '../db/club-db.ts';
import { isDiskFull } from '../db/disk-room.ts';
import { CachedResponse } from './cached-response.ts';
import { failureResponse, toFailure } from './failure-response.ts';
import { describeError, type Log } from './log.ts';
import { assertSameOrigin } from './origin-guard.ts';
import { pathOf } from './request-url.ts';
import type { SiteAddress } from './site-address.ts';

/** One answered request, for `/api/metrics`. */
export interface RequestMetric {
  method: string;
  /** The route's pattern, never the address itself, which is unbounded and may be personal. */
  route: string;
  status: number;
  seconds: number;
}

interface RequestTrace {
  id: string;
  startedAt: number;
}

/** Gives every request an id, the origin guard, security headers, failure responses, a log line and metrics. */
export function requestLifecycle(options: {
  log: Log;
  headers: () => Record<string, string>;
  address: SiteAddress;
  now: () => number;
  /** While false, all routes except health and metrics answer 503. */
  isAvailable: () => boolean;
  /** Receives every response. */
  observe: (metric: RequestMetric) => void;
  /** Receives every error. */
  noteError: (error: unknown) => void;
}) {
  const recordRequest = (trace: RequestTrace, method: string, route: string, status: number) => {
    const ms = performance.now() - trace.startedAt;
    options.observe({ method, route, status, seconds: ms / 1000 });
    options.log.info('request', { id: trace.id, method, route, status, ms: Math.round(ms * 10) / 10 });
  };

  return new Elysia({ name: 'request-lifecycle' })
    .decorate('trace', null as RequestTrace | null)
    .onRequest((context) => {
      const { request } = context;
      const path = pathOf(request);
      context.trace = { id: nextRequestId(), startedAt: performance.now() };
      if (!options.isAvailable() && !/^\/api\/(health|metrics)\b/.test(path)) throw unavailableFailure();
      assertSameOrigin(request, path, options.address);
    })
    .mapResponse({ as: 'global' }, ({ request, responseValue, set }) => {
      // Its headers are complete; headers in `set` would make Elysia copy the response.
      if (responseValue instanceof CachedResponse) {
        const response = responseValue.toResponse(request);
        response.headers.set('server-timing', serverTime(options.now()));
        return response;
      }
      set.headers = { ...options.headers(), ...set.headers };
      set.headers['server-timing'] = serverTime(options.now());
    })
    .onError({ as: 'global' }, ({ trace, error, code, set }) => {
      options.noteError(error);
      const failure = toFailure(isCorruptionError(error) ? toUnavailableFailure(error) : error, code);
      const id = trace?.id ?? '';
      const isFault = failure.reason === 'internal' || failure.reason === 'unavailable';
      // A full disk is logged once, not for each request it refuses.
      if (isFault && !isDiskFull(error)) {
        options.log.error('failure', { id, ...describeError(failure.cause ?? error) });
      }
      const response = failureResponse(failure, id);
      set.status = response.status;
      for (const [name, value] of Object.entries(options.headers())) response.headers.set(name, value);
      return response;
    })
    .onAfterResponse({ as: 'global' }, ({ trace, request, route, set, responseValue }) => {
      if (!trace) return;
      const status = responseValue instanceof Response ? responseValue.status : (set.status ?? 200);
      recordRequest(trace, request.method, route || 'none', Number(status));
    });
}

/** Scripts can read this header of their own page; visitors' clocks are off by minutes or days. */
const serverTime = (now: number) => `now;dur=${now}`;

const PROCESS_ID_PREFIX = Bun.randomUUIDv7('base64url').slice(0, 12);
let requestCount = 0;

/** Unique across processes. */
function nextRequestId(): string {
  requestCount += 1;
  return `${PROCESS_ID_PREFIX}${requestCount.toString(36)}`;
}
