import { expect, test } from 'bun:test';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ApiError } from '../../web/lib/api.ts';
import { useAuth } from '../../web/shared/session.tsx';

function SessionReader() {
  return useAuth().user?.name;
}

test.each([
  ['{"error":"Not now."}', '503: {"error":"Not now."}'],
  ['', '503: Service Unavailable'],
])('a failed answer with the body %j is the error %s', (body, message) => {
  expect(new ApiError(503, body, 'Service Unavailable').message).toBe(message);
});

test('the session of a page cannot be read outside its provider', () => {
  expect(() => renderToStaticMarkup(createElement(SessionReader))).toThrow(
    'useAuth must be used within an AuthProvider',
  );
});
