/** E: a minimal compiled server. */
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('hello') });
console.log(`{"event":"ready","url":"http://127.0.0.1:${server.port}"}`);
