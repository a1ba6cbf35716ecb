import { Elysia } from 'elysia';
import { asFailure, failureResponse } from './failures.ts';
import { describeError, type Log } from './log.ts';
import { refuseForeign } from './origin-guard.ts';
import { pathOf } from './path.ts';
import type { ReadyLane } from './ready-answer.ts';
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
  publicOrigin: string;
  /** Answers that need no route: asked first. */
  ready: ReadyLane;
  /** Told of every answer. */
  observe: (sample: Sample) => void;
}) {
  const traces = new WeakMap<Request, Trace>();
  const record = (trace: Trace, method: string, route: string, status: number) => {
    const ms = performance.now() - trace.started;
    options.observe({ method, route, status, seconds: ms / 1000 });
    options.log.info('request', { id: trace.id, method, route, status, ms: Math.round(ms * 10) / 10 });
  };

  return new Elysia({ name: 'request-frame' })
    .onRequest(({ request, set }) => {
      const trace = { id: nextId(), started: performance.now() };
      const path = pathOf(request);
      if (request.method === 'GET') {
        const response = options.ready(request, path);
        if (response) {
          record(trace, 'GET', path.startsWith('/api/') ? path : '/*', response.status);
          return response;
        }
      }
      traces.set(request, trace);
      Object.assign(set.headers, options.headers);
      refuseForeign(request, path, options.publicOrigin);
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
      // What the ready lane answered is in the log already.
      if (!trace) return;
      const status = responseValue instanceof Response ? responseValue.status : (set.status ?? 200);
      record(trace, request.method, route || 'none', Number(status));
    });
}

const PROCESS = Bun.randomUUIDv7('base64url').slice(0, 12);
let requests = 0;

/** A number nobody can mistake for another request's, in this process or another. */
function nextId(): string {
  requests += 1;
  return `${PROCESS}${requests.toString(36)}`;
}
