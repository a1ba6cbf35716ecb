/** J and C: a server that returns the JSON it received. */
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request) => Response.json(request.method === 'POST' ? await request.json() : {}),
});
console.log(`{"event":"ready","url":"http://127.0.0.1:${server.port}"}`);
