/** B: the least a page can be. */
const page = new Response(
  '<!doctype html><html lang="en"><title>B</title><p>Sport. Sip. Social.</p></html>',
  {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  },
);
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', routes: { '/*': page } });
console.log(`{"event":"ready","url":"http://127.0.0.1:${server.port}"}`);
