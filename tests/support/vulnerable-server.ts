/**
 * A deliberately vulnerable site for tests: it proves that the scanners detect vulnerabilities. It runs as its own
 * process and prints `{"event":"ready","url":…}`.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Elysia } from 'elysia';
import { createTestClub } from './test-club.ts';

const club = await createTestClub({ now: Date.now() });
club.db.run(
  "INSERT INTO contact_message (name, email, subject, message, created_at) VALUES ('Ali', 'a@b.pk', 'x', 'y', 0)",
);
const htmlResponse = { headers: { 'content-type': 'text/html' } };
const page = (body: string) => new Response(`<!doctype html><html><body>${body}</body></html>`, htmlResponse);

const vulnerableRoutes = new Elysia()
  .get('/canary', () =>
    page(`<a href="/canary/echo?word=padel">echo</a> <a href="/canary/find?name=Ali">find</a>
      <a href="/canary/go?to=/contact">go</a> <a href="/canary/read?file=a.txt">read</a>`),
  )
  // Cross-site scripting: the page contains the unescaped parameter.
  .get('/canary/echo', ({ query }) => page(`<p>${query.word}</p>`))
  // SQL injection: the parameter is part of the query, and the page shows its errors.
  .get('/canary/find', ({ query }) => {
    try {
      const rows = club.db.query(`SELECT name FROM contact_message WHERE name = '${query.name}'`).all();
      return page(rows.length > 0 ? `<p>Found ${JSON.stringify(rows)}</p>` : '<p>Nobody of this name.</p>');
    } catch (error) {
      return page(`<p>SQLite3::SQLException: ${(error as Error).message}</p>`);
    }
  })
  // Open redirect.
  .get(
    '/canary/go',
    ({ query }) => new Response(null, { status: 302, headers: { location: query.to ?? '/' } }),
  )
  // Path traversal.
  .get('/canary/read', async ({ query }) => {
    const file = Bun.file(join(mkdtempSync(join(tmpdir(), 'padel-canary-')), query.file ?? ''));
    return page(`<pre>${(await file.exists()) ? await file.text() : 'No such file.'}</pre>`);
  });

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request) =>
    (new URL(request.url).pathname.startsWith('/canary') ? vulnerableRoutes : club.app).handle(request),
});
console.log(JSON.stringify({ event: 'ready', url: `http://127.0.0.1:${server.port}` }));
process.once('SIGTERM', () => {
  void server.stop(true);
  club.close();
  process.exit(0);
});
