/** A server that answers every request with the bytes of one file. */
const body = await Bun.file(process.argv[2] ?? '').bytes();
const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(body) });
console.log(`{"event":"ready","url":"http://127.0.0.1:${server.port}"}`);
