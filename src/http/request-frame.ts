import { Elysia } from 'elysia';
import { asFailure, failureResponse } from './failures.ts';
import { describeError, type Log } from './log.ts';
import { refuseForeign } from './origin-guard.ts';
import { pathOf } from './path.ts';
import type { Sample } from './sample.ts';

interface Trace {
  id: string;
  started: number;
}

/**
 * What surrounds every request: an id, the guard against foreign pages, security headers, the failure
 * map and one log line.
 */
export function requestFrame(options: {
  log: Log;
  headers: Record<string, string>;
  publicOrigin: () => string;
  /** Told of every answer. */
  observe: (sample: Sample) => void;
}) {
  const traces = new WeakMap<Request, Trace>();
  return new Elysia({ name: 'request-frame' })
    .onRequest(({ request, set }) => {
      traces.set(request, { id: Bun.randomUUIDv7('base64url'), started: performance.now() });
      Object.assign(set.headers, options.headers);
      refuseForeign(request, pathOf(request), options.publicOrigin());
    })
    .onError({ as: 'global' }, ({ request, error, code, set }) => {
      const failure = asFailure(error, code);
      const id = traces.get(request)?.id ?? '';
      if (failure.reason === 'internal' || failure.reason === 'unavailable') {
        options.log.error('failure', { id, ...describeError(failure.cause ?? error) });
      }
      const response = failureResponse(failure, id);
      set.status = response.status;
      for (const [name, value] of Object.entries(options.headers)) response.headers.set(name, value);
      return response;
    })
    .onAfterResponse({ as: 'global' }, ({ request, route, set, responseValue }) => {
      const trace = traces.get(request);
      const status = responseValue instanceof Response ? responseValue.status : (set.status ?? 200);
      const about = { method: request.method, route: route || 'none', status: Number(status) };
      const ms = trace ? performance.now() - trace.started : 0;
      options.observe({ ...about, seconds: ms / 1000 });
      options.log.info('request', { id: trace?.id, ...about, ms: Math.round(ms * 10) / 10 });
    });
}
