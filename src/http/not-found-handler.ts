import { Failure } from '../domain/failure.ts';
import { trimTrailingSlashes } from './request-url.ts';

interface Route {
  method: string;
  path: string;
}

/**
 * Creates a handler that throws `not_found`, or `method_not_allowed` with the methods of a known path. `routes` is
 * called on the first request, when all routes are registered.
 */
export function createNotFoundHandler(routes: () => readonly Route[]) {
  let table: { method: string; pattern: RegExp }[] | null = null;
  return ({ path }: { path: string }): never => {
    table ??= routes()
      .filter(({ method, path }) => /^[A-Z]+$/.test(method) && method !== 'ALL' && !path.includes('*'))
      .map(({ method, path }) => ({
        method,
        pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
      }));
    const normalizedPath = trimTrailingSlashes(path);
    const methods = [
      ...new Set(table.filter((row) => row.pattern.test(normalizedPath)).map((row) => row.method)),
    ];
    if (methods.length === 0) throw new Failure('not_found', 'There is nothing at this address.');
    throw new Failure('method_not_allowed', `This address only takes ${methods.join(' and ')}.`, {
      methods: methods.includes('GET') ? ['HEAD', ...methods] : methods,
    });
  };
}
